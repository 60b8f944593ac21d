import type { Variable } from '#contract/shapes.ts'
import { offeredOperators } from '#domain/data-types.ts'
import { pipesToLines } from '#domain/text.ts'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CohortPicker } from '#entities/cohort-picker.tsx'
import { ConditionEditor } from '#entities/condition-editor.tsx'
import { DataTypeTag } from '#entities/data-type-tag.tsx'
import { Loaded } from '#entities/loaded.tsx'
import type { Resource } from '#entities/resource.ts'
import { VariablePicker } from '#entities/variable-picker.tsx'
import type { SubsetBuilder } from '#features/cohorts/use-subset-builder.ts'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'

interface SubsetDefinitionProps {
  builder: SubsetBuilder
  variable: Resource<Variable | null>
}

/** Parent, variable and filter of a subset. */
export function SubsetDefinition({ builder, variable }: SubsetDefinitionProps) {
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
        <Loaded resource={variable}>
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
  const isDichotomous = variable.data_type === 'dichotomous'
  return (
    <>
      <div className={stack['section']}>
        <DataTypeTag dataType={variable.data_type} />
        <p className={stack['question']}>{pipesToLines(variable.question)}</p>
        {isDichotomous && <p className={stack['muted']}>A flag: it matches those for whom it is set.</p>}
      </div>
      {draft.condition && (
        <ConditionEditor
          variable={variable}
          condition={draft.condition}
          onChange={(condition) => change({ condition })}
          refusal={builder.valueRefusal}
        />
      )}
      {offeredOperators(variable.data_type).length === 0 && (
        <Notice tone="warning" title={`Variables of type “${variable.data_type}” cannot be filtered.`} />
      )}
    </>
  )
}
