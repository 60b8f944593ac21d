import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { SOURCE_LIMITS } from '#domain/custom-variables/custom-variables.ts'
import { VALUE_NAME } from '#domain/text/names.ts'
import { addValue, moveValue, removeValue } from '#features/custom-variables/draft-edits.ts'
import { isEmptyValue, type CustomVariableDraft, type DraftValue } from '#features/custom-variables/draft.ts'
import type { CustomVariableBuilder } from '#features/custom-variables/use-custom-variable-builder.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'

type RowsOf = Pick<CustomVariableBuilder, 'edit'> & {
  readonly draft: CustomVariableDraft
  readonly counts: Pick<CustomVariableBuilder['counts'], 'incomplete'>
}

interface Focus {
  readonly key: string
  readonly on: 'row' | 'name'
}

/** The open row, and the keys of the rows: arrows, Home, End; Alt and an arrow moves, Delete removes. */
export function useValueRows({ draft, edit, counts }: RowsOf) {
  const { values, kind, defaultKey } = draft
  const list = useRef<HTMLElement>(null)
  const isUnfinished = ({ key, name }: DraftValue) =>
    !isNamed({ name }) || (counts.incomplete.has(key) && key !== defaultKey)
  const isReady = draft.sources.length >= SOURCE_LIMITS[kind].minimum
  // Until the user opens or closes a row, the first one is open in a new builder, whose values have no names.
  const [chosen, setChosen] = useState<string | null | undefined>(() => (isNamed(values[0]) ? null : undefined))
  const openKey = chosen === undefined ? (isReady ? (values[0]?.key ?? null) : null) : chosen
  const [moved, setMoved] = useState('')

  // Focused after the next render: a row may be new or have moved in the page, which blurs it.
  const wanted = useRef<Focus | null>(null)
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const { key, on } = wanted.current
    const row = rowOf(list.current, key)
    const field = on === 'name' ? row?.parentElement?.querySelector('input') : null
    if (!row || (on === 'name' && !field)) return
    wanted.current = null
    const target = field ?? row
    target.focus()
    target.scrollIntoView({ block: 'nearest' })
  })

  // The picker of the last source disappears with the focus.
  const wasReady = useRef(isReady)
  useEffect(() => {
    const isNew = isReady && !wasReady.current
    wasReady.current = isReady
    if (isNew && document.activeElement === document.body) list.current?.querySelector('input')?.focus()
  }, [isReady])

  const latest = useRef({ draft, values, openKey, isUnfinished })
  useLayoutEffect(() => {
    latest.current = { draft, values, openKey, isUnfinished }
  })
  const handlers = useMemo(() => {
    const open = (key: string) => {
      wanted.current = { key, on: 'name' }
      setChosen(key)
    }
    const add = () =>
      edit((before) => {
        const after = addValue(before)
        const added = after.values.at(-1)
        if (added) open(added.key)
        return after
      })
    return {
      onToggle: (key: string) => (latest.current.openKey === key ? setChosen(null) : open(key)),
      /** Opens the next unfinished value, or a new one after the last; an unfinished one keeps the focus, an empty one closes. */
      onDone: (key: string) => {
        const { draft: current, values: all, isUnfinished: isOpen } = latest.current
        const place = all.findIndex((value) => value.key === key)
        const value = all[place]
        const next = all.slice(place + 1).find(isOpen)
        const isEmpty = value === undefined || isEmptyValue(current, value)
        if (!isEmpty && next) return open(next.key)
        if (!isEmpty && isOpen(value)) return firstEmptyField(list.current, key)?.focus()
        if (!isEmpty && place === all.length - 1) return add()
        wanted.current = { key, on: 'row' }
        setChosen(null)
      },
      onMove: (key: string, place: number, title: string, total: number) => {
        edit((before) => moveValue(before, key, place))
        setMoved(`${title} is now ${place + 1} of ${total}.`)
      },
      onRemove: (key: string) => {
        const { values: before } = latest.current
        const place = before.findIndex((value) => value.key === key)
        const next = before[place + 1] ?? before[place - 1]
        if (next) wanted.current = { key: next.key, on: 'row' }
        edit((one) => removeValue(one, key))
      },
      onAdd: add,
    }
  }, [edit])
  const { onAdd, ...rowHandlers } = handlers
  usePaneActions({ 'form.add-value': { available: true, run: onAdd } })

  const handleKeyDown = (event: KeyboardEvent) => {
    const row = event.target instanceof HTMLElement ? event.target.dataset['row'] : undefined
    if (row === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
    const place = values.findIndex(({ key }) => key === row)
    const to = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: values.length - 1 }[event.key]
    if (event.key === 'Delete' && !event.altKey) rowHandlers.onRemove(row)
    else if (to === undefined) return
    else if (!event.altKey) rowOf(list.current, values[to]?.key)?.focus()
    else if (event.key.startsWith('Arrow') && to >= 0 && to < values.length) {
      wanted.current = { key: row, on: 'row' }
      rowHandlers.onMove(row, to, values[place]?.name || `value ${place + 1}`, values.length)
    }
    event.preventDefault()
    event.stopPropagation()
  }
  return { list, openKey, moved, handleKeyDown, ...rowHandlers }
}

function rowOf(list: HTMLElement | null, key: string | undefined): HTMLElement | null {
  const rows = list?.querySelectorAll<HTMLElement>('[data-row]') ?? []
  return [...rows].find(({ dataset }) => dataset['row'] === key) ?? null
}

function firstEmptyField(list: HTMLElement | null, key: string): HTMLElement | undefined {
  const fields = rowOf(list, key)?.parentElement?.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    'input, select',
  )
  return [...(fields ?? [])].find(({ value }) => value === '')
}

function isNamed(value: Pick<DraftValue, 'name'> | undefined): boolean {
  return value !== undefined && VALUE_NAME.problem(value.name) === null
}
