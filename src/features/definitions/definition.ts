import * as v from 'valibot'
import type { rulesInfo } from '#contract/rules.ts'
import { CohortDraft } from '#contract/shapes/cohort-draft.ts'
import { fieldsOfCondition } from '#contract/shapes/constraint-fields.ts'
import { CohortSteps, CustomVariableStep, type CohortStep } from '#contract/shapes/definition-steps.ts'
import type { Cohort } from '#contract/shapes/entities.ts'
import { fromWire, toWire, type Named, type ResponseOf } from '#contract/shapes/wire-names.ts'
import { cohortKind } from '#domain/cohorts/cohorts.ts'
import { isOperator } from '#domain/conditions/operators.ts'

/** The format identifier of a copied definition. */
export const FORMAT = 'diver-definition'
const text = v.nullish(v.string(), '')
export type Rules = ResponseOf<typeof rulesInfo>['rules']
type Rule = Rules['rules'][number]

type WireCohorts = v.InferOutput<typeof CohortSteps>
type WireCustomVariables = v.InferOutput<typeof CustomVariableStep>[]

const Definition = v.variant('kind', [
  v.object({
    format: v.literal(FORMAT),
    kind: v.literal('cohort'),
    cohorts: v.pipe(CohortSteps, v.minLength(1), v.maxLength(200)),
  }),
  v.object({
    format: v.literal(FORMAT),
    kind: v.literal('variable-set'),
    name: v.string(),
    description: text,
    variables: v.pipe(v.array(v.string()), v.minLength(1)),
  }),
  v.object({
    format: v.literal(FORMAT),
    kind: v.literal('custom-variable'),
    customVariables: v.pipe(v.array(CustomVariableStep), v.minLength(1), v.maxLength(200)),
  }),
])
export type Definition = Named<v.InferOutput<typeof Definition>>

/** Cohorts whose membership the rules test. */
export function cohortsIn(rules: Rules | Rule): number[] {
  if ('rules' in rules) return rules.rules.flatMap(cohortsIn)
  return 'cohortId' in rules ? [rules.cohortId] : []
}

/** The same rules with other cohorts. */
export function withCohorts(rules: Rules, idOf: (id: number) => number): Rules {
  const within = (rule: Rule): Rule => {
    if ('rules' in rule) return { ...rule, rules: rule.rules.map(within) }
    return 'cohortId' in rule ? { ...rule, cohortId: idOf(rule.cohortId) } : rule
  }
  return { ...rules, rules: rules.rules.map(within) }
}

/** A definition as text for a colleague, in the API's names. */
export function definitionText(definition: Definition): string {
  return `${JSON.stringify(wireDefinition(definition), null, 2)}\n`
}

function wireDefinition(definition: Definition): v.InferOutput<typeof Definition> {
  const { format, kind } = definition
  if (kind === 'cohort') return { format, kind, cohorts: toWire<WireCohorts>(definition.cohorts) }
  if (kind === 'variable-set') return definition
  return { format, kind, customVariables: toWire<WireCustomVariables>(definition.customVariables) }
}

/** Parses a copied definition; null for any other text. */
export function readDefinition(text: string): Definition | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Definition), text)
  return parsed.success ? fromWire(parsed.output) : null
}

/** One cohort as a step of a definition; null for an unknown kind. */
export function stepOf(cohort: Cohort, from: CohortStep['from'], second: CohortStep['second']): CohortStep | null {
  const kind = cohortKind(cohort.constraintType)
  const naming = { name: cohort.name, description: cohort.description, from }
  const values = [...cohort.constraintValues]
  if (kind === 'compound') {
    return { ...naming, cohortType: kind, constraintType: cohort.constraintType, second }
  }
  if (kind === 'subset') {
    const operator = cohort.constraintType ?? ''
    if (!isOperator(operator)) return null
    return {
      ...naming,
      cohortType: kind,
      variable: cohort.variableName,
      ...writable(fieldsOfCondition({ operator, values })),
    }
  }
  if (kind !== 'pedigree') return null
  const family = { ...naming, cohortType: kind, minPedsize: cohort.minPedsize ?? 0 }
  if (cohort.variableName === null) return family
  const condition = fieldsOfCondition({ operator: values.length === 0 ? 'VALID' : 'EQ', values })
  const constraint = v.safeParse(CohortDraft.entries.ped_constraint, cohort.pedConstraint)
  return {
    ...family,
    variable: cohort.variableName,
    ...writable(condition),
    pedConstraint: constraint.success ? constraint.output : null,
    pedConstraintCount: cohort.pedConstraintCount,
  }
}

function writable(fields: ReturnType<typeof fieldsOfCondition>) {
  return {
    constraintType: fields.constraintType,
    constraintValue: fields.constraintValue,
    constraintValues: fields.constraintValues,
  }
}
