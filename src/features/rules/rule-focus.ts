import type { RefObject } from 'react'
import type { Store } from '#command-kit/context.ts'
import { keepKeys } from '#command-kit/keys/kept-keys.ts'
import { KEEPS_KEYS } from '#ui/forms/keeps-keys.ts'
import { isOpenField } from '#workspace/builder-frame.tsx'

export interface WantedFocus {
  readonly key: string
  /** Of the fields, the one of a word. */
  readonly on: 'row' | 'field' | 'options' | 'adds'
  readonly field?: number | undefined
  /** Opens the list of the field. */
  readonly isListed?: boolean | undefined
}

/** Focuses the wanted row, or the first field of its rule, once it is in the page. */
export function focusWanted(list: RefObject<HTMLElement | null>, wanted: RefObject<WantedFocus | null>): void {
  if (wanted.current === null) return
  const { key, on, field = 0, isListed = false } = wanted.current
  const target =
    on === 'row'
      ? marked(list.current, 'row', key)
      : on === 'field'
        ? (fieldsOf(list.current, key)[field] ?? firstField(list.current, key))
        : firstOf(list.current, on, key)
  if (!target) return
  wanted.current = null
  target.focus()
  target.scrollIntoView({ block: 'nearest' })
  // The list is ready for events one frame after its field.
  if (isListed) requestAnimationFrame(() => target.click())
}

const LOOKED_UP_WITHIN = 5000

/** Focuses the value of a rule once its variable is known. Keys that are pressed before are entered there. */
export function leadToValue(store: Store, list: HTMLElement | null, key: string): void {
  const picker = marked(list, 'fields', key)?.contains(document.activeElement) ? document.activeElement : null
  picker?.toggleAttribute(KEEPS_KEYS, true)
  const endKeeping = keepKeys(store)
  const end = (hasField: boolean) => {
    clearTimeout(timer)
    changes.disconnect()
    picker?.removeAttribute(KEEPS_KEYS)
    endKeeping(hasField)
  }
  const attempt = () => {
    const field = isListOpen(picker) ? undefined : valueField(list, key)
    if (!field) return
    changes.disconnect()
    // A list that closes returns the focus to its field in the next frame.
    requestAnimationFrame(() => requestAnimationFrame(enter))
  }
  const enter = () => {
    const field = isElsewhere(list, key) ? undefined : valueField(list, key)
    field?.focus()
    field?.scrollIntoView({ block: 'nearest' })
    end(field !== undefined)
  }
  const changes = new MutationObserver(attempt)
  const timer = setTimeout(() => end(false), LOOKED_UP_WITHIN)
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['aria-expanded'] })
  requestAnimationFrame(attempt)
}

function isListOpen(picker: Element | null): boolean {
  return picker?.isConnected === true && picker.getAttribute('aria-expanded') === 'true'
}

/** Whether the focus has left the fields of a rule. */
function isElsewhere(list: HTMLElement | null, key: string): boolean {
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body) return false
  return marked(list, 'fields', key)?.contains(activeElement) !== true
}

/** The value of a condition after its operator; the operator of one without a value. */
function valueField(list: HTMLElement | null, key: string): HTMLElement | undefined {
  const editor = marked(list, 'fields', key)?.querySelector('[data-values]')
  const [operator, value] = editor?.querySelectorAll<HTMLElement>('input, select') ?? []
  return value ?? operator
}

/** Focuses the first empty or invalid field of a rule; opens its row if it is closed. */
export function leadToRule(paneId: string, key: string): void {
  const pane = document.querySelector<HTMLElement>(`[data-pane="${CSS.escape(paneId)}"]`)
  const fields = fieldsOf(pane, key)
  const field = fields.find(isOpenField) ?? fields[0]
  if (field) field.focus()
  else marked(pane, 'row', key)?.click()
}

export function firstField(list: HTMLElement | null, key: string): HTMLElement | undefined {
  return fieldsOf(list, key)[0]
}

function fieldsOf(list: HTMLElement | null, key: string): readonly HTMLInputElement[] {
  return [...(marked(list, 'fields', key)?.querySelectorAll<HTMLInputElement>('input, select') ?? [])]
}

/** The first field of the options of a rule, or the button that adds to a group. */
function firstOf(list: HTMLElement | null, name: 'options' | 'adds', key: string): HTMLElement | undefined {
  return marked(list, name, key)?.querySelector<HTMLElement>('input, select, button') ?? undefined
}

/** The key of the rule, or of the group of the button that adds, that an element belongs to. */
export function ruleKeyAt(element: Element | null): string | undefined {
  const found = element?.closest<HTMLElement>('[data-row], [data-fields], [data-adds]')
  return found?.dataset['row'] ?? found?.dataset['fields'] ?? found?.dataset['adds']
}

function marked(
  list: HTMLElement | null,
  name: 'row' | 'fields' | 'options' | 'adds',
  key: string,
): HTMLElement | undefined {
  const elements = list?.querySelectorAll<HTMLElement>(`[data-${name}]`) ?? []
  return [...elements].find(({ dataset }) => dataset[name] === key)
}
