import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { ScreenProps } from '#command-kit/declaration.ts'
import type { Variable } from '#contract/shapes/entities.ts'
import { conditionIn } from '#domain/cohorts/rules.ts'
import { conditionWords, conditionProblem } from '#domain/conditions/constraint.ts'
import { dataTypeWord, offeredOperators } from '#domain/data-types.ts'
import { wordText } from '#domain/expressions/tokens.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { versionWords, type Question } from '#domain/question-versions.ts'
import { BuilderResult } from '#entities/cohorts/building/builder-result.tsx'
import { CohortBuilderFrame } from '#entities/cohorts/building/cohort-builder-frame.tsx'
import {
  subsetRequest,
  suggestedName,
  StoredSubsetDraft,
  type SubsetDraft,
} from '#entities/cohorts/building/cohort-draft.ts'
import { useCohortBuilder } from '#entities/cohorts/building/use-cohort-builder.ts'
import { CohortPicker } from '#entities/cohorts/cohort-picker.tsx'
import { OfParent } from '#entities/cohorts/of-parent.tsx'
import { ConditionEditor, emptyCondition } from '#entities/conditions/condition-editor.tsx'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { useOtherVersions } from '#entities/variables/other-versions.ts'
import { QuestionBrief } from '#entities/variables/question-brief.tsx'
import { valueWords } from '#entities/variables/value-words.ts'
import { VariablePicker } from '#entities/variables/variable-picker.tsx'
import { variableAtom } from '#entities/variables/variables.ts'
import { Notice } from '#ui/notice.tsx'
import { useDraft } from '#workspace/drafts/use-draft.ts'
import stack from '#ui/stack.module.css'

interface Begun {
  readonly parentId?: number
  readonly variableName?: string
  readonly operator?: 'VALID'
  /** The value of the operator EQ. */
  readonly equals?: string
  /** A condition with its variable: see `conditionText`. */
  readonly where?: string
}

/** Builds a subset by a condition on one variable: definition at the left, result at the right. */
export default function SubsetBuilderScreen({ args }: ScreenProps<Begun>) {
  const { parentId = ROOT_COHORT_ID } = args
  return (
    <OfParent parentId={parentId}>
      {/** Narrowing further starts a new draft from the saved cohort. */}
      <SubsetBuilderOf key={parentId} {...args} parentId={parentId} />
    </OfParent>
  )
}

function SubsetBuilderOf({ parentId, variableName, operator, equals, where = '' }: Begun & { parentId: number }) {
  const named = conditionIn(where)
  const isEqual = equals === undefined ? null : { operator: 'EQ' as const, values: [equals] }
  const begun = operator === undefined ? isEqual : { operator, values: [] }
  const builder = useSubsetBuilder({
    parentId,
    variableName: named?.variableName ?? variableName ?? null,
    condition: named === null ? begun : { operator: named.operator, values: named.values },
    name: null,
    description: '',
  })
  const { draft, meaning } = builder
  const { condition } = draft
  const name = draft.variableName ?? ''

  return (
    <CohortBuilderFrame
      builder={builder}
      definition={<SubsetDefinition builder={builder} />}
      result={
        <>
          {draft.variableName !== null && <OtherVersions draft={draft} variableName={draft.variableName} />}
          <BuilderResult
            builder={builder}
            words={condition && conditionWords(name, condition.operator, condition.values, meaning)}
            variableName={draft.variableName}
            dataType={builder.variable?.dataType ?? ''}
            valueWords={meaning}
            start={
              <>
                <CommandLink id="variables.search" args={{}} />
                <CommandLink id="cohort.build" args={{ parentId: draft.parentId }} />
              </>
            }
          />
        </>
      }
    />
  )
}

/** A subset asks for one version of a question; rules ask for all. */
function OtherVersions({ draft, variableName }: { draft: SubsetDraft; variableName: string }) {
  const { parentId, condition } = draft
  const question = useMemo((): readonly Pick<Question, 'names'>[] => [{ names: [variableName] }], [variableName])
  const others = useOtherVersions(question).get(variableName) ?? []
  if (others.length === 0) return null
  const [value] = condition?.operator === 'EQ' ? condition.values : []
  const ofAll = value
    ? { expression: `any version of ${wordText(variableName)} = ${wordText(value)}` }
    : { variableNames: [variableName, ...others] }
  return (
    <Notice
      title={`${variableName} is ${versionWords(1, others.length + 1)} of its question.`}
      actions={
        <CommandLink id="cohort.build" args={{ parentId, ...ofAll }}>
          Take all versions
        </CommandLink>
      }
    >
      Individuals who answered another version only do not match.
    </Notice>
  )
}

/** Parent, variable and filter of a subset. */
function SubsetDefinition({ builder }: { builder: SubsetBuilder }) {
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
          countedIn={draft.parentId}
        />
      )}
      {offeredOperators(variable.dataType).length === 0 && (
        <Notice tone="warning" title={`Variables of type “${dataTypeWord(variable.dataType)}” cannot be filtered.`} />
      )}
    </>
  )
}

type SubsetBuilder = ReturnType<typeof useSubsetBuilder>

/** The state of one subset builder. */
export function useSubsetBuilder(initial: SubsetDraft) {
  const kept = useDraft<SubsetDraft>(StoredSubsetDraft, initial)
  const resource = useAtomValue(variableAtom({ name: kept.draft.variableName ?? '' }))
  const variable = kept.draft.variableName === null ? null : (resource.data ?? null)
  const draft = withCondition(kept.draft, variable)
  const change = (part: Partial<SubsetDraft>) => kept.setDraft({ ...draft, ...part })

  const meaning = (value: string) => (variable ? valueWords(variable, value) : value)
  const request = variable === null ? null : subsetRequest(draft, variable.dataType)

  const builder = useCohortBuilder({
    request,
    incomplete: incompleteWords(draft, variable),
    naming: draft,
    suggestion:
      request && draft.condition ? suggestedName(draft.variableName ?? '', draft.condition, variable ?? undefined) : '',
    onNaming: change,
    draft: kept,
  })
  return { ...builder, draft, variable, resource, change, meaning }
}

/** The missing part of the definition, or why a complete filter is meaningless. */
function incompleteWords({ variableName, condition }: SubsetDraft, variable: Variable | null): string {
  if (variableName === null) return 'Choose a variable to filter by.'
  const isFilled = condition?.values.every((value) => value !== '') ?? false
  const problem = isFilled && condition && variable ? conditionProblem(variable.dataType, condition) : null
  return problem ?? 'Complete the filter.'
}

/** The filter of a newly chosen variable starts with the first operator of its type. */
function withCondition(draft: SubsetDraft, variable: Variable | null): SubsetDraft {
  return draft.condition !== null || variable === null ? draft : { ...draft, condition: emptyCondition(variable) }
}
