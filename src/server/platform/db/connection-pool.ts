import type { Connection } from '#server/platform/db/database.ts'
import { leased } from '#server/platform/db/scope.ts'

/** Idle connections that stay open. */
const IDLE_MAX = 8

export interface ConnectionPool {
  readonly lend: <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>
  readonly close: () => void
}

/** Lends each connection to one piece of work at a time, and opens another where all are lent. */
export function createConnectionPool(connect: () => Promise<Connection>): ConnectionPool {
  const idle: Connection[] = []
  let isClosed = false
  return {
    lend: async (work) => {
      const connection = idle.pop() ?? (await connect())
      try {
        return await work(leased(connection))
      } finally {
        if (isClosed || idle.length >= IDLE_MAX) connection.close()
        else idle.push(connection)
      }
    },
    close: () => {
      isClosed = true
      for (const connection of idle.splice(0)) connection.close()
    },
  }
}
