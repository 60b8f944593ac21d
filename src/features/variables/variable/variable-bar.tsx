import { useAtomValue, useStore } from 'jotai'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { Variable } from '#contract/shapes/entities.ts'
import { dataTypeWord, isCategory, isNumber } from '#domain/data-types.ts'
import { ROOT_COHORT_ID, UNKNOWN_VALUE } from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'
import { pipesToLines } from '#domain/text/text.ts'
import { cohortAtom } from '#entities/cohorts/cohorts.ts'
import { readerAtom } from '#entities/session/session.ts'
import { Term } from '#entities/terms/term.tsx'
import { variableAtom } from '#entities/variables/variables.ts'
import { workingSetAtom } from '#entities/variables/working-set.ts'
import { toggleInWorkingSet } from '#features/variables/use-cases.ts'
import { Button } from '#ui/button.tsx'
import { ObjectBar, type BarAction } from '#workspace/detail/detail-page.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import styles from '#features/variables/screens/variable.module.css'

interface VariableBarProps {
  variable: Variable
  cohortIds: readonly number[]
  /** Whether no other variable stands beside it. */
  isOnly: boolean
  /** Null for the variable of the page itself. */
  onRemove: (() => void) | null
}

/** The observations, the question and the commands of a variable. */
export function VariableBar({ variable, cohortIds, isOnly, onRemove }: VariableBarProps) {
  const { variableName: name, constructId } = variable
  const store = useStore()
  const isChosen = useAtomValue(workingSetAtom).includes(name)
  const { isAdmin } = useAtomValue(readerAtom)
  const isMain = onRemove === null
  const toggle = () => toggleInWorkingSet(store, name)
  usePaneActions(isMain ? { 'list.add': { available: true, run: toggle } } : {})
  // The counts of the page's cohort; with several cohorts, of All Individuals.
  const [cohortId = ROOT_COHORT_ID] = cohortIds.length === 1 ? cohortIds : []
  const isOfAll = cohortId === ROOT_COHORT_ID
  const counted = useAtomValue(variableAtom({ name, ...(!isOfAll && { cohortId }) })).data
  const cohort = useAtomValue(cohortAtom(isOfAll ? 0 : cohortId)).data
  const [parentId = ROOT_COHORT_ID] = cohortIds

  const downcode: BarAction = {
    id: 'custom-variable.new-downcode',
    args: { variableNames: [name] },
    label: 'New downcode',
  }
  const against: BarAction = {
    id: 'variable.plot-against',
    args: { variableName: name, ...(parentId !== ROOT_COHORT_ID && { cohortId: parentId }) },
    label: 'Plot against…',
  }
  const startFrom: BarAction = {
    id: 'custom-variable.start-from',
    args: { variableName: name },
    label: 'New variable from this',
  }
  return (
    <ObjectBar
      title={
        isOnly ? undefined : (
          <div className={styles['title']}>
            <h2>
              <CommandLink id="variable.show" args={{ variableName: name }} />
            </h2>
            {onRemove && (
              <Button size="small" variant="quiet" onClick={onRemove} aria-label={`Remove ${name}`}>
                ×
              </Button>
            )}
          </div>
        )
      }
      fact={counted ? formatCount(counted.observations) : '…'}
      unit={
        <>
          <Term id="observations">observations</Term>
          {counted && undecidedIn(counted)}
          {!isOfAll && ` in ${cohort?.name ?? 'the cohort'}`} · {dataTypeWord(variable.dataType)}
        </>
      }
      definition={<p dir="auto">{pipesToLines(variable.question)}</p>}
      primary={{
        id: 'cohort.new-subset',
        args: { variableName: name, ...(parentId !== ROOT_COHORT_ID && { parentId }) },
        label: 'New subset',
      }}
      secondary={[
        {
          id: 'working-set.toggle',
          args: { variableName: name },
          label: isChosen ? 'In the working set' : 'Add to the working set',
          isPressed: isChosen,
        },
        constructId === null ? downcode : startFrom,
        ...(isNumber(variable.dataType) || isCategory(variable.dataType) ? [against] : []),
        ...(isMain && isAdmin && variable.variableType === 'variable' ? [EDIT] : []),
      ]}
      more={
        constructId === null
          ? []
          : [
              { id: 'definition.edit', args: { variableName: name } },
              downcode,
              { id: 'custom-variable.copy', args: { variableName: name }, label: 'Copy to a project' },
              ...(isMain ? OWN_ACTIONS : []),
            ]
      }
    />
  )
}

/** The [UNK] among the observations of a custom variable, which Table 1 counts as missing. */
function undecidedIn({ constructId, topAnswers }: Variable): string {
  const count = topAnswers.find(([value]) => value === UNKNOWN_VALUE)?.[1]
  return constructId === null || !count ? '' : `, of them ${formatCount(count)} ${UNKNOWN_VALUE} (missing in Table 1)`
}

const EDIT: BarAction = { id: 'form.edit', args: {} }

const OWN_ACTIONS: readonly BarAction[] = [
  { ...EDIT, label: 'Edit name and description' },
  { id: 'form.rename', args: {} },
  { id: 'form.delete', args: {} },
]
