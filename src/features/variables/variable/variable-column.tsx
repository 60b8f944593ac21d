import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { CommandLink, CommandNewTab } from '#command-kit/command-link.tsx'
import type { Variable, Contributor } from '#contract/shapes/entities.ts'
import { variableEdits } from '#contract/variables.ts'
import { isCoded } from '#domain/data-types.ts'
import { ROOT_COHORT_ID, TOP_ANSWERS_SHOWN } from '#domain/limits.ts'
import { UNABLE_TO_GET_VARIABLE } from '#domain/messages.ts'
import { countOf } from '#domain/numbers.ts'
import type { TermId } from '#domain/terms.ts'
import { pipesToLines, textAt } from '#domain/text/text.ts'
import { cohortAtom } from '#entities/cohorts/cohorts.ts'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { isOfferedAtom, readerAtom } from '#entities/session/session.ts'
import { Term } from '#entities/terms/term.tsx'
import { variableAtom } from '#entities/variables/variables.ts'
import { AnswersByCohort } from '#features/variables/variable/answers-by-cohort.tsx'
import {
  CustomDefinition,
  DeleteCustomVariable,
  EditCustomVariable,
} from '#features/variables/variable/custom-definition.tsx'
import { VariableBar } from '#features/variables/variable/variable-bar.tsx'
import { classNames } from '#ui/class-names.ts'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type Column, DataTable } from '#ui/tables/data-table.tsx'
import { DetailPage } from '#workspace/detail/detail-page.tsx'
import { useEditAction } from '#workspace/detail/edit-action.ts'
import { LocalTable } from '#workspace/lists/local-table.tsx'
import styles from '#features/variables/screens/variable.module.css'
import stack from '#ui/stack.module.css'

/** A variable's sources: forms and their codebooks, or a custom variable's source variables. */
export function Contributors({ contributors, isCustom }: { contributors: readonly Contributor[]; isCustom: boolean }) {
  if (contributors.length === 0) return <p className={stack['muted']}>This variable has no form.</p>
  if (isCustom) {
    return (
      <>
        <h2>Sources</h2>
        <ul className={stack['row']}>
          {contributors.map(({ variableName: name }) => (
            <li key={name}>
              <CommandLink id="variable.show" args={{ variableName: name }}>
                {name}
              </CommandLink>
            </li>
          ))}
        </ul>
      </>
    )
  }
  return (
    <>
      <h2>Contributors</h2>
      <DataTable
        label="Contributors"
        columns={CONTRIBUTOR_COLUMNS.filter((column) => contributors.some((row) => row[column.key] !== ''))}
        rows={contributors}
        rowKey={(row) => `${row.instrument} ${row.version} ${row.variableName}`}
      />
    </>
  )
}

const CONTRIBUTOR_COLUMNS: readonly (Column<Contributor> & { key: keyof Contributor })[] = [
  { key: 'variableName', header: 'Variable', cell: (row) => row.variableName },
  { key: 'instrument', header: 'Instrument', cell: (row) => row.instrument },
  { key: 'version', header: 'Version', cell: (row) => row.version },
  { key: 'section', header: 'Section', cell: (row) => row.section },
  { key: 'tocPage', header: 'TOC page', cell: (row) => row.tocPage },
  { key: 'item', header: 'Item', cell: (row) => row.item },
  { key: 'pdfPage', header: 'Codebook', cell: (row) => codebookLink(row) },
]

function codebookLink({ pdfFile: file, pdfPage: page }: Contributor) {
  if (file === '') return ''
  return (
    <CommandNewTab
      id="codebook.open"
      args={{ file, page }}
      variant="quiet"
      size="small"
      className={styles['codebook'] ?? ''}
    >
      page {page}
    </CommandNewTab>
  )
}

const SameQuestion = lazy(async () => ({
  default: (await import('#features/variables/variable/same-question.tsx')).SameQuestion,
}))
const EditDialog = lazy(() => import('#features/variables/variable/edit-variable-dialog.tsx'))
const EditQueue = lazy(() => import('#features/variables/variable/edit-queue.tsx'))

interface VariableColumnProps {
  name: string
  cohortIds: readonly number[]
  /** The choice of cohorts and of another variable; null beside other variables. */
  choices: ReactNode
  /** Null for the variable of the page itself. */
  onRemove: (() => void) | null
}

export function VariableColumn(props: VariableColumnProps) {
  const variable = useAtomValue(variableAtom({ name: props.name }))
  const [cohortId = ROOT_COHORT_ID] = props.cohortIds.length === 1 ? props.cohortIds : []
  const isOfAll = cohortId === ROOT_COHORT_ID
  const cohort = useAtomValue(cohortAtom(isOfAll ? 0 : cohortId))
  const counted = useAtomValue(variableAtom({ name: props.name, ...(!isOfAll && { cohortId }) }))
  const isCounting = !isOfAll && [cohort, counted].some(({ data, error }) => data === undefined && error === null)
  // The previous cohorts stay until the new one is counted: a skeleton would drop the focus of the choice.
  const asked = props.cohortIds.join()
  const [shown, setShown] = useState<string | null>(null)
  if (!isCounting && shown !== asked) setShown(asked)
  // The name of the cohort and the number may take another line.
  if (isCounting && shown === null) return <Skeleton shape="page" />
  const cohortIds = isCounting ? (shown ?? '').split(',').filter(Boolean).map(Number) : props.cohortIds
  return (
    <article className={styles['column']} aria-label={props.name} aria-busy={isCounting}>
      <Loaded resource={variable} skeleton={<Skeleton shape="page" />}>
        {(found) =>
          found === null ? (
            <Notice
              tone="error"
              title={UNABLE_TO_GET_VARIABLE}
              actions={<CommandLink id="variables.search" args={{ text: props.name }} />}
            >
              There is no variable named “{props.name}”.
            </Notice>
          ) : (
            <Sections {...props} cohortIds={cohortIds} variable={found} isOlder={isCounting} />
          )
        }
      </Loaded>
    </article>
  )
}

interface SectionsProps extends VariableColumnProps {
  variable: Variable
  /** The counts of another cohort are on their way. */
  isOlder: boolean
}

function Sections({ variable, cohortIds, choices, onRemove, isOlder }: SectionsProps) {
  const isOnly = choices !== null
  const isCustom = variable.variableType !== 'variable'
  const bar = <VariableBar {...{ variable, cohortIds, isOnly, onRemove }} />
  const answers = (
    <section className={classNames(stack['section'], isOlder && stack['dimmed'])} aria-label="Answers">
      {onRemove === null && <VariableDialogs variable={variable} />}
      <h2>Answers</h2>
      <AnswersByCohort variable={variable} cohortIds={cohortIds} />
    </section>
  )
  const sources = (
    <>
      {isCustom && <CustomDefinition variable={variable} />}
      <AllValues variable={variable} />
      <Contributors contributors={variable.contributors} isCustom={isCustom} />
    </>
  )
  const elsewhere = (
    <section className={stack['section']} aria-label="Elsewhere">
      <Suspense fallback={<Skeleton />}>
        <SameQuestion variable={variable} />
      </Suspense>
      <Edits variable={variable} />
    </section>
  )
  if (isOnly) {
    const inspector = (
      <>
        {choices}
        <section className={stack['section']} aria-label="About">
          <AboutVariable variable={variable} />
        </section>
      </>
    )
    return (
      <DetailPage bar={bar} picture={answers} inspector={inspector}>
        <section className={stack['section']} aria-label="Sources">
          {sources}
        </section>
        {elsewhere}
      </DetailPage>
    )
  }
  return (
    <>
      {bar}
      {answers}
      <section className={stack['section']} aria-label="About">
        <AboutVariable variable={variable} />
        {sources}
      </section>
      {elsewhere}
    </>
  )
}

function VariableDialogs({ variable }: { variable: Variable }) {
  return (
    <>
      {variable.constructId === null ? (
        <EditVariable variable={variable} />
      ) : (
        <EditCustomVariable variable={variable} />
      )}
      <DeleteCustomVariable variable={variable} />
    </>
  )
}

/** The edits of a base variable, for administrators. */
function Edits({ variable }: { variable: Variable }) {
  const { isAdmin } = useAtomValue(readerAtom)
  const isSupported = useAtomValue(isOfferedAtom)(variableEdits)
  if (!isAdmin || !isSupported || variable.variableType !== 'variable') return null
  return (
    <Suspense>
      <EditQueue variable={variable} />
    </Suspense>
  )
}

/** Further attributes of a variable. */
function AboutVariable({ variable }: { variable: Variable }) {
  const validation = [variable.answerValidation, variable.answerValidationDesc].filter(Boolean).join(': ')
  const facts: readonly FactProps[] = [
    {
      term: 'Type',
      text: variable.variableType === 'variable' ? 'variable' : `custom variable (${variable.variableType})`,
    },
    { term: 'Context', id: 'context' as const, text: variable.explicit },
    { term: 'Implied', id: 'implied' as const, text: variable.implicit },
    { term: 'Validation', text: validation },
    { term: 'Literal values', text: variable.literalValues.join(', ') },
  ].filter(({ text }) => text !== '')
  return (
    <>
      <h2>About</h2>
      <dl className={stack['facts']}>
        {facts.map((fact) => (
          <Fact key={fact.term} {...fact} />
        ))}
      </dl>
    </>
  )
}

interface FactProps {
  readonly term: string
  readonly text: string
  /** The glossary entry, if there is one. */
  readonly id?: TermId
}

function Fact({ term, text, id }: FactProps) {
  return (
    <>
      <dt>{id === undefined ? term : <Term id={id} />}</dt>
      <dd>{pipesToLines(text)}</dd>
    </>
  )
}

interface Value {
  readonly code: string
  readonly meaning: string
}

/** All values with their labels, if there are more than the top answers. */
export function AllValues({ variable }: { variable: Variable }) {
  const codes = [...new Set([...variable.possibleValues, ...Object.keys(variable.valueMapping)])]
  if (!isCoded(variable.dataType) || codes.length <= TOP_ANSWERS_SHOWN) return null
  const values = codes.map((code) => ({ code, meaning: textAt(variable.valueMapping, code) }))
  return (
    <section aria-label="All values">
      <h2>{countOf(values.length, 'value')}</h2>
      <LocalTable label="All values" columns={COLUMNS} rows={values} rowKey={({ code }) => code} />
    </section>
  )
}

const COLUMNS: readonly Column<Value>[] = [
  { key: 'code', header: 'Value', width: '35%', cell: ({ code }) => code },
  { key: 'meaning', header: 'Meaning', cell: ({ meaning }) => meaning },
]

/** The command Edit proposes an edit of a base variable (administrators only); it takes effect after review. */
function EditVariable({ variable }: { variable: Variable }) {
  const { isAdmin } = useAtomValue(readerAtom)
  const [isOpen, setIsOpen] = useState(false)
  const isEditable = isAdmin && variable.variableType === 'variable'
  useEditAction(isEditable ? () => setIsOpen(true) : null)
  if (!isEditable) return null
  return <Suspense>{isOpen && <EditDialog variable={variable} onClose={() => setIsOpen(false)} />}</Suspense>
}
