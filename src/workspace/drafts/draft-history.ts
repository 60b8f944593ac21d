/** A draft with its undo history; no history stands for the builder's initial draft. */
export interface DraftHistory {
  readonly past: readonly unknown[]
  readonly present: unknown
  readonly future: readonly unknown[]
  /** Time of the last change, in milliseconds. */
  readonly at: number
  /** The field of the last change. */
  readonly what?: string | undefined
}

export const UNCHANGED: DraftHistory = { past: [], present: undefined, future: [], at: 0 }

/** Changes within so many milliseconds, such as typing, are one undo step. */
const MERGE_MILLISECONDS = 700
const STEPS_MAX = 100

/** Adds a change to the history; changes of different fields are separate undo steps. */
export function changed(history: DraftHistory, present: unknown, now: number, what?: string): DraftHistory {
  const isSoon = now - history.at < MERGE_MILLISECONDS && history.what === what
  const continues = isSoon && history.past.length > 0 && history.future.length === 0
  const past = continues ? history.past : [...history.past, history.present].slice(-STEPS_MAX)
  return { past, present, future: [], at: now, what }
}

/** One step back; unchanged without one. */
export function undone(history: DraftHistory): DraftHistory {
  if (history.past.length === 0) return history
  return {
    past: history.past.slice(0, -1),
    present: history.past.at(-1),
    future: [history.present, ...history.future],
    at: 0,
  }
}

/** One step forward; unchanged without one. */
export function redone(history: DraftHistory): DraftHistory {
  const [next, ...future] = history.future
  if (history.future.length === 0) return history
  return { past: [...history.past, history.present], present: next, future, at: 0 }
}
