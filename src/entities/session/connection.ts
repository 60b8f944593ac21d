import { atom } from 'jotai'
import type { Connection, ConnectionState } from '#api/connection.ts'

const IDLE: ConnectionState = { isDown: false, waiting: 0, slow: 0 }

const NOT_FOLLOWED: Connection = {
  state: () => IDLE,
  subscribe: () => () => undefined,
  answered: () => undefined,
  lost: () => undefined,
  isThere: () => Promise.resolve(true),
  slow: () => () => undefined,
  tryNow: () => undefined,
  back: () => Promise.resolve(true),
  giveUp: () => undefined,
}

/** Follows the connection; the app sets its own before the first render. */
export const connectionAtom = atom({ connection: NOT_FOLLOWED })

export const connectionStateAtom = atom<ConnectionState>(IDLE)
