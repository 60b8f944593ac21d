import type { Context } from 'hono'
import type { AuditRow, KeyedChange } from '#server/model/change-record.ts'
import type { User } from '#server/model/user.ts'
import type { Settings } from '#server/platform/configuration/settings.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import type { ServerEnvironment } from '#server/platform/http/caller.ts'
import type { Clock, Log, Random } from '#server/platform/process/runtime.ts'
import type { Turns } from '#server/platform/scheduling/fair-queue.ts'

/** Services that every route needs. A module adds its own to them; the composition root passes in all. */
export interface HttpServices {
  readonly database: Database
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly settings: Settings
  /** Queue of the requests that count participants. */
  readonly turns: Turns
  readonly signedIn: SignedIn
  readonly changes: ChangeRecords
}

export interface SignedInOptions {
  /** Whether an account may lack the second factor that the server requires: for requests that set one up. */
  readonly mayLackFactor?: boolean
}

/** Returns the user of a request. Refuses anonymous requests, and users who lack a required second factor. */
export type SignedIn = (
  connection: Connection,
  context: Context<ServerEnvironment>,
  options?: SignedInOptions,
) => Promise<User>

/** Audit log and idempotency store of changes. */
export interface ChangeRecords {
  readonly insertAuditRow: (connection: Connection, row: AuditRow) => Promise<void>
  readonly recordRefusal: (row: AuditRow) => Promise<void>
  /** Runs a change once for its idempotency key; returns the id that the first run made. */
  readonly doneOnce: (
    connection: Connection,
    change: KeyedChange,
    work: (connection: Connection) => Promise<number | null>,
  ) => Promise<number | null>
  /** Forgets the keys of a deleted thing. */
  readonly forgetAnswers: (connection: Connection, accountId: number, deletedId: number) => Promise<void>
}
