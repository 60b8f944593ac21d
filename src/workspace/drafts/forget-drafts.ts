import { draftAtom } from '#workspace/drafts/draft-atoms.ts'
import { removeChangeKeysOf } from '#workspace/drafts/kept-change-keys.ts'
import { removeDraftsOf } from '#workspace/drafts/draft-storage.ts'

/** Deletes all unfinished work of a user from this browser, at logout. */
export function forgetDrafts(username: string): void {
  removeDraftsOf(username)
  removeChangeKeysOf(username)
  draftAtom.setShouldRemove((_createdAt, key) => key.username === username)
  draftAtom.setShouldRemove(null)
}
