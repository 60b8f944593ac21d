import type { Connection, Database } from '#server/platform/db/database.ts'

/** A database whose disk can be full: no transaction finds room then. */
export interface FullDisk {
  readonly database: Database
  isFull: boolean
}

/** Fails at the end of a transaction, as DuckDB does. */
export function onFullDisk(database: Database): FullDisk {
  const disk = { database, isFull: false }
  const failing = (connection: Connection): Connection => ({
    ...connection,
    scoped: (scope) => failing(connection.scoped(scope)),
    run: async (statement) => {
      if (disk.isFull && statement === 'COMMIT')
        throw new Error('Could not write file "x.wal": No space left on device')
      return connection.run(statement)
    },
  })
  disk.database = {
    ...database,
    connect: async () => failing(await database.connect()),
    withConnection: (work) => database.withConnection((connection) => work(failing(connection))),
    withTurn: (work) => database.withTurn((connection) => work(failing(connection))),
  }
  return disk
}
