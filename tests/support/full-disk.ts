import type { Connection, Database } from '#server/platform/db/database.ts'

/** A database whose disk can be full: commits fail. */
export interface FullDisk {
  readonly database: Database
  isFull: boolean
}

/** Fails at commit, like DuckDB. */
export function onFullDisk(database: Database): FullDisk {
  const disk = { database, isFull: false }
  const failing = (connection: Connection): Connection => ({
    ...connection,
    run: async (sql, values) => {
      if (disk.isFull && sql === 'COMMIT') throw new Error('Could not write file "x.wal": No space left on device')
      return connection.run(sql, values)
    },
  })
  // One for each leased connection: caches are keyed by the object.
  const kept = new WeakMap<Connection, Connection>()
  const refusing = (connection: Connection) => {
    const known = kept.get(connection) ?? failing(connection)
    kept.set(connection, known)
    return known
  }
  disk.database = {
    ...database,
    connect: async () => refusing(await database.connect()),
    withConnection: (work) => database.withConnection((connection) => work(refusing(connection))),
    withTurn: (work) => database.withTurn((connection) => work(refusing(connection))),
  }
  return disk
}
