import type { KeyboardEvent } from 'react'
import { ruleKeyAt } from '#features/rules/rule-focus.ts'
import { RULE_KINDS, ruleKinds } from '#features/rules/rule-kinds.ts'
import type { RuleAct, RuleRows } from '#features/rules/use-rule-rows.ts'

type RowActs = Pick<RuleRows, 'act' | 'add' | 'focus' | 'finish' | 'finishGroup' | 'close'>

/** Keys of the row under the cursor, of the fields of an open row, and of the buttons that add. */
export function handleRowKey(event: KeyboardEvent, acts: RowActs, hasStrata: boolean): void {
  const { target } = event
  if (!(target instanceof HTMLElement) || event.defaultPrevented || event.nativeEvent.isComposing) return
  const key = ruleKeyAt(target)
  if (key === undefined) return
  const isRow = target.dataset['row'] !== undefined
  const isHandled =
    target.closest('[data-adds]') !== null
      ? handleKeyOfAdding(event, target)
      : (isRow ? handleKeyOfRow(event, key, acts) : handleFieldKey(event, target, key, acts)) ||
        handleSharedKey(event, key, acts)
  if (!isHandled && !handleAddKey(event, key, acts, hasStrata)) return
  event.preventDefault()
  event.stopPropagation()
}

/** Alt and a letter, by its place on the keyboard: a Mac types other letters with Alt. */
const ALT_ACTS: Readonly<Record<string, RuleAct>> = { KeyG: 'group', KeyU: 'ungroup', KeyO: 'switch' }

/** Alt and a letter adds to the group. */
function handleAddKey(
  { altKey, ctrlKey, metaKey, shiftKey, code }: KeyboardEvent,
  key: string,
  acts: RowActs,
  hasStrata: boolean,
) {
  if (!altKey || ctrlKey || metaKey || shiftKey) return false
  const kind = ruleKinds(hasStrata).find((one) => RULE_KINDS[one].code === code)
  if (kind === undefined) return false
  acts.add(key, kind)
  return true
}

/** Arrow keys move between the buttons that add to a group. */
function handleKeyOfAdding({ altKey, ctrlKey, metaKey, key: pressed }: KeyboardEvent, target: HTMLElement) {
  if (altKey || ctrlKey || metaKey) return false
  const next = { ArrowLeft: target.previousElementSibling, ArrowRight: target.nextElementSibling }
  const row = target.parentElement
  const ends = { Home: row?.firstElementChild, End: row?.lastElementChild }
  const [, to] = Object.entries({ ...next, ...ends }).find(([key]) => key === pressed) ?? []
  if (to instanceof HTMLElement) to.focus()
  return to instanceof HTMLElement
}

function handleSharedKey(
  { altKey, ctrlKey, metaKey, shiftKey, key: pressed, code }: KeyboardEvent,
  key: string,
  acts: RowActs,
) {
  const isCommand = (ctrlKey || metaKey) && !altKey && !shiftKey
  const act = isCommand && pressed.toLowerCase() === 'd' ? 'duplicate' : altKey && !ctrlKey ? ALT_ACTS[code] : undefined
  if (act === undefined) return false
  acts.act(key, act)
  return true
}

function handleKeyOfRow(
  { altKey, ctrlKey, metaKey, shiftKey, key: pressed }: KeyboardEvent,
  key: string,
  acts: RowActs,
) {
  if (ctrlKey || metaKey || shiftKey) return false
  if (altKey) {
    if (pressed === 'ArrowUp') acts.act(key, 'up')
    else if (pressed === 'ArrowDown') acts.act(key, 'down')
    return pressed === 'ArrowUp' || pressed === 'ArrowDown'
  }
  if (pressed === 'Delete') acts.act(key, 'remove')
  else if (pressed === 'ArrowUp') acts.focus(key, 'up')
  else if (pressed === 'ArrowDown') acts.focus(key, 'down')
  else if (pressed === 'Home') acts.focus(key, 'first')
  else if (pressed === 'End') acts.focus(key, 'last')
  else return false
  return true
}

/** Enter finishes the rule, Shift+Enter the group, Escape closes the row; an open list keeps its own keys. */
function handleFieldKey(event: KeyboardEvent, target: HTMLElement, key: string, acts: RowActs) {
  const isListOpen = target.getAttribute('aria-expanded') === 'true'
  const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement
  if (isListOpen || !isField || event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.key === 'Escape') acts.close(key)
  else if (event.key !== 'Enter') return false
  else if (event.shiftKey) acts.finishGroup(key)
  else acts.finish(key)
  return true
}
