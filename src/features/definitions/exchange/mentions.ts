import { conditionOfFields, type ConstraintFields } from '#contract/shapes/constraint-fields.ts'
import {
  RULES_PLACE,
  type CohortStep,
  type CustomVariableStep,
  type RulesStep,
} from '#contract/shapes/definition-steps.ts'
import type { Definition } from '#contract/shapes/entities.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { cohortsIn, type Rules } from '#features/definitions/definition.ts'
import type { Exchange } from '#features/definitions/exchange/exchange-text.ts'

export type ItemKind = 'custom-variable' | 'cohort' | 'variable-set'

/** A place in a document. */
export type ItemKey = `${ItemKind} ${number}`

/** A variable in a definition. */
export interface Mention {
  readonly variableName: string
  /** Null as a source or as a column. */
  readonly condition: Condition | null
}

type Rule = Rules['rules'][number]

/** The variables in each item of a document. */
export function mentionsIn({
  customVariables,
  cohorts,
  variableSets,
}: Exchange): ReadonlyMap<ItemKey, readonly Mention[]> {
  return new Map<ItemKey, readonly Mention[]>([
    ...customVariables.map((step, place) => [`custom-variable ${place}`, mentionsInCustom(step)] as const),
    ...cohorts.map((step, place) => [`cohort ${place}`, mentionsInCohort(step)] as const),
    ...variableSets.map(
      ({ variables }, place) =>
        [`variable-set ${place}`, variables.map((variableName) => ({ variableName, condition: null }))] as const,
    ),
  ])
}

function mentionsInCustom({ variables, values }: CustomVariableStep): Mention[] {
  return [
    ...variables.map((variableName) => ({ variableName, condition: null })),
    ...values.flatMap(({ definition }) => mentionsInDefinition(definition)),
  ]
}

function mentionsInDefinition({ constraints }: Definition): Mention[] {
  return constraints.flatMap((part) => ('relationship' in part ? mentionsInDefinition(part) : [mentionOf(part)]))
}

function mentionsInCohort(step: CohortStep | RulesStep): Mention[] {
  if (step.cohortType === 'rules') return step.rules.rules.flatMap(mentionsInRule)
  return step.variable ? [mentionOf({ ...step, variableName: step.variable })] : []
}

function mentionsInRule(rule: Rule): Mention[] {
  if ('rules' in rule) return rule.rules.flatMap(mentionsInRule)
  return 'variableName' in rule ? [mentionOf(rule)] : []
}

function mentionOf({ variableName, ...fields }: ConstraintFields & { readonly variableName: string }): Mention {
  return { variableName, condition: conditionOfFields(fields) }
}

/** The earlier cohorts of a document that a cohort is built on, by place. */
export function cohortPlacesIn(step: CohortStep | RulesStep): number[] {
  const tested =
    step.cohortType === 'rules'
      ? cohortsIn(step.rules).flatMap((id) => (id === ROOT_COHORT_ID ? [] : [id - RULES_PLACE]))
      : [step.second]
  return [step.from, ...tested].filter((place) => typeof place === 'number')
}
