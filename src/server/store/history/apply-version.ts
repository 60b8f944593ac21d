import type { ObjectDefinition } from '#contract/history.ts'
import type { TrashKind } from '#contract/trash.ts'
import type { User } from '#server/model/user.ts'
import type { Connection } from '#server/platform/db/database.ts'
import type { Use } from '#server/store/uses.ts'

export interface VersionToApply {
  readonly id: number
  readonly definition: ObjectDefinition
  /** Whether the rules or values differ from the present ones, and not only names and texts. */
  readonly isRedefined: boolean
  /** The number of the restored version, for the history; absent if the definition is a new one. */
  readonly restoredNo?: number | undefined
  /** Whether dependants are run again; without, a replacement with dependants is refused. */
  readonly isRerun: boolean
}

/**
 * Applies the definition of a version to an object in a transaction, by the rules of an edit or a replacement. Returns
 * the object's id, which a replacement changes.
 */
export type ApplyVersion = (tx: Connection, user: User, version: VersionToApply) => Promise<number>

/** An object to save. Its cohorts have their present ids. */
export interface ObjectToMake {
  readonly definition: ObjectDefinition
  readonly projectId: number
  /** The cohorts that the transaction has saved before: their members are not in the committed data. */
  readonly newIds: ReadonlySet<number>
}

/** Saves an object in a transaction, by the rules of a single request, and returns its id. The caller records it. */
export type MakeObject = (tx: Connection, user: User, object: ObjectToMake) => Promise<number>

/** How each kind of object in a project is saved. */
export type MakeObjects = Readonly<Record<Use['kind'], MakeObject>>

/** How each kind of object takes over the definition of a version. */
export type ApplyVersions = Readonly<Record<TrashKind, ApplyVersion>>
