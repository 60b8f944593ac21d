import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { id, textOrEmpty } from '#contract/shapes/values.ts'
import { UNABLE_TO_GET_TRASH, UNABLE_TO_RESTORE } from '#domain/messages.ts'

/** Kinds of saved objects that go to the trash, by their names in the API. */
export const TRASH_KINDS = ['project', 'cohort', 'construct', 'varset'] as const
export type TrashKind = (typeof TRASH_KINDS)[number]

const Deleted = v.object({
  kind: v.picklist(TRASH_KINDS),
  id,
  name: textOrEmpty,
  /** What the object was, in one line; "" if it is not known. */
  definition: textOrEmpty,
  projectid: id,
  deleted_at: v.string(),
  restorable_until: v.string(),
})

export const trashInfo = endpoint({
  method: 'GET',
  path: '/trash',
  summary: 'The deleted objects of the user that can be restored, what each was, and until when, newest first.',
  capability: 'trash',
  input: v.object({}),
  answer: v.object({ data: v.array(Deleted) }),
  failure: () => UNABLE_TO_GET_TRASH,
})

export const trashRestore = endpoint({
  method: 'POST',
  path: '/trash/restore',
  summary: 'Restores a deleted object under its old id; a project with all that was deleted with it.',
  audit: 'Restore from the trash',
  changes: 'again',
  capability: 'trash',
  input: v.object({ kind: v.picklist(TRASH_KINDS), id }),
  answer: v.unknown(),
  failure: () => UNABLE_TO_RESTORE,
})
