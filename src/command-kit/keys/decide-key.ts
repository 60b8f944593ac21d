import type { WorkspacePort } from '#command-kit/context.ts'
import type { KeyEntry, KeyTable } from '#command-kit/keys/key-table.ts'
import {
  isCombination,
  isFunctionKey,
  type StrokeId,
  isEditingKey,
  isDefaultPrevented,
} from '#command-kit/keys/stroke.ts'
import type { CommandId } from '#commands/signatures.ts'

/** Focus and state that decide about a key. */
export interface KeySituation {
  /** A text field, or a list with type-ahead. */
  readonly inTextField: boolean
  /** A field with text of its own, which undo, copy and select all are about; a list has none. */
  readonly hasText: boolean
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
  if (isCombination(first)) return !(situation.hasText && isEditingKey(first))
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

const TEXT_INPUT_TYPES = new Set([
  'text',
  'search',
  'email',
  'password',
  'tel',
  'url',
  'number',
  'date',
  'time',
  'month',
])
const TYPE_AHEAD = 'select, [role=listbox], [role=menu], [role=combobox], [role=tree], [role=textbox], [role=searchbox]'
const ACTIVATABLE =
  'a[href], button, summary, input, [role=button], [role=link], [role=tab], [role=menuitem], [role=option], ' +
  '[role=checkbox], [role=radio], [role=switch], [role=slider], [role=separator]'
const OWN_KEYS = /^(shift\+)?(enter|space|home|end|pageup|pagedown|arrow\w+)$/
const LIST_ACTIONS: readonly CommandId[] = [
  'list.next',
  'list.previous',
  'list.first',
  'list.last',
  'list.next-page',
  'list.previous-page',
  'list.open',
  'list.open-beside',
  'list.add',
  'list.select',
]

/** Whether letters typed at the element are input, so that single-character shortcuts are off. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return TEXT_INPUT_TYPES.has(target.type)
  return hasText(target) || target.closest(TYPE_AHEAD) !== null
}

function hasText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return TEXT_INPUT_TYPES.has(target.type)
  if (target instanceof HTMLTextAreaElement || target.isContentEditable) return true
  return target.closest('[contenteditable]:not([contenteditable=false])') !== null
}

function ownsKey(target: EventTarget | null, stroke: StrokeId): boolean {
  return target instanceof Element && OWN_KEYS.test(stroke) && target.closest(ACTIVATABLE) !== null
}

/** Whether a modal dialog is open, which makes panes inert. */
export function isModalOpen(document: Document): boolean {
  return document.querySelector('[aria-modal=true]:not([hidden]):not([data-state=closed])') !== null
}

/** Reads the key state from document and workspace. */
export function keySituation(
  target: EventTarget | null,
  stroke: StrokeId,
  workspace: WorkspacePort,
  bareKeys: boolean,
): KeySituation {
  return {
    inTextField: isTextField(target),
    hasText: hasText(target),
    inModal: isModalOpen(document),
    targetOwnsKey: ownsKey(target, stroke),
    paneHasList: LIST_ACTIONS.some((name) => workspace.paneAction(name) !== undefined),
    bareKeys,
  }
}
