import { atom } from 'jotai'
import type { Store } from '#command-kit/context.ts'
import { isPrintable } from '#command-kit/keys/stroke.ts'
import type { CommandId } from '#commands/signatures.ts'
import { KEEPS_KEYS, KEEPS_LETTERS } from '#ui/forms/keeps-keys.ts'
import { moveByTab } from '#ui/tab-order.ts'

interface KeptKeys {
  /** Parts of the page that wait for its first field. */
  readonly waiting: number
  readonly events: readonly KeyboardEvent[]
  /** Whether keys are being pressed again, a frame for each. */
  readonly isReplaying: boolean
}

const keptKeysAtom = atom<KeptKeys>({ waiting: 0, events: [], isReplaying: false })

/** Whether a command opens a page that begins in a field. */
export function beginsInField(id: CommandId): boolean {
  return /\.(new|build)(-|$)/.test(id)
}

/**
 * Keeps the keys pressed before a page has its first field, until the returned function is called. They are pressed
 * again at once where the field has the focus, before the next key, else when no part of the page waits.
 */
export function keepKeys(store: Store): (hasField?: boolean) => void {
  change(store, ({ waiting }) => ({ waiting: waiting + 1 }))
  let hasEnded = false
  return (hasField = false) => {
    if (hasEnded) return
    hasEnded = true
    change(store, ({ waiting }) => ({ waiting: waiting - 1 }))
    if (hasField) return replay(store)
    // Another part of the page may begin to wait in the same task.
    queueMicrotask(() => {
      if (store.get(keptKeysAtom).waiting === 0) replay(store)
    })
  }
}

function change(store: Store, to: (before: KeptKeys) => Partial<KeptKeys>): void {
  store.set(keptKeysAtom, (before) => ({ ...before, ...to(before) }))
}

const replayed = new WeakSet<Event>()

/**
 * Keeps a key for the first field of a page, or for a list whose rows are not there yet: a character, Tab, a command of
 * the page, Alt and a letter, and Enter or an arrow after one of them. False for other keys. Escape drops them.
 */
export function keepKey(store: Store, event: KeyboardEvent, isPageCommand: boolean): boolean {
  const { target, key, ctrlKey, metaKey, altKey } = event
  if (replayed.has(event) || !(target instanceof HTMLElement)) return false
  const { waiting, events, isReplaying } = store.get(keptKeysAtom)
  const isAtList = target.matches(`[${KEEPS_KEYS}]`)
  if (waiting === 0 && !isReplaying && !isAtList) return false
  if (key === 'Escape') change(store, () => ({ events: [] }))
  const isOnPage = target === document.body || target.matches('h1')
  if (!isOnPage && !isReplaying && !isAtList) return false
  const isAlone = !ctrlKey && !metaKey && !altKey
  const isMove = isAlone && key === 'Tab'
  if (!isMove && !isCombinationKept(event, isPageCommand)) {
    if (!isAlone) return false
    // The list keeps these keys itself; letters go on in the field of a picker.
    const isForRow = isPrintable(key) && target.getAttribute(KEEPS_KEYS) === KEEPS_LETTERS
    if (isAtList && events.length === 0 && !isForRow) return false
    if (key === 'Backspace' && events.length > 0) {
      change(store, () => ({ events: events.slice(0, -1) }))
      return true
    }
    const isFollowing = events.length > 0 && /^(Enter|Arrow(Up|Down))$/.test(key)
    // The slash leads to the field, by habit.
    if (!isFollowing && (!isPrintable(key) || key === '/')) return false
  }
  change(store, () => ({ events: [...events, event] }))
  if (isAtList && waiting === 0 && !isReplaying) replay(store)
  return true
}

/** Alt with D, E or F is the browser's. */
function isCombinationKept({ key, ctrlKey, metaKey, altKey, shiftKey, code }: KeyboardEvent, isPageCommand: boolean) {
  const isAltLetter = altKey && !ctrlKey && !metaKey && !shiftKey && /^Key[^DEF]$/.test(code)
  return isPageCommand || (isAltLetter && key !== '')
}

/** Presses the kept keys again, in order, until a page or a list has to be waited for. */
function replay(store: Store): void {
  const { events } = store.get(keptKeysAtom)
  const field = document.activeElement ?? document.body
  if (events.length > 0 && field.matches(`[${KEEPS_KEYS}]`)) return waitForList(store, field)
  const end = isField(field) ? events.findIndex((event) => !isText(event)) : 0
  const text = events.slice(0, end < 0 ? undefined : end)
  const [first] = events
  change(store, () => ({ events: events.slice(Math.max(1, text.length)), isReplaying: true }))
  const { waiting } = store.get(keptKeysAtom)
  if (text.length > 0) typeText(field, text.map(({ key }) => key).join(''))
  else if (first !== undefined) pressAgain(field, first)
  // A key that opens another page leaves the rest to its first field.
  const isDone = store.get(keptKeysAtom).events.length === 0 || store.get(keptKeysAtom).waiting > waiting
  if (isDone) return change(store, () => ({ isReplaying: false }))
  // The field renders its text first.
  requestAnimationFrame(() => replay(store))
}

function waitForList(store: Store, field: Element): void {
  // Keys on the row wait too: they are behind the kept ones.
  change(store, () => ({ isReplaying: true }))
  const end = keepKeys(store)
  const changes = new MutationObserver(() => {
    if (field.isConnected && field.matches(`[${KEEPS_KEYS}]`)) return
    changes.disconnect()
    // The choice is rendered first.
    requestAnimationFrame(() => end(true))
  })
  changes.observe(document.body, { subtree: true, childList: true, attributeFilter: [KEEPS_KEYS] })
}

function isText({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return isPrintable(key) && !ctrlKey && !metaKey && !altKey
}

/** A field that takes text; a checkbox has no selection. */
function isField(field: Element): boolean {
  const isInput = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  return field instanceof HTMLSelectElement || (isInput && field.selectionStart !== null)
}

/** Scripts cannot type: text is inserted, an option chosen by its first characters. */
function typeText(field: Element, text: string): void {
  if (field instanceof HTMLSelectElement) return choose(field, text)
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new InputEvent('input', { data: text, inputType: 'insertText', bubbles: true }))
}

function choose(field: HTMLSelectElement, text: string): void {
  const begins = (option: HTMLOptionElement) => option.text.toLowerCase().startsWith(text.toLowerCase())
  const option = [...field.options].find((one) => !one.disabled && begins(one))
  if (option === undefined) return
  field.value = option.value
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Dispatches a key again. The browser does nothing for such an event: the focus is moved and buttons are clicked here. */
function pressAgain(field: Element, { key, code, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
  const modifiers = { shiftKey, ctrlKey, metaKey, altKey }
  const event = new KeyboardEvent('keydown', { key, code, ...modifiers, bubbles: true, cancelable: true })
  replayed.add(event)
  if (!field.dispatchEvent(event) || !(field instanceof HTMLElement)) return
  if (key === 'Tab') moveByTab(shiftKey ? -1 : 1)
  else if (/^(Enter| )$/.test(key) && field.matches('button, summary, a[href]')) field.click()
  else if (key === ' ' && field.matches('[type="checkbox"], [type="radio"]')) field.click()
}
