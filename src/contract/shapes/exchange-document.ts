import * as v from 'valibot'
import { CohortSteps, CustomVariableStep } from '#contract/shapes/definition-steps.ts'
import { VARIABLE_SET_NAMES_MAX } from '#domain/limits.ts'

/** Most objects of one kind in a document. */
const OBJECTS_MAX = 1_000

const text = v.nullish(v.string(), '')

/** A variable of the catalog that the definitions use, as its server describes it. No answers, no counts. */
const UsedVariable = v.object({
  variable_name: v.string(),
  data_type: text,
  question: text,
  possible_values: v.nullish(v.array(v.string()), []),
  value_mapping: v.nullish(v.record(v.string(), v.string()), {}),
})

/**
 * Definitions for another server: custom variables (sources first), cohorts (ancestors first) and variable sets, by
 * names instead of ids.
 */
export const ExchangeDocument = v.strictObject({
  format: v.literal('diver-exchange'),
  version: v.literal(1),
  custom_variables: v.nullish(v.pipe(v.array(CustomVariableStep), v.maxLength(OBJECTS_MAX)), []),
  cohorts: v.nullish(v.pipe(CohortSteps, v.maxLength(OBJECTS_MAX)), []),
  variablesets: v.nullish(
    v.pipe(
      v.array(
        v.object({
          name: v.string(),
          description: text,
          variables: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(VARIABLE_SET_NAMES_MAX)),
        }),
      ),
      v.maxLength(OBJECTS_MAX),
    ),
    [],
  ),
  variables: v.nullish(v.array(UsedVariable), []),
  /** SHA-256 of the canonical form (RFC 8785) of the document without this member, in hexadecimal digits. */
  sha256: v.nullish(v.string()),
})
export type ExchangeDocument = v.InferOutput<typeof ExchangeDocument>
