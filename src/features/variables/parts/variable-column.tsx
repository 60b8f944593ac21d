import type { Variable } from '#contract/shapes/entities.ts'
import styles from '#features/variables/screens/variable.module.css'
import stack from '#ui/stack.module.css'
import { useAtomValue, useStore } from 'jotai'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import { ROOT_COHORT_ID, PAGE_SIZES, TOP_ANSWERS_SHOWN } from '#domain/limits.ts'
import { UNABLE_TO_GET_VARIABLE } from '#domain/messages.ts'
import { formatCount, countOf } from '#domain/numbers.ts'
import { pipesToLines, textAt } from '#domain/text.ts'
import { cohortAtom } from '#entities/cohorts.ts'
import { DataTypeTag } from '#entities/variables/data-type-tag.tsx'
import { Loaded } from '#entities/loaded.tsx'
import { Term } from '#entities/term.tsx'
import { variableAtom } from '#entities/variables/variables.ts'
import { workingSetAtom } from '#entities/variables/working-set.ts'
import { AnswersByCohort } from '#features/variables/parts/answers-by-cohort.tsx'
import { Contributors } from '#features/variables/parts/contributors.tsx'
import { CustomDefinition, DeleteCustomVariable } from '#features/variables/parts/custom-definition.tsx'
import { EditCustomVariable } from '#features/variables/parts/edit-custom-variable.tsx'
import { EditQueue } from '#features/variables/parts/edit-queue.tsx'
import { EditVariable } from '#features/variables/parts/edit-variable.tsx'
import { SameQuestion } from '#features/variables/parts/same-question.tsx'
import { toggleInWorkingSet } from '#features/variables/use-cases.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import type { TermId } from '#domain/glossary.ts'
import { isCoded } from '#domain/data-types.ts'
import { DataTable, type Column } from '#ui/tables/data-table.tsx'
import { LocalPages } from '#ui/tables/pagination.tsx'

interface VariableColumnProps {
  name: string
  cohortIds: readonly number[]
  isOnly: boolean
  /** Null for the variable of the page itself. */
  onRemove: (() => void) | null
}

export function VariableColumn(props: VariableColumnProps) {
  const variable = useAtomValue(variableAtom({ name: props.name }))
  return (
    <article className={styles['column']} aria-label={props.name}>
      <Loaded resource={variable}>
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
            <Sections {...props} variable={found} />
          )
        }
      </Loaded>
    </article>
  )
}

function Sections({ variable, cohortIds, isOnly, onRemove }: VariableColumnProps & { variable: Variable }) {
  const isCustom = variable.variableType !== 'variable'
  return (
    <>
      <header className={stack['section']}>
        {!isOnly && (
          <h2>
            <CommandLink id="variable.show" args={{ variableName: variable.variableName }} />
          </h2>
        )}
        <div className={stack['row']}>
          <DataTypeTag dataType={variable.dataType} />
          {isCustom && <span>custom variable ({variable.variableType})</span>}
          <span>
            <Observations variable={variable} cohortIds={cohortIds} />
          </span>
          {onRemove && (
            <Button size="small" variant="quiet" onClick={onRemove} aria-label={`Remove ${variable.variableName}`}>
              ×
            </Button>
          )}
        </div>
      </header>
      <p className={stack['question']} dir="auto">
        {pipesToLines(variable.question)}
      </p>
      <Actions variable={variable} cohortIds={cohortIds} isMain={onRemove === null} />
      <section className={stack['section']} aria-label="Answers">
        <h2>Answers</h2>
        <AnswersByCohort variable={variable} cohortIds={cohortIds} />
      </section>
      <section className={stack['section']} aria-label="About">
        {isCustom && <CustomDefinition variable={variable} />}
        <AllValues variable={variable} />
        <AboutVariable variable={variable} />
        <Contributors contributors={variable.contributors} isCustom={isCustom} />
      </section>
      <section className={stack['section']} aria-label="Elsewhere">
        <SameQuestion variable={variable} />
        <EditQueue variable={variable} />
      </section>
    </>
  )
}

/** Counts in the page's cohort; with several cohorts, in All Individuals. */
function Observations({ variable, cohortIds }: { variable: Variable; cohortIds: readonly number[] }) {
  const [cohortId = ROOT_COHORT_ID] = cohortIds.length === 1 ? cohortIds : []
  const isOfAll = cohortId === ROOT_COHORT_ID
  const counted = useAtomValue(variableAtom({ name: variable.variableName, ...(!isOfAll && { cohortId }) })).data
  const cohort = useAtomValue(cohortAtom(isOfAll ? 0 : cohortId)).data
  return (
    <>
      <strong>{counted ? formatCount(counted.observations) : '…'}</strong> <Term id="observations">observations</Term>
      {!isOfAll && ` in ${cohort?.name ?? 'the cohort'}`}
    </>
  )
}

function Actions(props: { variable: Variable; cohortIds: readonly number[]; isMain: boolean }) {
  const { variableName: name } = props.variable
  const store = useStore()
  const isChosen = useAtomValue(workingSetAtom).includes(name)
  const toggle = () => toggleInWorkingSet(store, name)
  usePaneActions(props.isMain ? { 'list.add': { available: true, run: toggle } } : {})
  const [parentId = ROOT_COHORT_ID] = props.cohortIds
  return (
    <div className={stack['row']}>
      <CommandButton
        id="cohort.new-subset"
        args={{ variableName: name, ...(parentId !== ROOT_COHORT_ID && { parentId }) }}
      >
        New subset
      </CommandButton>
      <CommandButton id="working-set.toggle" args={{ variableName: name }} isPressed={isChosen}>
        {isChosen ? 'In the working set' : 'Add to the working set'}
      </CommandButton>
      {props.isMain && <EditVariable variable={props.variable} />}
      {props.isMain && <EditCustomVariable variable={props.variable} />}
      {props.variable.constructId !== null && <CustomVariableActions variableName={name} />}
      {props.isMain && <DeleteCustomVariable variable={props.variable} />}
    </div>
  )
}

function CustomVariableActions({ variableName }: { variableName: string }) {
  return (
    <>
      <CommandButton id="custom-variable.start-from" args={{ variableName }}>
        New variable from this
      </CommandButton>
      <CommandButton id="custom-variable.copy" args={{ variableName }}>
        Copy to a project
      </CommandButton>
    </>
  )
}

/** Further attributes of a variable. */
function AboutVariable({ variable }: { variable: Variable }) {
  const validation = [variable.answerValidation, variable.answerValidationDesc].filter(Boolean).join(': ')
  const facts: readonly FactProps[] = [
    { term: 'Context', id: 'context' as const, text: variable.explicit },
    { term: 'Implied', id: 'implied' as const, text: variable.implicit },
    { term: 'Validation', text: validation },
    { term: 'Literal values', text: variable.literalValues.join(', ') },
  ].filter(({ text }) => text !== '')
  if (facts.length === 0) return null
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
      <LocalPages rows={values} sizes={PAGE_SIZES} format={formatCount}>
        {(rows) => <DataTable label="All values" columns={COLUMNS} rows={rows} rowKey={({ code }) => code} />}
      </LocalPages>
    </section>
  )
}

const COLUMNS: readonly Column<Value>[] = [
  { key: 'code', header: 'Value', cell: ({ code }) => code },
  { key: 'meaning', header: 'Meaning', cell: ({ meaning }) => meaning },
]
