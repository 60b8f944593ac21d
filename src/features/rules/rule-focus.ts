import type { RefObject } from 'react'
import { isOpenField } from '#workspace/builder-frame.tsx'

export interface WantedFocus {
  readonly key: string
  /** Of the fields, the one of a word. */
  readonly on: 'row' | 'field' | 'options' | 'adds'
  readonly field?: number | undefined
}

/** Focuses the wanted row, or the first field of its rule, once it is in the page. */
export function focusWanted(list: RefObject<HTMLElement | null>, wanted: RefObject<WantedFocus | null>): void {
  if (wanted.current === null) return
  const { key, on, field = 0 } = wanted.current
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
