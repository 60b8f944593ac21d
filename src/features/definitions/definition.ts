import * as v from 'valibot'
import { CohortDraft, ConstructDraft } from '#contract/drafts.ts'
import { type Cohort } from '#contract/shapes.ts'
import { fieldsOfCondition } from '#contract/constraint-fields.ts'
import { cohortKind } from '#domain/cohorts.ts'
import { isOperator } from '#domain/operators.ts'

/** Marks such a text as ours. */
export const FORMAT = 'diver-definition'
const text = v.nullish(v.string(), '')
/** A cohort that another is made from: everybody, or one that stands before it in the list. */
const Source = v.union([v.literal('all'), v.pipe(v.number(), v.integer(), v.minValue(0))])

const CohortStep = v.object({
  ...v.omit(CohortDraft, ['parent_id', 'secondparent_id', 'projectid']).entries,
  from: Source,
  second: v.nullish(Source),
})
export type CohortStep = v.InferOutput<typeof CohortStep>

/** A custom variable; those that it is made of stand before it in the list, under the names that it calls them. */
const CustomVariableStep = v.omit(ConstructDraft, ['projectid'])
export type CustomVariableStep = v.InferOutput<typeof CustomVariableStep>

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
export type Definition = v.InferOutput<typeof Definition>

function isBefore(source: 'all' | number | null | undefined, place: number): boolean {
  return typeof source !== 'number' || source < place
}

/** A definition as text that can be sent to a colleague. */
export function definitionText(definition: Definition): string {
  return `${JSON.stringify(definition, null, 2)}\n`
}

/** Reads such a text; null where it is none. */
export function readDefinition(text: string): Definition | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Definition), text)
  return parsed.success ? parsed.output : null
}

/** How a cohort is made from others, as one step of a definition; null where its kind is not known. */
export function stepOf(cohort: Cohort, from: CohortStep['from'], second: CohortStep['second']): CohortStep | null {
  const kind = cohortKind(cohort.constraint_type)
  const naming = { name: cohort.name, description: cohort.description, from }
  const values = [...cohort.constraint_values]
  if (kind === 'compound') {
    return { ...naming, cohort_type: kind, constraint_type: cohort.constraint_type, second }
  }
  if (kind === 'subset') {
    const operator = cohort.constraint_type ?? ''
    if (!isOperator(operator)) return null
    return {
      ...naming,
      cohort_type: kind,
      variable: cohort.variable_name,
      ...writable(fieldsOfCondition({ operator, values })),
    }
  }
  if (kind !== 'pedigree') return null
  const family = { ...naming, cohort_type: kind, min_pedsize: cohort.min_pedsize ?? 0 }
  if (cohort.variable_name === null) return family
  const condition = fieldsOfCondition({ operator: values.length === 0 ? 'VALID' : 'EQ', values })
  const constraint = v.safeParse(CohortDraft.entries.ped_constraint, cohort.ped_constraint)
  return {
    ...family,
    variable: cohort.variable_name,
    ...writable(condition),
    ped_constraint: constraint.success ? constraint.output : null,
    ped_constraint_count: cohort.ped_constraint_count,
  }
}

function writable(fields: ReturnType<typeof fieldsOfCondition>) {
  return {
    constraint_type: fields.constraint_type,
    constraint_value: fields.constraint_value,
    constraint_values: fields.constraint_values,
  }
}
