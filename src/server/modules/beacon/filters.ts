import type { BeaconFilter } from '#contract/beacon.ts'
import type { Operator } from '#domain/conditions/operators.ts'
import { isTextual } from '#domain/data-types.ts'
import { requireVariable } from '#server/engine/conditions/read-definitions.ts'
import type { UserVariables } from '#server/model/variable.ts'
import type { NamedCondition } from '#server/modules/beacon/routes.ts'
import { meaningless } from '#server/platform/http/refusal.ts'

const OPERATORS: Readonly<Record<BeaconFilter['operator'], Operator>> = {
  '=': 'EQ',
  '!': 'NEQ',
  '<': 'LT',
  '>': 'GT',
  '<=': 'LTE',
  '>=': 'GTE',
}

/** The condition of a filter. Refuses parts of Beacon that would change the result if they were ignored. */
export function conditionOfFilter(
  variables: UserVariables,
  { id, operator, value, scope }: BeaconFilter,
): NamedCondition {
  const { name, dataType } = requireVariable(variables, id)
  if (scope !== undefined && scope !== 'individuals' && scope !== 'individual') {
    throw meaningless('This Beacon has individuals only.', 'query.filters.scope')
  }
  const text = String(value)
  if (isTextual(dataType) && text.includes('%')) {
    throw meaningless('This Beacon has no wildcards (%).', 'query.filters.value')
  }
  return { variableName: name, operator: OPERATORS[operator], values: [text] }
}
