import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { CustomVariableDraft } from '#features/custom-variables/draft.ts'

/** The custom variable that a pane is building; null until a person changed something. Each builder has its own. */
export const customVariableDraftAtom = atomFamily((_builder: string) => atom<CustomVariableDraft | null>(null))
