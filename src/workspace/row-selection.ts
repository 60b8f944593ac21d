import { useState } from 'react'
import type { PaneAction } from '#command-kit/context.ts'
import type { Invocation } from '#command-kit/declaration.ts'
import { useCommandContext, useRegistry, useRunCommand } from '#command-kit/hooks.ts'

/** As many as there may be panes. */
const MOST = 4

interface RowSelection {
  readonly selected: ReadonlySet<string>
  readonly select: PaneAction
  readonly compare: PaneAction
  readonly clear: () => void
  readonly compareInTable: PaneAction
}

interface RowSelectionSettings {
  /** The row under the cursor. */
  readonly activeKey: string | null
  /** What opening each row of the list runs, by its key. */
  readonly invocations: ReadonlyMap<string, Invocation>
}

/** The rows of a list that are selected, and what shows them side by side. */
export function useRowSelection({ activeKey, invocations }: RowSelectionSettings): RowSelection {
  const [kept, setSelected] = useState<readonly string[]>([])
  const registry = useRegistry()
  const run = useRunCommand('key')
  const { workspace } = useCommandContext()
  const selected = new Set(kept.filter((key) => invocations.has(key)))

  const hasRow = activeKey !== null || { because: 'The list is empty.' }
  const wanted = selected.size > 0 ? [...selected] : activeKey === null ? [] : [activeKey]
  const toCompare = wanted.flatMap((key) => invocations.get(key) ?? [])
  const [first] = toCompare
  const canCompare = first?.id === 'cohort.show' || first?.id === 'variable.show'
  const cohortIds = toCompare.flatMap(({ id, args }) =>
    id === 'cohort.show' && args.cohortId !== undefined ? [args.cohortId] : [],
  )
  const [firstCohort, ...otherCohorts] = cohortIds
  const isFew = toCompare.length <= MOST || { because: `At most ${MOST} can stand side by side.` }
  const toggle = (key: string) =>
    setSelected((before) => (before.includes(key) ? before.filter((other) => other !== key) : [...before, key]))

  return {
    selected,
    clear: () => setSelected([]),
    select: {
      available: hasRow,
      run: () => (activeKey === null ? undefined : toggle(activeKey)),
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
