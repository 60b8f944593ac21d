import { useAtomValue, useStore } from 'jotai'
import { useParams, useSearchParams } from 'react-router-dom'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { Variable } from '#contract/shapes.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { UNABLE_TO_GET_VARIABLE } from '#domain/messages.ts'
import { formatCount } from '#domain/numbers.ts'
import { pipesToLines } from '#domain/text.ts'
import { CohortPicker } from '#entities/cohort-picker.tsx'
import { DataTypeTag } from '#entities/data-type-tag.tsx'
import { Loaded } from '#entities/loaded.tsx'
import { variableAtom } from '#entities/variables.ts'
import { workingSetAtom } from '#entities/working-set.ts'
import { Contributors } from '#features/variables/parts/contributors.tsx'
import { TopAnswers } from '#features/variables/parts/top-answers.tsx'
import { toggleInWorkingSet } from '#features/variables/use-cases.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'
import { usePaneActions } from '#workspace/pane-actions.ts'
import { usePaneTitle } from '#workspace/pane-title.ts'

/** What one variable asks, its codes and how it was answered; counted in a cohort where one is chosen. */
export default function VariableScreen() {
  const name = useParams()['id'] ?? ''
  const [params, setParams] = useSearchParams()
  const cohortId = Number(params.get('cohort') ?? ROOT_COHORT_ID)
  const variable = useAtomValue(variableAtom({ name, ...(cohortId !== ROOT_COHORT_ID && { cohortId }) }))
  usePaneTitle(name)

  return (
    <Loaded resource={variable}>
      {(found) =>
        found === null ? (
          <Notice
            tone="error"
            title={UNABLE_TO_GET_VARIABLE}
            actions={<CommandLink id="variables.search" args={{ text: name }} />}
          >
            There is no variable named “{name}”.
          </Notice>
        ) : (
          <VariableDetail
            variable={found}
            cohortId={cohortId}
            onCohort={(id) =>
              setParams(
                (current) => {
                  const next = new URLSearchParams(current)
                  if (id === ROOT_COHORT_ID) next.delete('cohort')
                  else next.set('cohort', String(id))
                  return next
                },
                { replace: true },
              )
            }
          />
        )
      }
    </Loaded>
  )
}

interface VariableDetailProps {
  variable: Variable
  cohortId: number
  onCohort: (cohortId: number) => void
}

function VariableDetail({ variable, cohortId, onCohort }: VariableDetailProps) {
  const store = useStore()
  const isChosen = useAtomValue(workingSetAtom).includes(variable.variable_name)
  const toggle = () => toggleInWorkingSet(store, variable.variable_name)
  usePaneActions({ add: { available: true, run: toggle } })

  return (
    <div className={stack['screen']}>
      <section className={stack['section']}>
        <div className={stack['row']}>
          <DataTypeTag dataType={variable.data_type} />
          {variable.variable_type !== 'variable' && <span>custom variable ({variable.variable_type})</span>}
          <span>
            <strong>{formatCount(variable.observations)}</strong> observations
          </span>
        </div>
        <p className={stack['question']}>{pipesToLines(variable.question)}</p>
        <div className={stack['row']}>
          <CommandButton
            id="cohort.new-subset"
            args={{ variableName: variable.variable_name, ...(cohortId !== ROOT_COHORT_ID && { parentId: cohortId }) }}
          >
            New subset by this
          </CommandButton>
          <Button onClick={toggle} aria-pressed={isChosen}>
            {isChosen ? 'In the working set' : 'Add to the working set'}
          </Button>
        </div>
      </section>
      <div className={stack['two']}>
        <section className={stack['section']} aria-label="Answers">
          <h2>Answers</h2>
          <CohortPicker label="Counted in" cohortId={cohortId} onChoose={onCohort} />
          <TopAnswers variable={variable} />
        </section>
        <section className={stack['section']} aria-label="About">
          <h2>About</h2>
          <dl className={stack['facts']}>
            <Fact term="Context" text={variable.explicit} />
            <Fact term="Implied" text={variable.implicit} />
            <Fact
              term="Validation"
              text={[variable.answer_validation, variable.answer_validation_desc].filter(Boolean).join(': ')}
            />
            <Fact
              term="Values"
              text={variable.possible_values.length === 0 ? '' : String(variable.possible_values.length)}
            />
          </dl>
          <Contributors contributors={variable.contributors} isCustom={variable.variable_type !== 'variable'} />
        </section>
      </div>
    </div>
  )
}

function Fact({ term, text }: { term: string; text: string }) {
  if (text === '') return null
  return (
    <>
      <dt>{term}</dt>
      <dd>{pipesToLines(text)}</dd>
    </>
  )
}
