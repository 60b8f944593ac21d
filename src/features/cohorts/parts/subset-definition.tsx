import type { Variable } from '#contract/shapes/entities.ts'
import { CommandButton } from '#command-kit/command-button.tsx'
import { dataTypeWord, offeredOperators } from '#domain/data-types.ts'
import { CohortPicker } from '#entities/pickers/cohort-picker.tsx'
import { ConditionEditor } from '#entities/condition-editor.tsx'
import { Loaded } from '#entities/loaded.tsx'
import { QuestionBrief } from '#entities/variables/question-brief.tsx'
import { VariablePicker } from '#entities/pickers/variable-picker.tsx'
import type { SubsetBuilder } from '#features/cohorts/use-subset-builder.ts'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'

/** Parent, variable and filter of a subset. */
export function SubsetDefinition({ builder }: { builder: SubsetBuilder }) {
  const { draft, change } = builder
  return (
    <>
      <CohortPicker label="Parent cohort" cohortId={draft.parentId} onChoose={(parentId) => change({ parentId })} />
      <VariablePicker
        label="Variable"
        variableName={draft.variableName}
        onChoose={(variableName) => change({ variableName, condition: null })}
      />
      {draft.variableName !== null && (
        <Loaded resource={builder.resource}>
          {(found) =>
            found === null ? (
              <Notice tone="error" title={`There is no variable named “${draft.variableName ?? ''}”.`} />
            ) : (
              <Filter builder={builder} variable={found} />
            )
          }
        </Loaded>
      )}
      <div className={stack['row']}>
        <CommandButton id="form.apply" args={{}} />
      </div>
    </>
  )
}

function Filter({ builder, variable }: { builder: SubsetBuilder; variable: Variable }) {
  const { draft, change } = builder
  return (
    <>
      <QuestionBrief variable={variable} />
      {draft.condition && (
        <ConditionEditor
          variable={variable}
          condition={draft.condition}
          onChange={(condition) => change({ condition })}
          refusal={builder.valueRefusal}
        />
      )}
      {offeredOperators(variable.dataType).length === 0 && (
        <Notice tone="warning" title={`Variables of type “${dataTypeWord(variable.dataType)}” cannot be filtered.`} />
      )}
    </>
  )
}
