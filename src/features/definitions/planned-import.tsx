import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAtomValue, useStore } from 'jotai'
import { useState, lazy, Suspense, useMemo } from 'react'
import { CommandLink } from '#command-kit/command-link.tsx'
import { dataTypeWord } from '#domain/data-types.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { similarWords, vocabularyOf, type Vocabulary } from '#domain/text/spelling.ts'
import { currentProjectAtom, projectOfNew } from '#entities/projects/projects.ts'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { valueOrThrow } from '#entities/server-state/resource.ts'
import { useServices } from '#entities/server-state/services.ts'
import { catalogAtom } from '#entities/variables/variables.ts'
import type { HashCheck, ReadExchange } from '#features/definitions/exchange/exchange-text.ts'
import type { ItemKey } from '#features/definitions/exchange/mentions.ts'
import type { Mapping, NeededVariable } from '#features/definitions/exchange/needed-variables.ts'
import {
  planImport,
  type ImportPlan,
  type PlannedItem,
  runImport,
  type Imported,
} from '#features/definitions/exchange/plan-import.ts'
import type { Pasted } from '#features/definitions/paste-definition.ts'
import { refetchMade } from '#features/definitions/use-cases.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DataTable } from '#ui/tables/data-table.tsx'
import { ObjectBar } from '#workspace/detail/detail-page.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import stack from '#ui/stack.module.css'

const VariablePicker = lazy(async () => ({
  default: (await import('#entities/variables/variable-picker.tsx')).VariablePicker,
}))

interface VariablesTableProps {
  variables: readonly NeededVariable[]
  onMap: (name: string, target: string) => void
}

/** The variables that are missing here or differ, each with the variable that takes its place. */
function VariablesTable({ variables, onMap }: VariablesTableProps) {
  const catalog = useAtomValue(catalogAtom).data
  const names = useMemo(() => vocabularyOf(new Map(catalog?.map((hit) => [hit.variableName, 1]))), [catalog])
  const toCheck = variables.filter(
    ({ name, here, check }) =>
      here?.variableName.toUpperCase() !== name.toUpperCase() || check.errors.length + check.warnings.length > 0,
  )
  const rest = variables.length - toCheck.length
  if (variables.length === 0) return null
  return (
    <section className={stack['section']} aria-label="Variables">
      <h2>Variables</h2>
      {rest > 0 && <p className={stack['muted']}>{countOf(rest, 'variable')} with the same name and codes here.</p>}
      {toCheck.length > 0 && (
        <DataTable
          label="Variables to check"
          rows={toCheck}
          rowKey={({ name }) => name}
          columns={[
            { key: 'name', header: 'In the document', cell: (needed) => <There needed={needed} /> },
            {
              key: 'here',
              header: 'Here',
              cell: (needed) => <Here needed={needed} names={names} onMap={onMap} />,
            },
          ]}
        />
      )}
    </section>
  )
}

/** The variable in the document, and how it compares with the one here. */
function There({ needed }: { needed: NeededVariable }) {
  const { name, there } = needed
  return (
    <>
      {name}
      {there && <p className={stack['muted']}>{`${dataTypeWord(there.dataType)} · ${there.question}`}</p>}
      <p>{comparison(needed)}</p>
    </>
  )
}

interface HereProps {
  needed: NeededVariable
  names: Vocabulary
  onMap: VariablesTableProps['onMap']
}

function Here({ needed: { name, here }, names, onMap }: HereProps) {
  const similar = here === null ? similarWords(name, names) : []
  return (
    <div className={stack['picker']}>
      <Suspense fallback={<Skeleton />}>
        <VariablePicker
          label={`Variable for ${name}`}
          variableName={here?.variableName ?? null}
          onChoose={(target) => onMap(name, target)}
        />
      </Suspense>
      {similar.length > 0 && (
        <div className={stack['row']} role="group" aria-label={`Similar to ${name}`}>
          {similar.map((target) => (
            <Button key={target} size="small" onClick={() => onMap(name, target)}>
              Use {target}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

function comparison({ here, check }: NeededVariable): string {
  if (here === null) return 'Missing here: choose a variable.'
  const words = [...check.errors, ...check.warnings]
  return words.length === 0 ? 'Same type and codes.' : words.join(' ')
}

const KINDS = { 'custom-variable': 'Custom variable', cohort: 'Cohort', 'variable-set': 'Variable set' } as const

interface ItemsTableProps {
  items: readonly PlannedItem[]
  outcomes: ReadonlyMap<ItemKey, Imported>
}

/** What the import does with each definition, in the order of saving. */
function ItemsTable({ items, outcomes }: ItemsTableProps) {
  return (
    <section className={stack['section']} aria-label="Definitions">
      <h2>Definitions</h2>
      <DataTable
        label="Definitions"
        rows={items}
        rowKey={({ key }) => key}
        columns={[
          { key: 'kind', header: 'Kind', isMinor: true, cell: ({ kind }) => KINDS[kind] },
          { key: 'name', header: 'Name', cell: ({ name }) => name },
          {
            key: 'outcome',
            header: 'Import',
            cell: (item) => {
              const imported = outcomes.get(item.key)
              return imported ? <Done imported={imported} /> : planWords(item)
            },
          },
        ]}
      />
    </section>
  )
}

function planWords({ name, outcome }: PlannedItem): string {
  if (outcome.kind === 'blocked') return `Not possible: ${outcome.because.join(' ')}`
  if (outcome.kind === 'exists') return outcome.name === name ? 'You have it' : `You have it as ${outcome.name}`
  return outcome.name === name ? 'Save' : `Save as ${outcome.name}`
}

function Done({ imported }: { imported: Imported }) {
  if (imported.kind === 'failed') return <>Not saved: {imported.because}</>
  return (
    <>
      {imported.kind === 'made' ? 'Saved: ' : 'You have it: '}
      <Link made={imported.made}>{imported.name}</Link>
    </>
  )
}

function Link({ made, children }: { made: Pasted; children: string }) {
  if (made.kind === 'cohort') {
    return (
      <CommandLink id="cohort.show" args={{ cohortId: made.cohortId }}>
        {children}
      </CommandLink>
    )
  }
  if (made.kind === 'variable-set') {
    return (
      <CommandLink id="variable-set.show" args={{ variableSetId: made.variableSetId }}>
        {children}
      </CommandLink>
    )
  }
  return (
    <CommandLink id="variable.show" args={{ variableName: made.variableName }}>
      {children}
    </CommandLink>
  )
}

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
