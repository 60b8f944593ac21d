import type { Context } from 'hono'
import type { AuditRow, KeyedChange } from '#server/model/change-record.ts'
import type { User } from '#server/model/user.ts'
import type { Settings } from '#server/platform/configuration/settings.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import type { ServerEnvironment } from '#server/platform/http/caller.ts'
import type { AnyEndpoint } from '#server/platform/http/route-for.ts'
import type { Clock, Log, Random } from '#server/platform/process/runtime.ts'
import type { FairQueue } from '#server/platform/scheduling/fair-queue.ts'

/** Services of every route. Modules add their own; the composition root passes in all. */
export interface HttpServices {
  readonly database: Database
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly settings: Settings
  /** Fair queue of the requests that count participants. */
  readonly fairQueue: FairQueue
  readonly signedIn: SignedIn
  readonly changes: ChangeRecords
}

export interface SignedInOptions {
  /** The endpoint that an access token must have the scope of; without it, tokens are refused. */
  readonly endpoint?: Pick<AnyEndpoint, 'method' | 'path'>
  /** Allows an account without the required second factor: for requests that set one up. */
  readonly mayLackFactor?: boolean
}

/** Returns the user of a request. Refuses anonymous requests, and users who lack a required second factor. */
export type SignedIn = (
  connection: Connection,
  context: Context<ServerEnvironment>,
  options?: SignedInOptions,
) => Promise<User>

/** The audit log and the idempotency store. */
export interface ChangeRecords {
  readonly insertAuditRow: (connection: Connection, row: AuditRow) => Promise<void>
  readonly recordRefusal: (row: AuditRow) => Promise<void>
  /** Runs a change once per idempotency key; returns the id of the first run. */
  readonly runOnce: (
    connection: Connection,
    change: KeyedChange,
    work: (connection: Connection) => Promise<number | null>,
  ) => Promise<number | null>
  /** Deletes the idempotency keys of a deleted thing. */
  readonly deleteKeys: (connection: Connection, accountId: number, deletedId: number) => Promise<void>
}
