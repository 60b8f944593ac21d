import { draftAtom } from '#workspace/drafts/draft-atoms.ts'
import { removeIdempotencyKeysOf } from '#workspace/drafts/kept-change-keys.ts'
import { removeDraftsOf } from '#workspace/drafts/draft-storage.ts'

/** Deletes all unfinished work of a user from this browser, at logout. */
export function deleteUnfinishedWork(username: string): void {
  removeDraftsOf(username)
  removeIdempotencyKeysOf(username)
  draftAtom.setShouldRemove((_createdAt, key) => key.username === username)
  draftAtom.setShouldRemove(null)
}
