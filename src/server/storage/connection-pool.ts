import type { Connection } from '#server/storage/database.ts'
import { interruptible } from '#server/storage/interruptible.ts'

/** Connections kept open while nobody needs them. */
const KEPT = 8

export interface ConnectionPool {
  readonly lend: <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>
  readonly close: () => void
}

/** Of what there are copies elsewhere: the research data with their catalog, and everybody's custom variables. */
export interface Versions {
  readonly data: string
  /** Of the data without the catalog's texts. */
  readonly answers: string
  readonly custom: string
}

/** What was read once and holds for as long as a connection is lent. */
const notes = new WeakMap<Connection, { read?: Promise<Versions>; signal?: AbortSignal }>()

/** Lends connections one at a time, and makes another where all are lent. */
export function createConnectionPool(connect: () => Promise<Connection>): ConnectionPool {
  const idle: Connection[] = []
  let isClosed = false
  return {
    lend: async (work) => {
      const connection = idle.pop() ?? (await connect())
      try {
        return await whileLent(connection, work)
      } finally {
        if (isClosed || idle.length >= KEPT) connection.close()
        else idle.push(connection)
      }
    },
    close: () => {
      isClosed = true
      for (const connection of idle.splice(0)) connection.close()
    },
  }
}

/** Does what a connection is lent for. */
export async function whileLent<Result>(
  connection: Connection,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  notes.set(connection, {})
  try {
    return await work(connection)
  } finally {
    notes.delete(connection)
  }
}

/** Ends with this signal, for as long as the connection is lent, what is run by `untilEnd`. */
export function endWith(connection: Connection, signal: AbortSignal): void {
  const note = notes.get(connection)
  if (note) note.signal = signal
}

/** Awaits a call to the database that nobody else waits for. */
export function untilEnd<Result>(connection: Connection, call: () => Promise<Result>): Promise<Result> {
  const signal = notes.get(connection)?.signal
  return signal ? interruptible(connection, signal, call) : call()
}

/** Reads something that does not change while one request is answered; it is read again once the connection is given back. */
export function onceWhileLent(connection: Connection, read: () => Promise<Versions>): Promise<Versions> {
  const note = notes.get(connection)
  return note ? (note.read ??= read()) : read()
}
