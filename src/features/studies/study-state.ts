import { atom } from 'jotai'
import type { ResponseOf } from '#contract/shapes/wire-names.ts'
import type { studyApply } from '#contract/study-files.ts'

export type AppliedStudy = ResponseOf<typeof studyApply>

interface StudyText {
  readonly text: string
  /** The project as text when the edit began, or when it was applied. */
  readonly begun: string
}

/** The edited texts by project: they outlive the pane. */
export const studyTextsAtom = atom<Readonly<Record<number, StudyText>>>({})

interface StudyUndo {
  readonly request: NonNullable<AppliedStudy['undo']>
  /** The text that was applied. */
  readonly applied: string
}

/** What undoes the text that was applied last, by project. */
export const studyUndoAtom = atom<Readonly<Record<number, StudyUndo | null>>>({})
