import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { UNCHANGED, type DraftHistory } from '#workspace/drafts/draft-history.ts'
import { readDraft } from '#workspace/drafts/draft-storage.ts'

export interface DraftKey {
  readonly username: string
  /** Null for an unchanged builder. */
  readonly id: string | null
}

export interface LoadedDraft {
  readonly projectId: number | null
  readonly history: DraftHistory
  readonly applied?: string | undefined
}

const NO_DRAFT: LoadedDraft = { projectId: null, history: UNCHANGED }

/** A draft with its history, read lazily from localStorage. */
export const draftAtom = atomFamily(
  ({ username, id }: DraftKey) => {
    const stored = id === null ? null : readDraft(username, id)
    const kept = stored && { ...stored, history: { ...UNCHANGED, present: stored.value } }
    return atom<LoadedDraft>(kept ?? NO_DRAFT)
  },
  (one, other) => one.username === other.username && one.id === other.id,
)
