import { useAtomValue } from 'jotai'
import { useId } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import type { Variable } from '#contract/shapes/entities.ts'
import { PEDIGREE_CONSTRAINTS } from '#domain/cohorts/cohorts.ts'
import { AFFECTED_TYPES } from '#domain/cohorts/pedigrees.ts'
import { isFlag } from '#domain/data-types.ts'
import { NUMBER_INPUT } from '#domain/data-types/number.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { useCohortBuilder } from '#entities/cohorts/building/use-cohort-builder.ts'
import { CohortPicker } from '#entities/cohorts/cohort-picker.tsx'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { QuestionBrief } from '#entities/variables/question-brief.tsx'
import { valueWords } from '#entities/variables/value-words.ts'
import { VariablePicker } from '#entities/variables/variable-picker.tsx'
import { variableAtom } from '#entities/variables/variables.ts'
import { StoredPedigreeDraft } from '#features/pedigrees/pedigree-draft.ts'
import {
  PEDIGREE_CONSTRAINT_LABELS,
  wholeNumberProblem,
  pedigreeRequest,
  suggestedPedigreeName,
  type PedigreeDraft,
} from '#features/pedigrees/pedigree-draft.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { useDraft } from '#workspace/drafts/use-draft.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import styles from '#entities/cohorts/building/builder.module.css'
import stack from '#ui/stack.module.css'

/** Parent, size and criterion of a pedigree cohort. */
export function PedigreeDefinition({ builder }: { builder: PedigreeBuilder }) {
  const { draft, change } = builder
  const group = useId()
  return (
    <>
      <CohortPicker label="Parent cohort" cohortId={draft.parentId} onChoose={(parentId) => change({ parentId })} />
      <fieldset className={styles['choices']}>
        <legend>Selection</legend>
        {[false, true].map((hasCriterion) => (
          <label key={String(hasCriterion)} className={styles['choice']}>
            <input
              type="radio"
              name={group}
              checked={draft.hasCriterion === hasCriterion}
              onChange={() => change({ hasCriterion })}
            />
            <span>{hasCriterion ? 'Families by number of affected members' : 'Include all relatives'}</span>
          </label>
        ))}
      </fieldset>
      {draft.hasCriterion && <Criterion builder={builder} />}
      <div className={stack['row']}>
        <CommandButton id="form.apply" args={{}} />
      </div>
    </>
  )
}

function Criterion({ builder }: { builder: PedigreeBuilder }) {
  const { draft, change } = builder
  const countAll = { available: true, run: () => change({ parentId: ROOT_COHORT_ID }) } as const
  usePaneActions(draft.parentId === ROOT_COHORT_ID ? {} : { 'form.count-outside-relatives': countAll })
  return (
    <>
      <VariablePicker
        label="Affection status variable"
        variableName={draft.variableName}
        dataTypes={AFFECTED_TYPES}
        onChoose={(variableName) => change({ variableName, value: null })}
      />
      {draft.variableName !== null && (
        <Loaded resource={builder.resource}>
          {(variable) => variable && <AffectedValue builder={builder} variable={variable} />}
        </Loaded>
      )}
      <div className={styles['pair']}>
        <SelectField
          label="Affected members"
          value={draft.constraint}
          options={PEDIGREE_CONSTRAINTS.map((value) => ({ value, label: PEDIGREE_CONSTRAINT_LABELS[value] }))}
          onChange={(constraint) => change({ constraint })}
        />
        <TextField
          label="Count"
          value={draft.count}
          onChange={(count) => change({ count })}
          pattern={NUMBER_INPUT}
          problemOf={(count) => wholeNumberProblem('Count', count)}
          inputMode="decimal"
        />
      </div>
      <TextField
        label="Minimum pedigree size"
        value={draft.minimumSize}
        onChange={(minimumSize) => change({ minimumSize })}
        pattern={NUMBER_INPUT}
        problemOf={(size) => (size === '' ? null : wholeNumberProblem('Minimum pedigree size', size))}
        inputMode="decimal"
      />
      {draft.parentId !== ROOT_COHORT_ID && (
        <Notice
          title="Affected relatives outside the parent cohort are not counted."
          actions={
            <CommandButton id="form.count-outside-relatives" args={{}}>
              Include them: use All Individuals
            </CommandButton>
          }
        />
      )}
    </>
  )
}

function AffectedValue({ builder, variable }: { builder: PedigreeBuilder; variable: Variable }) {
  return (
    <>
      <QuestionBrief variable={variable} />
      {!isFlag(variable.dataType) && (
        <SelectField
          label="Value for affected"
          value={builder.draft.value ?? ''}
          options={variable.possibleValues.map((value) => ({ value, label: valueWords(variable, value) }))}
          placeholder="Choose a value…"
          onChange={(value) => builder.change({ value })}
          problem={builder.valueRefusal}
        />
      )}
    </>
  )
}

type PedigreeBuilder = ReturnType<typeof usePedigreeBuilder>

/** The state of one pedigree builder. */
export function usePedigreeBuilder(initial: PedigreeDraft) {
  const kept = useDraft<PedigreeDraft>(StoredPedigreeDraft, initial)
  const { draft, setDraft } = kept
  const resource = useAtomValue(variableAtom({ name: draft.variableName ?? '' }))
  const variable = draft.variableName === null ? null : (resource.data ?? null)
  const change = (part: Partial<PedigreeDraft>) => setDraft({ ...draft, ...part })

  const request = pedigreeRequest(draft, variable)

  const builder = useCohortBuilder({
    request,
    incomplete: incompleteWords(draft),
    naming: draft,
    suggestion: request === null ? '' : suggestedPedigreeName(draft),
    onNaming: change,
    draft: kept,
  })
  return { ...builder, draft, variable, resource, change }
}

function incompleteWords({ variableName, count, minimumSize }: PedigreeDraft): string {
  if (variableName === null) return 'Choose the variable that defines the affected members.'
  const sizeProblem = minimumSize === '' ? null : wholeNumberProblem('Minimum pedigree size', minimumSize)
  return wholeNumberProblem('Count', count) ?? sizeProblem ?? 'Complete the criterion.'
}
