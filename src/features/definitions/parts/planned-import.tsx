import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAtomValue, useStore } from 'jotai'
import { useState } from 'react'
import { countOf, formatCount } from '#domain/numbers.ts'
import { currentProjectAtom, projectOfNew } from '#entities/projects/projects.ts'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { valueOrThrow } from '#entities/server-state/resource.ts'
import { useServices } from '#entities/server-state/services.ts'
import type { HashCheck, ReadExchange } from '#features/definitions/exchange/exchange-text.ts'
import type { ItemKey } from '#features/definitions/exchange/mentions.ts'
import type { Mapping } from '#features/definitions/exchange/needed-variables.ts'
import { planImport, type ImportPlan } from '#features/definitions/exchange/plan-import.ts'
import { runImport, type Imported } from '#features/definitions/exchange/run-import.ts'
import { ItemsTable } from '#features/definitions/parts/items-table.tsx'
import { VariablesTable } from '#features/definitions/parts/variables-table.tsx'
import { refetchMade } from '#features/definitions/use-cases.ts'
import { Notice } from '#ui/notice.tsx'
import { ObjectBar } from '#workspace/detail/detail-page.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'

type Outcomes = ReadonlyMap<ItemKey, Imported>

interface PlannedImportProps {
  id: number
  read: ReadExchange
}

/** The import of one document into the current project. */
export function PlannedImport({ id, read }: PlannedImportProps) {
  const { call, queryClient } = useServices()
  const projectId = useAtomValue(currentProjectAtom)?.projectId
  const [mapping, setMapping] = useState<Mapping>({})
  const query = useQuery(
    {
      queryKey: ['exchange-plan', id, mapping, projectId],
      placeholderData: keepPreviousData,
      queryFn: async () => valueOrThrow(await planImport(call, read.document, { mapping, projectId })),
    },
    queryClient,
  )
  return (
    <QueryResult query={query}>
      {(plan) => (
        <Plan
          plan={plan}
          read={read}
          isPlanning={query.isPlaceholderData}
          onMap={(name, target) => setMapping((before) => ({ ...before, [name.toUpperCase()]: target }))}
        />
      )}
    </QueryResult>
  )
}

interface PlanProps {
  plan: ImportPlan
  read: ReadExchange
  isPlanning: boolean
  onMap: (name: string, target: string) => void
}

function Plan({ plan, read, isPlanning, onMap }: PlanProps) {
  const services = useServices()
  const store = useStore()
  /** The plan that runs or has run: saved definitions would change a new plan. */
  const [running, setRunning] = useState<ImportPlan | null>(null)
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map())
  const [isDone, setIsDone] = useState(false)
  const shown = running ?? plan
  const toSave = shown.items.filter(({ outcome }) => outcome.kind === 'create').length
  const toRun = shown.items.filter(({ outcome }) => outcome.kind !== 'blocked').length

  const save = async () => {
    if (running !== null) return
    setRunning(plan)
    await runImport(services.call, plan, {
      projectId: await projectOfNew(services),
      onItem: (key, imported) => setOutcomes((before) => new Map([...before, [key, imported]])),
    })
    await refetchMade(store)
    setIsDone(true)
  }
  const available =
    running !== null
      ? { because: isDone ? 'These definitions were imported.' : 'The import is running.' }
      : isPlanning
        ? ('pending' as const)
        : toSave > 0 || { because: 'There is nothing to save.' }
  usePaneActions({ 'form.save': { available, run: save } })

  return (
    <>
      <ObjectBar
        fact={formatCount(toSave)}
        unit={`of ${countOf(shown.items.length, 'definition')} to save`}
        definition={hashWords(read)}
        primary={{ id: 'form.save', args: {}, label: `Save ${countOf(toSave, 'definition')}` }}
        secondary={[{ id: 'definitions.open-file', args: {} }]}
        more={[]}
      />
      {read.check === 'differs' && (
        <Notice tone="warning" title="The hash does not belong to these definitions.">
          The document was changed after its export. Check the definitions before you save them.
        </Notice>
      )}
      {running !== null && <Progress outcomes={outcomes} total={toRun} isDone={isDone} />}
      {running === null && <VariablesTable variables={shown.variables} onMap={onMap} />}
      <ItemsTable items={shown.items} outcomes={outcomes} />
    </>
  )
}

function Progress({ outcomes, total, isDone }: { outcomes: Outcomes; total: number; isDone: boolean }) {
  const failed = [...outcomes.values()].filter(({ kind }) => kind === 'failed').length
  const made = [...outcomes.values()].filter(({ kind }) => kind === 'made').length
  if (!isDone) return <p role="status">{`${formatCount(outcomes.size)} of ${formatCount(total)} …`}</p>
  if (failed === 0) return <Notice title={`${countOf(made, 'definition')} saved.`} />
  return (
    <Notice tone="error" title={`${countOf(made, 'definition')} saved, ${formatCount(failed)} not saved.`}>
      The table gives the reasons. The other definitions are saved.
    </Notice>
  )
}

const HASH_WORDS: Readonly<Record<HashCheck, string>> = {
  verified: 'Hash verified',
  differs: 'Hash differs',
  absent: 'No hash in the document',
  unchecked: 'Hash not checked: this needs HTTPS',
}

function hashWords({ check, hash }: ReadExchange): string {
  return hash === null ? HASH_WORDS[check] : `${HASH_WORDS[check]} · SHA-256 ${hash.slice(0, 16)}…`
}
