import { CommandLink } from '#command-kit/command-link.tsx'
import type { VariableHit } from '#contract/shapes/entities.ts'
import { dataTypeWord } from '#domain/data-types.ts'
import { formLabel, shortFormLabel } from '#domain/form-label.ts'
import { formatCount } from '#domain/numbers.ts'
import { searchWords } from '#domain/text/text.ts'
import { DataTypeTag } from '#entities/variables/data-type-tag.tsx'
import { Highlighted, markedParts } from '#entities/variables/highlighted.tsx'
import { VariableRowActs } from '#entities/variables/variable-row-acts.tsx'
import { VariableSketch } from '#entities/variables/variable-sparkline.tsx'
import type { Column } from '#ui/tables/data-table.tsx'
import { Identifier } from '#ui/tables/identifier.tsx'
import styles from '#features/variables/screens/catalog.module.css'

/** Rows truncate a question at this length; its variable's page has the whole. */
const LONGEST_QUESTION = 400

interface CatalogColumns {
  search: string
  /** The words to highlight, if the back end reports them. */
  marks: readonly string[] | undefined
  hasSketches: boolean
}

export function catalogColumns({ search, marks, hasSketches }: CatalogColumns): readonly Column<VariableHit>[] {
  const spread: Column<VariableHit> = {
    key: 'spread',
    header: 'Answers',
    isMinor: 'last',
    width: '76px',
    cell: (hit) => <VariableSketch name={hit.variableName} />,
  }
  return [
    {
      key: 'name',
      header: 'Name',
      width: 'var(--name-width)',
      sortValue: (hit) => hit.variableName,
      cell: (hit) => (
        <CommandLink id="variable.show" args={{ variableName: hit.variableName }} className={styles['name']} isInGrid>
          <Identifier text={hit.variableName} parts={markedParts(hit.variableName, marks ?? searchWords(search))} />
        </CommandLink>
      ),
    },
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
      key: 'type',
      isMinor: true,
      header: 'Type',
      width: '104px',
      sortValue: (hit) => dataTypeWord(hit.dataType),
      cell: (hit) => <DataTypeTag dataType={hit.dataType} />,
    },
    {
      key: 'form',
      isMinor: 'first',
      header: 'Form',
      width: '88px',
      sortValue: (hit) => hit.contributors[0]?.instrument ?? null,
      cell: (hit) => <FormOf hit={hit} />,
    },
    {
      key: 'observations',
      header: 'Observations',
      align: 'end',
      width: 'var(--count-width)',
      sortValue: (hit) => hit.observations,
      cell: (hit) => formatCount(hit.observations),
    },
    ...(hasSketches ? [spread] : []),
    {
      key: 'acts',
      header: 'Actions',
      isMinor: 'first',
      width: '140px',
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
])

/** The matching fields that the row does not show. */
function FoundIn({ fields }: { fields: readonly string[] }) {
  const labels = fields.flatMap((field) => LABELS.get(field) ?? [])
  return labels.length === 0 ? null : <span className={styles['foundIn']}> Found in {labels.join(', ')}.</span>
}
