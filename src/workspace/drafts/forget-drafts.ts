import { draftAtom } from '#workspace/drafts/draft-atoms.ts'
import { removeChangeKeysOf } from '#workspace/drafts/kept-change-keys.ts'
import { removeDraftsOf } from '#workspace/drafts/draft-storage.ts'

/** Lets go of all that a user left unfinished in this browser: whoever logs out leaves nothing behind. */
export function forgetDrafts(username: string): void {
  removeDraftsOf(username)
  removeChangeKeysOf(username)
  draftAtom.setShouldRemove((_createdAt, key) => key.username === username)
  draftAtom.setShouldRemove(null)
}
