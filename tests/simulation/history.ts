import { API_PREFIX } from '#domain/limits.ts'
import type { FaultName } from '#tests/simulation/plan.ts'

/** A change of one register: what the operation writes if it takes effect. */
export interface Write {
  /** A name such as "researcher varset n12 text". */
  readonly register: string
  readonly value: string
}

/** The part of an operation in a session. */
export type SessionEvent =
  | { readonly kind: 'begin'; readonly password: string; readonly replaced: string | null }
  | { readonly kind: 'end'; readonly token: string }
  /** A new password ends all other sessions of the account. */
  | { readonly kind: 'change password'; readonly from: string; readonly to: string }

/** What a client asks for. */
export interface Request {
  readonly client: string
  readonly account: string
  /** Method and path, as in the audit log. */
  readonly action: string
  /** The request in a few words. */
  readonly words: string
  /** The session's token. */
  readonly token: string | null
  /** The idempotency key. Requests of one key ask for one change. */
  readonly key: string | null
  readonly writes: readonly Write[]
  readonly session: SessionEvent | null
  /** Whether the endpoint has an audit entry. */
  readonly isAudited: boolean
}

/** A moment of a simulation. */
export interface Moment {
  /** A logical clock: no two moments have the same tick. */
  readonly tick: number
  /** Milliseconds of the simulated clock. */
  readonly clock: number
}

/**
 * How an operation ended. "done" and "refused": the server has sent that response, whether or not the client heard it.
 * "unsure": the server was killed, or its response said that the database did not answer.
 */
export type Outcome = 'open' | 'done' | 'refused' | 'unsure'

/** One request with its end. */
export interface Operation extends Request {
  readonly id: number
  readonly process: number
  readonly begun: Moment
  ended: Moment | null
  outcome: Outcome
  status: number | null
  /** The id of the created thing. */
  made: number | null
  /** The token of the session that a login began. */
  begunToken: string | null
  /** The values of registers that a reading request saw. */
  seen: readonly Write[]
  /** Whether the client received the response. */
  isHeard: boolean
  /** Whether the disk failed or the clock jumped while it was open. */
  isDisturbed: boolean
}

export interface Logged {
  readonly username: string | null
  /** Null for a refusal, whose entry could not be stored. */
  readonly path: string | null
  /** The operations that were open. */
  readonly open: readonly number[]
}

/** The record of a simulation. */
export interface History {
  readonly operations: Operation[]
  /** The operations and all other events, in words. */
  readonly lines: string[]
  /** What the server logged because its audit log could not have it. */
  readonly logged: Logged[]
  /** The number of each fault that was injected. */
  readonly injected: Map<FaultName, number>
}

export function createHistory(): History {
  return { operations: [], lines: [], logged: [], injected: new Map() }
}

/** Whether a full disk kept a login or logout in the memory of its process: it is over with the process. */
export function isOnlyInMemory({ logged }: Pick<History, 'logged'>, { id, account, action }: Operation): boolean {
  return logged.some(
    ({ username, path, open }) =>
      username === account &&
      path !== null &&
      action.endsWith(` ${path.slice(API_PREFIX.length)}`) &&
      open.includes(id),
  )
}
