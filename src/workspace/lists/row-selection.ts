import { useAtom, useAtomValue } from 'jotai'
import { useRef } from 'react'
import type { PaneAction } from '#command-kit/context.ts'
import type { Invocation, Origin } from '#command-kit/declaration.ts'
import { useCommandContext, useRegistry, useRunCommand } from '#command-kit/hooks.ts'
import type { CommandId } from '#commands/signatures.ts'
import { rowUnderCursorAtom, selectedRowsAtom } from '#workspace/lists/row-state.ts'
import type { ActedRow } from '#workspace/lists/row-subjects.ts'
import { usePaneId } from '#workspace/panes/pane-atoms.ts'

/** The maximum number of panes. */
const PANES_MAX = 4

/** Where the cursor is in a list. */
export interface RowPlace {
  /** The loaded rows in list order, with those that cannot be selected. */
  readonly keys: readonly string[]
  /** The index of the active row in the whole list. */
  readonly activeIndex: number
  /** Whether the cursor was moved to a row. */
  readonly isKnown: boolean
  /** Moves to a row of the whole list, turns to its page and takes the focus. */
  readonly goTo: (index: number) => void
}

interface RowSelection {
  readonly keys: readonly string[]
  readonly selected: ReadonlySet<string>
  readonly choose: (key: string, how: 'toggle' | 'range') => void
  readonly select: PaneAction
  /** Extend the selection to the next row or the previous one, or to all. */
  readonly extensions: Partial<Record<CommandId, PaneAction>>
  readonly compare: PaneAction
  readonly clear: () => void
  readonly compareInTable: PaneAction
  /** The selected cohorts, or the one under the cursor. */
  readonly cohortIds: readonly number[]
  /** Whether the cursor was moved to a row. */
  readonly hasCursor: boolean
  /** What keys act on: the row under the cursor, with the selection if it is one of it. */
  readonly acted: readonly ActedRow[]
}

/** A selection across searches and pages. */
export interface SharedSelection {
  readonly keys: readonly string[]
  readonly change: (change: (before: readonly string[]) => readonly string[]) => void
  /** Says what the last change did, for keys whose effect may be out of sight. */
  readonly report: () => void
  /** Says that a row is selected already. */
  readonly sayChosen: (key: string) => void
  readonly name: Origin
  /** Opens a selected row that the list does not contain. */
  readonly invocation: (key: string) => Invocation
}

interface RowSelectionSettings {
  /** The row under the cursor. */
  readonly activeKey: string | null
  readonly place: RowPlace
  /** The keys of all rows, if only the first are loaded. */
  readonly fetchKeys?: (() => Promise<readonly string[]>) | undefined
  /** Open commands of the list's rows, by key, in list order. */
  readonly invocations: ReadonlyMap<string, Invocation>
  readonly shared?: SharedSelection | undefined
}

/** The selected rows of a list, and the action that shows them side by side. */
export function useRowSelection(settings: RowSelectionSettings): RowSelection {
  const { activeKey, place, fetchKeys, invocations, shared } = settings
  const paneId = usePaneId()
  const [selection, setSelection] = useAtom(selectedRowsAtom(paneId))
  const anchor = useRef<string | null>(null)
  /** The end of the last range, and the rows that it added: the next range from the same anchor replaces it. */
  const last = useRef<{ end: string | null; added: readonly string[] }>({ end: null, added: [] })
  const registry = useRegistry()
  const run = useRunCommand('key')
  const { workspace } = useCommandContext()
  const keys = shared ? shared.keys : selection.filter((key) => invocations.has(key))
  const change = shared ? shared.change : setSelection
  const opening = (key: string) => invocations.get(key) ?? shared?.invocation(key) ?? []

  const hasRow = activeKey !== null || { because: 'The list is empty.' }
  // A shared selection may exceed the number of panes: then the active row is opened.
  const isMeant = keys.length > 0 && (shared === undefined || keys.length <= PANES_MAX || activeKey === null)
  const wanted = isMeant ? keys : activeKey === null ? [] : [activeKey]
  const toCompare = wanted.flatMap(opening)
  const [first] = toCompare
  const underCursor = useAtomValue(rowUnderCursorAtom(paneId))
  const others = keys.includes(underCursor ?? '') || underCursor === null ? keys : []
  const acted = underCursor !== null && underCursor === activeKey ? [underCursor, ...others] : others
  const canCompare = first?.id === 'cohort.show' || first?.id === 'variable.show'
  const cohortIds = toCompare.flatMap(({ id, args }) =>
    id === 'cohort.show' && args.cohortId !== undefined ? [args.cohortId] : [],
  )
  const [firstCohort, ...otherCohorts] = cohortIds
  const isFew = toCompare.length <= PANES_MAX || { because: `At most ${PANES_MAX} can be shown side by side.` }
  const start = (key: string | null) => {
    anchor.current = key
    last.current = { end: key, added: [] }
  }
  const choose = (key: string, how: 'toggle' | 'range') => {
    if (how === 'toggle') {
      change((before) => withToggled(before, key))
      start(key)
      return
    }
    anchor.current ??= activeKey
    const { added } = last.current
    change((before) => {
      const others = before.filter((other) => !added.includes(other))
      const range = withRange(others, { order: place.keys, anchor: anchor.current, key })
      const chosen = range.filter((other) => others.includes(other) || invocations.has(other))
      last.current = { end: key, added: chosen.filter((other) => !others.includes(other)) }
      return chosen
    })
  }
  const extend = (by: 1 | -1) => {
    const from = place.keys[place.activeIndex] ?? null
    const to = place.isKnown ? place.activeIndex + by : place.activeIndex
    const key = place.keys[to]
    if (key === undefined) return
    if (last.current.end !== from) start(from)
    choose(key, 'range')
    place.goTo(to)
  }
  const canSelect = place.keys.length > 0 || { because: 'The list is empty.' }

  return {
    keys,
    hasCursor: underCursor !== null && underCursor === activeKey,
    acted: [...new Set(acted)].flatMap((key) =>
      [opening(key)].flat().map((invocation) => ({
        invocation,
        ...(shared && key !== underCursor && { from: shared.name }),
      })),
    ),
    cohortIds,
    selected: new Set(keys),
    choose,
    clear: () => change(() => []),
    select: {
      available: hasRow,
      run: () => (activeKey === null ? undefined : choose(activeKey, 'toggle')),
    },
    extensions: {
      'list.extend-next': { available: canSelect, run: () => extend(1) },
      'list.extend-previous': { available: canSelect, run: () => extend(-1) },
      'list.select-all': {
        available: canSelect,
        run: async () => {
          const all = fetchKeys ? await fetchKeys() : [...invocations.keys()]
          change((before) => [...new Set([...before, ...all])])
          start(activeKey)
        },
      },
    },
    compare: {
      available: !canCompare ? { because: 'Only cohorts and variables can be compared.' } : isFew,
      run: async () => {
        if (toCompare.length > 1) {
          workspace.arrange(toCompare.flatMap((invocation) => registry.addressOf(invocation) ?? []))
        } else if (first?.id === 'cohort.show') await run({ id: 'cohort.compare', args: first.args })
        else if (first?.id === 'variable.show') await run({ id: 'variable.compare', args: first.args })
      },
    },
    compareInTable: {
      available: firstCohort === undefined ? { because: 'Only cohorts can be compared in one table.' } : isFew,
      run: async () => {
        if (firstCohort === undefined) return
        if (otherCohorts.length === 0) await run({ id: 'cohort.compare-in-table', args: { cohortId: firstCohort } })
        else await run({ id: 'cohort.show', args: { cohortId: firstCohort, compareWith: otherCohorts } })
      },
    },
  }
}

/** Toggles a key. */
export function withToggled(keys: readonly string[], key: string): readonly string[] {
  return keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]
}

/** Adds all rows from the anchor to `key` in list order; without an anchor, the row only. */
export function withRange(
  keys: readonly string[],
  { order, anchor, key }: { readonly order: readonly string[]; readonly anchor: string | null; readonly key: string },
): readonly string[] {
  const to = order.indexOf(key)
  const from = anchor === null ? -1 : order.indexOf(anchor)
  const range = from === -1 ? [key] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return [...new Set([...keys, ...range])]
}
