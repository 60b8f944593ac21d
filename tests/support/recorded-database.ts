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
export function recordedDatabase(own: Database): RecordedDatabase {
  const statements: RecordedStatement[] = []
  let doing = ''
  const noted = (statement: Statement) => {
    statements.push({ doing, statement: typeof statement === 'string' ? raw(statement) : statement })
  }
  const recorded = (connection: Connection): Connection => ({
    ...connection,
    scoped: (scope) => recorded(connection.scoped(scope)),
    run: (...given) => (noted(...given), connection.run(...given)),
    rows: (...given) => (noted(...given), connection.rows(...given)),
    readColumns: (statement, begin) => (noted(statement), connection.readColumns(statement, begin)),
    preparedRows: (...given) => (noted(...given), connection.preparedRows(...given)),
    streamedRows: (...given) => (noted(...given), connection.streamedRows(...given)),
    openBytes: (...given) => (noted(...given), connection.openBytes(...given)),
    csvLines: (statement, end) => (noted(statement), connection.csvLines(statement, end)),
  })
  const database: Database = {
    ...own,
    connect: async () => recorded(await own.connect()),
    withConnection: (work) => own.withConnection((connection) => work(recorded(connection))),
    withSecondConnection: (work) => own.withSecondConnection((connection) => work(recorded(connection))),
    withLockedConnection: (work) => own.withLockedConnection((connection) => work(recorded(connection))),
  }
  return { database, statements, begin: (what) => void (doing = what) }
}
