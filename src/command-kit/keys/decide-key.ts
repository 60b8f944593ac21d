import { isEditingKey, isKeptFromBrowser } from '#command-kit/keys/browser-keys.ts'
import type { KeyEntry, KeyTable } from '#command-kit/keys/key-table.ts'
import { isCombination, isFunctionKey, type StrokeId } from '#command-kit/keys/stroke.ts'

/** Where the focus is and what is on, as far as keys care. */
export interface KeySituation {
  /** A text field, or something in which letters are typed to find an entry. */
  readonly inTextField: boolean
  readonly inModal: boolean
  /** The focused element has its own use of this very key: Enter on a button, arrows in a menu. */
  readonly targetOwnsKey: boolean
  readonly paneHasList: boolean
  /** People may switch keys without modifiers off (WCAG 2.1.4). */
  readonly bareKeys: boolean
}

export interface KeyInput {
  readonly stroke: StrokeId
  readonly repeated: boolean
  /** The strokes of a sequence made so far. */
  readonly pending: readonly StrokeId[]
}

export type KeyDecision =
  /** Not ours; `kept` where the browser must not have it either. */
  | { readonly kind: 'pass'; readonly kept: boolean }
  | { readonly kind: 'wait'; readonly strokes: readonly StrokeId[] }
  /** `silent` for the repeats of a key held down: the browser must not have them, but nothing runs again. */
  | { readonly kind: 'run'; readonly entry: KeyEntry; readonly silent: boolean }
  /** Kept from everybody, and runs nothing. */
  | { readonly kind: 'swallow'; readonly pending: readonly StrokeId[] }

/** Whether a binding is on in a situation, by its scope and its first stroke. */
export function isActive({ strokes, scope }: KeyEntry, situation: KeySituation): boolean {
  const [first = ''] = strokes
  if (scope === 'dialog' ? !situation.inModal : situation.inModal && scope !== 'global') return false
  if (scope === 'table' && !situation.paneHasList) return false
  if (isCombination(first)) return !(situation.inTextField && isEditingKey(first))
  if (isFunctionKey(first)) return scope === 'dialog' || !situation.inModal
  if (situation.targetOwnsKey || situation.inTextField || !situation.bareKeys) return false
  return scope === 'dialog' || !situation.inModal
}

/** What a key does: the whole of key handling but its effects. */
export function decideKey(
  table: KeyTable,
  { stroke, repeated, pending }: KeyInput,
  situation: KeySituation,
): KeyDecision {
  const isPending = pending.length > 0
  if (isPending && repeated) return { kind: 'swallow', pending }
  if (isPending && stroke === 'escape') return { kind: 'swallow', pending: [] }
  const strokes = [...pending, stroke]
  const entries = table.filter(
    (entry) => strokes.every((made, index) => entry.strokes[index] === made) && isActive(entry, situation),
  )
  const whole = entries.find((entry) => entry.strokes.length === strokes.length)
  if (whole) return { kind: 'run', entry: whole, silent: repeated && !whole.held }
  if (entries.length > 0) return repeated ? { kind: 'swallow', pending } : { kind: 'wait', strokes }
  if (isPending && !isCombination(stroke)) return { kind: 'swallow', pending: [] }
  return { kind: 'pass', kept: isKeptFromBrowser(stroke) }
}
