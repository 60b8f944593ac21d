import { atom } from 'jotai'
import type { Store } from '#command-kit/context.ts'
import { isPrintable } from '#command-kit/keys/stroke.ts'
import type { CommandId } from '#commands/signatures.ts'

interface KeptKeys {
  /** Parts of the page that wait for its first field. */
  readonly waiting: number
  readonly events: readonly KeyboardEvent[]
}

const keptKeysAtom = atom<KeptKeys>({ waiting: 0, events: [] })

/** Whether a command opens a page that begins in a field. */
export function beginsInField(id: CommandId): boolean {
  return /\.(new|build)(-|$)/.test(id)
}

/**
 * Keeps the characters typed before a page has its first field, until the returned function is called. They are typed
 * again at once where the field has the focus, before the next key, else when no part of the page waits.
 */
export function keepKeys(store: Store): (hasField?: boolean) => void {
  store.set(keptKeysAtom, (before) => ({ ...before, waiting: before.waiting + 1 }))
  let hasEnded = false
  const release = () => {
    const { events } = store.get(keptKeysAtom)
    store.set(keptKeysAtom, (before) => ({ ...before, events: [] }))
    typeAgain(events)
  }
  return (hasField = false) => {
    if (hasEnded) return
    hasEnded = true
    store.set(keptKeysAtom, (before) => ({ ...before, waiting: before.waiting - 1 }))
    if (hasField) return release()
    // Another part of the page may begin to wait in the same task.
    queueMicrotask(() => {
      if (store.get(keptKeysAtom).waiting === 0) release()
    })
  }
}

/** Keeps a character, or Enter or an arrow after one, for the first field of a page; false for other keys. Escape drops them. */
export function keepKey(store: Store, event: KeyboardEvent): boolean {
  const { target, key, ctrlKey, metaKey, altKey } = event
  const { waiting, events } = store.get(keptKeysAtom)
  if (waiting === 0) return false
  if (key === 'Escape') store.set(keptKeysAtom, { waiting, events: [] })
  const isOnPage = target instanceof HTMLElement && (target === document.body || target.matches('h1'))
  if (!isOnPage || ctrlKey || metaKey || altKey) return false
  if (key === 'Backspace') store.set(keptKeysAtom, { waiting, events: events.slice(0, -1) })
  const isFollowing = events.length > 0 && /^(Enter|Arrow(Up|Down))$/.test(key)
  // The slash leads to the field, by habit.
  if (!isFollowing && (!isPrintable(key) || key === '/')) return false
  store.set(keptKeysAtom, { waiting, events: [...events, event] })
  return true
}

/** Scripts cannot type: text is inserted, an option chosen by its first characters, other elements get the keys. */
function typeAgain(events: readonly KeyboardEvent[]): void {
  const field = document.activeElement ?? document.body
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  const isField = isText || field instanceof HTMLSelectElement
  const end = events.findIndex(({ key }) => !isPrintable(key))
  const typed = isField ? events.slice(0, end < 0 ? undefined : end) : []
  const text = typed.map(({ key }) => key).join('')
  if (text !== '' && isText) {
    field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
    field.dispatchEvent(new InputEvent('input', { data: text, inputType: 'insertText', bubbles: true }))
  } else if (text !== '' && field instanceof HTMLSelectElement) choose(field, text)
  const press = () => {
    for (const { key, code, shiftKey } of events.slice(typed.length)) {
      field.dispatchEvent(new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true }))
    }
  }
  // The field renders its text first.
  if (typed.length > 0) requestAnimationFrame(press)
  else press()
}

function choose(field: HTMLSelectElement, text: string): void {
  const begins = (option: HTMLOptionElement) => option.text.toLowerCase().startsWith(text.toLowerCase())
  const option = [...field.options].find((one) => !one.disabled && begins(one))
  if (option === undefined) return
  field.value = option.value
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
