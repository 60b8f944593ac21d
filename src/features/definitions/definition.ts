import type { Cohort } from '#contract/shapes/entities.ts'
import * as v from 'valibot'
import { CohortDraft, ConstructDraft } from '#contract/shapes/drafts.ts'
import { fieldsOfCondition } from '#contract/shapes/constraint-fields.ts'
import { fromWire, toWire, type Named } from '#contract/shapes/wire-names.ts'
import { cohortKind } from '#domain/cohorts.ts'
import { isOperator } from '#domain/operators.ts'

/** The format identifier of a copied definition. */
export const FORMAT = 'diver-definition'
const text = v.nullish(v.string(), '')
/** The parent of a cohort: All Individuals, or an earlier step by index. */
const Source = v.union([v.literal('all'), v.pipe(v.number(), v.integer(), v.minValue(0))])

const CohortStep = v.object({
  ...v.omit(CohortDraft, ['parent_id', 'secondparent_id', 'projectid']).entries,
  from: Source,
  second: v.nullish(Source),
})
export type CohortStep = Named<v.InferOutput<typeof CohortStep>>

/** A custom variable; its custom sources are earlier steps, under the names used here. */
const CustomVariableStep = v.omit(ConstructDraft, ['projectid'])
export type CustomVariableStep = Named<v.InferOutput<typeof CustomVariableStep>>

type WireCohorts = v.InferOutput<typeof CohortStep>[]
type WireCustomVariables = v.InferOutput<typeof CustomVariableStep>[]

const Definition = v.variant('kind', [
  v.object({
    format: v.literal(FORMAT),
    kind: v.literal('cohort'),
    cohorts: v.pipe(
      v.array(CohortStep),
      v.minLength(1),
      v.maxLength(200),
      v.check((steps) => steps.every((step, place) => isBefore(step.from, place) && isBefore(step.second, place))),
    ),
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

function isBefore(source: 'all' | number | null | undefined, place: number): boolean {
  return typeof source !== 'number' || source < place
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
