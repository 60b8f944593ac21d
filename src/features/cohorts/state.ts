import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { CompoundDraft } from '#features/cohorts/compound-draft.ts'
import type { PedigreeDraft } from '#features/cohorts/pedigree-draft.ts'
import type { SubsetDraft } from '#features/cohorts/subset-draft.ts'

/** The cohorts that panes are building; null until a person changed something. Each builder of a pane has its own. */
export const subsetDraftAtom = atomFamily((_builder: string) => atom<SubsetDraft | null>(null))
export const compoundDraftAtom = atomFamily((_builder: string) => atom<CompoundDraft | null>(null))
export const pedigreeDraftAtom = atomFamily((_builder: string) => atom<PedigreeDraft | null>(null))
