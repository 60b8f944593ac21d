import { useAtom } from 'jotai'
import { useRef } from 'react'
import type { PaneAction } from '#command-kit/context.ts'
import type { Invocation } from '#command-kit/declaration.ts'
import { useCommandContext, useRegistry, useRunCommand } from '#command-kit/hooks.ts'
import { usePaneId } from '#workspace/pane-id.ts'
import { screenState } from '#workspace/screen-state.ts'

/** As many as there may be panes. */
const MOST = 4
const NONE: readonly string[] = []

/** The keys of the rows selected in a pane's own list, in the order of choosing. */
export const selectedRowsAtom = screenState(NONE)

/** The key of the row under the cursor of a pane's own list; null before anyone moved it. */
export const rowUnderCursorAtom = screenState<string | null>(null)

interface RowSelection {
  /** In the order of choosing. */
  readonly keys: readonly string[]
  readonly selected: ReadonlySet<string>
  readonly choose: (key: string, how: 'toggle' | 'range') => void
  readonly select: PaneAction
  readonly compare: PaneAction
  readonly clear: () => void
  readonly compareInTable: PaneAction
}

/** A selection that outlives the list: rows of other searches and pages are in it too. */
export interface SharedSelection {
  readonly keys: readonly string[]
  readonly change: (change: (before: readonly string[]) => readonly string[]) => void
  /** What opens a row that the list does not show. */
  readonly invocation: (key: string) => Invocation
}

interface RowSelectionSettings {
  /** The row under the cursor. */
  readonly activeKey: string | null
  /** What opening each row of the list runs, by its key, in the order of the list. */
  readonly invocations: ReadonlyMap<string, Invocation>
  readonly shared?: SharedSelection | undefined
}

/** The rows of a list that are selected, and what shows them side by side. */
export function useRowSelection({ activeKey, invocations, shared }: RowSelectionSettings): RowSelection {
  const [own, setOwn] = useAtom(selectedRowsAtom(usePaneId()))
  const anchor = useRef<string | null>(null)
  const registry = useRegistry()
  const run = useRunCommand('key')
  const { workspace } = useCommandContext()
  const keys = shared ? shared.keys : own.filter((key) => invocations.has(key))
  const change = shared ? shared.change : setOwn
  const opening = (key: string) => invocations.get(key) ?? shared?.invocation(key) ?? []

  const hasRow = activeKey !== null || { because: 'The list is empty.' }
  // A shared selection may hold more than fits side by side: then the row under the cursor is meant.
  const isMeant = keys.length > 0 && (shared === undefined || keys.length <= MOST || activeKey === null)
  const wanted = isMeant ? keys : activeKey === null ? [] : [activeKey]
  const toCompare = wanted.flatMap(opening)
  const [first] = toCompare
  const canCompare = first?.id === 'cohort.show' || first?.id === 'variable.show'
  const cohortIds = toCompare.flatMap(({ id, args }) =>
    id === 'cohort.show' && args.cohortId !== undefined ? [args.cohortId] : [],
  )
  const [firstCohort, ...otherCohorts] = cohortIds
  const isFew = toCompare.length <= MOST || { because: `At most ${MOST} can stand side by side.` }
  const choose = (key: string, how: 'toggle' | 'range') => {
    const from = anchor.current ?? activeKey
    change((before) =>
      how === 'toggle'
        ? withToggled(before, key)
        : withRange(before, { order: [...invocations.keys()], anchor: from, key }),
    )
    anchor.current = key
  }

  return {
    keys,
    selected: new Set(keys),
    choose,
    clear: () => change(() => []),
    select: {
      available: hasRow,
      run: () => (activeKey === null ? undefined : choose(activeKey, 'toggle')),
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

/** The keys after one more is selected, or one fewer. */
export function withToggled(keys: readonly string[], key: string): readonly string[] {
  return keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]
}

/** The keys with all rows from the anchor to `key` in the order of the list; without an anchor there the row alone. */
export function withRange(
  keys: readonly string[],
  { order, anchor, key }: { readonly order: readonly string[]; readonly anchor: string | null; readonly key: string },
): readonly string[] {
  const to = order.indexOf(key)
  const from = anchor === null ? -1 : order.indexOf(anchor)
  const range = from === -1 ? [key] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return [...new Set([...keys, ...range])]
}
