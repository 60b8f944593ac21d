/** What a draft is and was, to undo and redo; nothing at all stands for the draft that a builder begins with. */
export interface DraftHistory {
  readonly past: readonly unknown[]
  readonly present: unknown
  readonly future: readonly unknown[]
  /** When it was changed last, in milliseconds. */
  readonly at: number
  /** What was changed last. */
  readonly what?: string | undefined
}

export const UNCHANGED: DraftHistory = { past: [], present: undefined, future: [], at: 0 }

/** Changes in quick succession, as of somebody typing, are undone at once. */
const ONE_CHANGE = 700
const KEPT = 100

/** The history once the draft is changed; changes of different things are undone one by one. */
export function changed(history: DraftHistory, present: unknown, now: number, what?: string): DraftHistory {
  const isSoon = now - history.at < ONE_CHANGE && history.what === what
  const continues = isSoon && history.past.length > 0 && history.future.length === 0
  const past = continues ? history.past : [...history.past, history.present].slice(-KEPT)
  return { past, present, future: [], at: now, what }
}

/** The history one change back; the same where there is none. */
export function undone(history: DraftHistory): DraftHistory {
  if (history.past.length === 0) return history
  return {
    past: history.past.slice(0, -1),
    present: history.past.at(-1),
    future: [history.present, ...history.future],
    at: 0,
  }
}

/** The history one change forth; the same where none was undone. */
export function redone(history: DraftHistory): DraftHistory {
  const [next, ...future] = history.future
  if (history.future.length === 0) return history
  return { past: [...history.past, history.present], present: next, future, at: 0 }
}
