import type { Connection, Database } from '#server/platform/db/database.ts'
import { raw, type Sql, type Statement } from '#server/platform/db/sql.ts'

/** A statement, and the step that sent it. */
export interface RecordedStatement {
  readonly doing: string
  readonly statement: Sql
}

export interface RecordedDatabase {
  readonly database: Database
  readonly statements: readonly RecordedStatement[]
  /** Names the current step. */
  readonly begin: (doing: string) => void
}

/** A database that records each statement before it runs. */
export function recordedDatabase(plain: Database): RecordedDatabase {
  const statements: RecordedStatement[] = []
  let doing = ''
  const noted = (statement: Statement) => {
    statements.push({ doing, statement: typeof statement === 'string' ? raw(statement) : statement })
  }
  const recorded = (connection: Connection): Connection => ({
    ...connection,
    scoped: (scope) => recorded(connection.scoped(scope)),
    run: (...args) => (noted(...args), connection.run(...args)),
    rows: (...args) => (noted(...args), connection.rows(...args)),
    readColumns: (statement, begin) => (noted(statement), connection.readColumns(statement, begin)),
    preparedRows: (...args) => (noted(...args), connection.preparedRows(...args)),
    streamedRows: (...args) => (noted(...args), connection.streamedRows(...args)),
    openBytes: (...args) => (noted(...args), connection.openBytes(...args)),
    csvLines: (statement, end) => (noted(statement), connection.csvLines(statement, end)),
  })
  const database: Database = {
    ...plain,
    connect: async () => recorded(await plain.connect()),
    withConnection: (work) => plain.withConnection((connection) => work(recorded(connection))),
    withSecondConnection: (work) => plain.withSecondConnection((connection) => work(recorded(connection))),
    withLockedConnection: (work) => plain.withLockedConnection((connection) => work(recorded(connection))),
  }
  return { database, statements, begin: (what) => void (doing = what) }
}
