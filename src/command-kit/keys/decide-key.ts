import type { KeyEntry, KeyTable } from '#command-kit/keys/key-table.ts'
import {
  isCombination,
  isFunctionKey,
  type StrokeId,
  isEditingKey,
  isDefaultPrevented,
} from '#command-kit/keys/stroke.ts'

/** Focus and state that decide about a key. */
export interface KeySituation {
  /** A text field, or a list with type-ahead. */
  readonly inTextField: boolean
  readonly inModal: boolean
  /** The focused element handles the key itself: Enter on a button, arrows in a menu. */
  readonly targetOwnsKey: boolean
  readonly paneHasList: boolean
  /** Single-character shortcuts can be turned off (WCAG 2.1.4). */
  readonly bareKeys: boolean
}

export interface KeyInput {
  readonly stroke: StrokeId
  readonly repeated: boolean
  /** Strokes of an incomplete sequence. */
  readonly pending: readonly StrokeId[]
}

export type KeyDecision =
  /** Not handled; `kept` prevents the browser default. */
  | { readonly kind: 'pass'; readonly preventsDefault: boolean }
  | { readonly kind: 'wait'; readonly strokes: readonly StrokeId[] }
  /** `silent` for auto-repeat: prevents the browser default without another run. */
  | { readonly kind: 'run'; readonly entry: KeyEntry; readonly silent: boolean }
  /** Prevents the default and runs nothing. */
  | { readonly kind: 'swallow'; readonly pending: readonly StrokeId[] }

/** Whether a binding is active, by its scope and first stroke. */
export function isActive({ strokes, scope }: KeyEntry, situation: KeySituation): boolean {
  const [first = ''] = strokes
  if (scope === 'dialog' ? !situation.inModal : situation.inModal && scope !== 'global') return false
  if (scope === 'table' && !situation.paneHasList) return false
  if (isCombination(first)) return !(situation.inTextField && isEditingKey(first))
  if (isFunctionKey(first)) return scope === 'dialog' || !situation.inModal
  if (situation.targetOwnsKey || situation.inTextField || !situation.bareKeys) return false
  return scope === 'dialog' || !situation.inModal
}

/** Decides what a key does; pure. */
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
  if (whole) return { kind: 'run', entry: whole, silent: repeated && !whole.repeats }
  if (entries.length > 0) return repeated ? { kind: 'swallow', pending } : { kind: 'wait', strokes }
  if (isPending && !isCombination(stroke)) return { kind: 'swallow', pending: [] }
  return { kind: 'pass', preventsDefault: isDefaultPrevented(stroke) }
}
