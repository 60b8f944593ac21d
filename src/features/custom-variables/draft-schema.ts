import * as v from 'valibot'
import { CUSTOM_VARIABLE_KINDS } from '#domain/custom-variables.ts'
import { OPERATORS } from '#domain/operators.ts'

const relationship = v.picklist(['AND', 'OR'])
const Criterion = v.object({
  key: v.string(),
  variableName: v.string(),
  condition: v.nullable(v.object({ operator: v.picklist(OPERATORS), values: v.array(v.string()) })),
})
const Group = v.object({ key: v.string(), relationship, criteria: v.array(Criterion) })

/** A draft as a browser may have kept it; what does not fit is no draft. */
export const StoredCustomVariableDraft = v.object({
  kind: v.picklist(CUSTOM_VARIABLE_KINDS),
  name: v.string(),
  description: v.string(),
  sources: v.array(v.string()),
  values: v.array(
    v.object({
      key: v.string(),
      name: v.string(),
      description: v.string(),
      relationship,
      parts: v.array(v.union([Group, Criterion])),
    }),
  ),
  defaultKey: v.nullable(v.string()),
  cells: v.record(v.string(), v.string()),
})
