import { atom } from 'jotai'

/** The expression that is being saved as a cohort; null without one. */
export const savedExpressionAtom = atom<string | null>(null)
