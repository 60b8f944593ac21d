import type { RefObject } from 'react'
import { isOpenField } from '#workspace/builder-frame.tsx'

export interface WantedFocus {
  readonly key: string
  readonly on: 'row' | 'field'
}

/** Focuses the wanted row, or the first field of its rule, once it is in the page. */
export function focusWanted(list: RefObject<HTMLElement | null>, wanted: RefObject<WantedFocus | null>): void {
  if (wanted.current === null) return
  const { key, on } = wanted.current
  const target = on === 'field' ? firstField(list.current, key) : marked(list.current, 'row', key)
  if (!target) return
  wanted.current = null
  target.focus()
  target.scrollIntoView({ block: 'nearest' })
}

/** Focuses the first empty or invalid field of a rule; opens its row if it is closed. */
export function leadToRule(paneId: string, key: string): void {
  const pane = document.querySelector<HTMLElement>(`[data-pane="${CSS.escape(paneId)}"]`)
  const fields = [...(marked(pane, 'fields', key)?.querySelectorAll<HTMLInputElement>('input, select') ?? [])]
  const field = fields.find(isOpenField) ?? fields[0]
  if (field) field.focus()
  else marked(pane, 'row', key)?.click()
}

export function firstField(list: HTMLElement | null, key: string): HTMLElement | undefined {
  return marked(list, 'fields', key)?.querySelector<HTMLElement>('input, select') ?? undefined
}

/** Focuses the first button that adds to a group. */
export function focusAdding(list: HTMLElement | null, groupKey: string): void {
  marked(list, 'adds', groupKey)?.querySelector('button')?.focus()
}

/** The key of the rule, or of the group of buttons, that an element belongs to. */
export function ruleKeyAt(element: Element | null): string | undefined {
  const found = element?.closest<HTMLElement>('[data-row], [data-fields], [data-adds]')
  return found?.dataset['row'] ?? found?.dataset['fields'] ?? found?.dataset['adds']
}

function marked(list: HTMLElement | null, name: 'row' | 'fields' | 'adds', key: string): HTMLElement | undefined {
  const elements = list?.querySelectorAll<HTMLElement>(`[data-${name}]`) ?? []
  return [...elements].find(({ dataset }) => dataset[name] === key)
}
