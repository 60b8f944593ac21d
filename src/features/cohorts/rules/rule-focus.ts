import type { RefObject } from 'react'

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

export function firstField(list: HTMLElement | null, key: string): HTMLElement | undefined {
  return marked(list, 'fields', key)?.querySelector<HTMLElement>('input, select') ?? undefined
}

function marked(list: HTMLElement | null, name: 'row' | 'fields', key: string): HTMLElement | undefined {
  const elements = list?.querySelectorAll<HTMLElement>(`[data-${name}]`) ?? []
  return [...elements].find(({ dataset }) => dataset[name] === key)
}
