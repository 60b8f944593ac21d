import type { Connection, Database, SqlValue } from '#server/platform/db/database.ts'

/** A statement, and the step that sent it. */
export interface RecordedStatement {
  readonly doing: string
  readonly sql: string
  readonly values: readonly SqlValue[]
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
  const noted = (sql: string, values: readonly SqlValue[] = []) => void statements.push({ doing, sql, values })
  const recorded = (connection: Connection): Connection => ({
    ...connection,
    run: (...given) => (noted(...given), connection.run(...given)),
    rows: (...given) => (noted(...given), connection.rows(...given)),
    columns: (...given) => (noted(...given), connection.columns(...given)),
    preparedRows: (...given) => (noted(...given), connection.preparedRows(...given)),
    streamedRows: (...given) => (noted(...given), connection.streamedRows(...given)),
    openBytes: (...given) => (noted(...given), connection.openBytes(...given)),
  })
  // One for each leased connection: caches are keyed by the object.
  const kept = new WeakMap<Connection, Connection>()
  const recordedOnce = (connection: Connection) => {
    const known = kept.get(connection) ?? recorded(connection)
    kept.set(connection, known)
    return known
  }
  const database: Database = {
    ...own,
    connect: async () => recordedOnce(await own.connect()),
    withConnection: (work) => own.withConnection((connection) => work(recordedOnce(connection))),
    withTurn: (work) => own.withTurn((connection) => work(recordedOnce(connection))),
  }
  return { database, statements, begin: (what) => void (doing = what) }
}
