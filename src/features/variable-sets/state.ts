import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { VariableSetDraft } from '#features/variable-sets/use-cases.ts'

/** The set that a pane is building; null until a person changed something. Each pane has its own. */
export const variableSetDraftAtom = atomFamily((_builder: string) => atom<VariableSetDraft | null>(null))
