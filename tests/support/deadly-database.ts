import type { Connection, Database } from '#server/platform/db/database.ts'

export function die(): never {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('A killed process goes on.')
}

/** A database whose process is killed before a chosen statement under the write lock. */
export function deadly(database: Database, statement: number): Database {
  let left = statement
  const counted = (connection: Connection): Connection => ({
    ...connection,
    scoped: (scope) => counted(connection.scoped(scope)),
    run: (...words) => (left-- === 0 ? die() : connection.run(...words)),
    append: (...rows) => (left-- === 0 ? die() : connection.append(...rows)),
  })
  return {
    ...database,
    withLockedConnection: (work) => database.withLockedConnection((connection) => work(counted(connection))),
  }
}
