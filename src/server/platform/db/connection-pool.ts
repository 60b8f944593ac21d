import type { Connection } from '#server/platform/db/database.ts'
import { interruptible } from '#server/platform/db/interruptible.ts'

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
interface Note {
  read?: Promise<Versions>
  signal: AbortSignal | null
  /** How much of what it runs at the moment is for others too. */
  forOthers: number
}

const notes = new WeakMap<Connection, Note>()

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
  notes.set(connection, { signal: null, forOthers: 0 })
  try {
    return await work(connection)
  } finally {
    notes.delete(connection)
  }
}

/** Ends with this signal, for as long as the connection is lent, what it runs; null for nothing any more. */
export function endWith(connection: Connection, signal: AbortSignal | null): void {
  const note = notes.get(connection)
  if (note) note.signal = signal
}

/** Makes what others wait for too, or is kept: the end of the call that happened to begin it does not end it. */
export async function forOthersToo<Result>(connection: Connection, work: () => Promise<Result>): Promise<Result> {
  const note = notes.get(connection)
  if (!note) return work()
  note.forOthers++
  try {
    return await work()
  } finally {
    note.forOthers--
  }
}

/** Awaits what a connection runs, or its end. */
export function untilEnd<Result>(connection: Connection, call: () => Promise<Result>): Promise<Result> {
  const note = notes.get(connection)
  return note?.signal && note.forOthers === 0 ? interruptible(connection, note.signal, call) : call()
}

/** Reads something that does not change while one request is answered; it is read again once the connection is given back. */
export function onceWhileLent(connection: Connection, read: () => Promise<Versions>): Promise<Versions> {
  const note = notes.get(connection)
  return note ? (note.read ??= read()) : read()
}
