import { atom } from 'jotai'
import type { Subject } from '#command-kit/declaration.ts'
import { screenState } from '#workspace/screen-state.ts'

const NO_KEYS: readonly string[] = []
const NO_SUBJECTS: readonly Subject[] = []

/** Keys of the selected rows in the pane's list, in order of selection. */
export const selectedRowsAtom = screenState(NO_KEYS)

/** Key of the active row in the pane's list; null before the first move. */
export const rowUnderCursorAtom = screenState<string | null>(null)

/** The row that the cursor was on when a page was left, by pane and path: Back puts the cursor there again. */
export const leftRowsAtom = atom<ReadonlyMap<string, string>>(new Map())

/** The things that keys of the pane's list act on: the row under the cursor, or the selection that contains it. */
export const rowSubjectsAtom = screenState(NO_SUBJECTS)
