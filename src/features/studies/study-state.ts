import { atom } from 'jotai'
import type { ResponseOf } from '#contract/shapes/wire-names.ts'
import type { studyApply } from '#contract/study-files.ts'

export type AppliedStudy = ResponseOf<typeof studyApply>

/** The edited texts by project: they outlive the pane. */
export const studyTextsAtom = atom<Readonly<Record<number, string>>>({})

interface StudyUndo {
  readonly request: NonNullable<AppliedStudy['undo']>
  /** The text that was applied. */
  readonly applied: string
}

/** What undoes the text that was applied last, by project. */
export const studyUndoAtom = atom<Readonly<Record<number, StudyUndo | null>>>({})
