import { atom, useAtom, useAtomValue } from 'jotai'
import { memo, useMemo } from 'react'
import * as v from 'valibot'
import { CommandLink } from '#command-kit/command-link.tsx'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'
import type { Capability } from '#contract/capabilities.ts'
import type { SearchReading, VariableHit } from '#contract/shapes/entities.ts'
import { variableSketches } from '#contract/variables.ts'
import { dataTypeWord } from '#domain/data-types.ts'
import { formLabel, shortFormLabel } from '#domain/form-label.ts'
import { formatCount } from '#domain/numbers.ts'
import { questionOf } from '#domain/question-versions.ts'
import { searchWords } from '#domain/text/text.ts'
import { userAtom } from '#entities/session/session.ts'
import { DataTypeTag } from '#entities/variables/data-type-tag.tsx'
import { Highlighted, markedParts } from '#entities/variables/highlighted.tsx'
import { readingOfSearch } from '#entities/variables/search-reading.ts'
import { SelectedVariables } from '#entities/variables/selected-variables.tsx'
import { VariableRowActs } from '#entities/variables/variable-row-acts.tsx'
import { VariableSketch } from '#entities/variables/variable-sparkline.tsx'
import { useWorkingSetSelection } from '#entities/variables/working-set-selection.ts'
import { classNames } from '#ui/class-names.ts'
import type { Column } from '#ui/tables/data-table.tsx'
import { Identifier } from '#ui/tables/identifier.tsx'
import type { Folding } from '#workspace/lists/folded-rows.tsx'
import { ListGrid } from '#workspace/lists/list-grid.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import styles from '#features/variables/screens/catalog.module.css'
import stack from '#ui/stack.module.css'

/** The width of the list in a pane of 1,280 px, with filters at the left. */
const CARD_FROM = 1_000

/** Rows truncate a question at this length; its variable's page has the whole. */
const LONGEST_QUESTION = 400

const VERSIONS: Folding<VariableHit> = { by: questionOf, noun: 'version', listNoun: 'question', column: 'form' }

interface CatalogColumns {
  search: string
  /** The words to highlight, if the back end reports them. */
  marks: readonly string[] | undefined
  hasSketches: boolean
}

function catalogColumns({ search, marks, hasSketches }: CatalogColumns): readonly Column<VariableHit>[] {
  const spread: Column<VariableHit> = {
    key: 'spread',
    header: 'Answers',
    isMinor: true,
    cell: (hit) => <VariableSketch name={hit.variableName} isLarge />,
  }
  return [
    {
      key: 'question',
      header: 'Question',
      sortValue: (hit) => hit.question,
      cell: (hit) => (
        // A question may be in a script of another direction than the page's.
        <span className={styles['question']} dir="auto">
          <Highlighted text={shortened(hit.question.replaceAll('|', ' '))} search={search} marks={marks} />
          <FoundIn fields={hit.matched ?? []} />
        </span>
      ),
    },
    {
      key: 'name',
      header: 'Name',
      sortValue: (hit) => hit.variableName,
      cell: (hit) => (
        <CommandLink id="variable.show" args={{ variableName: hit.variableName }} className={styles['name']} isInGrid>
          <Identifier text={hit.variableName} parts={markedParts(hit.variableName, marks ?? searchWords(search))} />
        </CommandLink>
      ),
    },
    {
      key: 'form',
      header: 'Form',
      sortValue: (hit) => hit.contributors[0]?.instrument ?? null,
      cell: (hit) => <FormOf hit={hit} />,
    },
    {
      key: 'type',
      isMinor: 'last',
      header: 'Type',
      sortValue: (hit) => dataTypeWord(hit.dataType),
      cell: (hit) => <DataTypeTag dataType={hit.dataType} />,
    },
    {
      key: 'observations',
      header: 'Observations',
      align: 'end',
      sortValue: (hit) => hit.observations,
      cell: (hit) => formatCount(hit.observations),
    },
    ...(hasSketches ? [spread] : []),
    {
      key: 'acts',
      header: 'Actions',
      isMinor: true,
      cell: (hit) => <VariableRowActs variableName={hit.variableName} />,
    },
  ]
}

function shortened(text: string): string {
  return text.length <= LONGEST_QUESTION ? text : `${text.slice(0, LONGEST_QUESTION)}…`
}

function FormOf({ hit }: { hit: VariableHit }) {
  const [form] = hit.contributors
  if (!form) return hit.variableType === 'variable' ? '' : 'custom'
  return <abbr title={formLabel(form)}>{shortFormLabel(form)}</abbr>
}

/** Fields that a row does not show. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['meanings', 'value meanings'],
  ['explicit', 'explicit context'],
  ['implicit', 'implicit context'],
  ['section', 'section'],
  ['form', 'form'],
])

/** The matching fields that the row does not show. */
function FoundIn({ fields }: { fields: readonly string[] }) {
  const labels = fields.flatMap((field) => LABELS.get(field) ?? [])
  return labels.length === 0 ? null : <span className={styles['foundIn']}> Found in {labels.join(', ')}.</span>
}

const keptAtom = userStorageAtom('catalog-one-line-questions', v.boolean(), false)

/** Whether questions have one line instead of two; kept for each user in this browser. */
const isCompactAtom = atom(
  (get) => get(keptAtom(get(userAtom)?.username ?? '')),
  (get, set, isCompact: boolean) => set(keptAtom(get(userAtom)?.username ?? ''), isCompact),
)

interface CatalogHitsProps {
  hits: readonly VariableHit[]
  /** Set if the list is limited. */
  total: number | null
  fetchAll: (() => Promise<readonly VariableHit[]>) | undefined
  search: string
  reading: SearchReading | null
  /** Whether no hit matches all words. */
  isNearest: boolean
  isOlder: boolean
  isOffered: (endpoint: { readonly capability?: Capability }) => boolean
}

/** The hits, dimmed while they belong to an older text. */
export function CatalogHits({ isOlder, ...found }: CatalogHitsProps) {
  const isOneLine = useAtomValue(isCompactAtom)
  const look = [styles['hits'], isOneLine && styles['oneLine'], isOlder && stack['dimmed']]
  return (
    <section className={classNames(stack['section'], ...look)} aria-busy={isOlder}>
      <Hits {...found} />
    </section>
  )
}

const Hits = memo(function Hits({
  hits,
  total,
  fetchAll,
  search,
  reading,
  isNearest,
  isOffered,
}: Omit<CatalogHitsProps, 'isOlder'>) {
  const workingSet = useWorkingSetSelection()
  const [isCompact, setIsCompact] = useAtom(isCompactAtom)
  usePaneActions({
    'list.compact': { available: true, run: () => setIsCompact(!isCompact) },
  })
  const marks = reading?.marks
  const sentences = readingOfSearch(reading, isNearest)
  const hasSketches = isOffered(variableSketches)
  const columns = useMemo(() => catalogColumns({ search, marks, hasSketches }), [search, marks, hasSketches])
  return (
    <>
      {sentences !== '' && (
        <p className={stack['muted']} role="status">
          {sentences}
        </p>
      )}
      <ListGrid
        label="Variables"
        columns={columns}
        rows={hits}
        {...(total !== null && { total })}
        {...(fetchAll && { fetchAll })}
        rowHeight={isCompact ? 44 : 60}
        rowKey={(hit) => hit.variableName}
        invocation={(hit) => ({ id: 'variable.show', args: { variableName: hit.variableName } })}
        shared={workingSet}
        noun="variable"
        cardFrom={CARD_FROM}
        folding={VERSIONS}
        selectionActions={(names) => <SelectedVariables names={names} />}
      />
    </>
  )
})
