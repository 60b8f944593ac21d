import { atom } from 'jotai'
import type { ResponseOf } from '#contract/shapes/wire-names.ts'
import type { studyApply } from '#contract/study-files.ts'

export type AppliedStudy = ResponseOf<typeof studyApply>

/** The edited texts by project: they outlive the pane. */
export const studyTextsAtom = atom<Readonly<Record<number, string>>>({})

/** The request that undoes what was applied last, by project. */
export const studyUndoAtom = atom<Readonly<Record<number, AppliedStudy['undo']>>>({})
