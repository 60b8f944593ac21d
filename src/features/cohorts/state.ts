import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { SubsetDraft } from '#features/cohorts/subset-draft.ts'

/** The subset that a pane is building; null until a person changed something. Each pane has its own. */
export const subsetDraftAtom = atomFamily((_builder: string) => atom<SubsetDraft | null>(null))
