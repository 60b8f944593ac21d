import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { SOURCE_LIMITS } from '#domain/custom-variables.ts'
import { VALUE_NAME } from '#domain/names.ts'
import type { CustomVariableDraft, DraftValue } from '#features/custom-variables/draft.ts'
import { addValue, moveValue, removeValue } from '#features/custom-variables/draft-edits.ts'
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

  const latest = useRef({ values, openKey, isUnfinished })
  useLayoutEffect(() => {
    latest.current = { values, openKey, isUnfinished }
  })
  const handlers = useMemo(() => {
    const open = (key: string) => {
      wanted.current = { key, on: 'name' }
      setChosen(key)
    }
    return {
      onToggle: (key: string) => (latest.current.openKey === key ? setChosen(null) : open(key)),
      onDone: (key: string) => {
        const place = latest.current.values.findIndex((value) => value.key === key)
        const next = latest.current.values.slice(place + 1).find((value) => latest.current.isUnfinished(value))
        if (next) return open(next.key)
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
      onAdd: () =>
        edit((before) => {
          const after = addValue(before)
          const added = after.values.at(-1)
          if (added) open(added.key)
          return after
        }),
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

function isNamed(value: Pick<DraftValue, 'name'> | undefined): boolean {
  return value !== undefined && VALUE_NAME.problem(value.name) === null
}
