import type { Criteria } from '#domain/conditions/criteria.ts'
import { SCORE, type CustomVariableKind } from '#domain/custom-variables/construct-types.ts'
import { formulaVariables, mapFormula } from '#domain/scores/formula.ts'
import type { Catalog } from '#server/model/catalog.ts'
import type { AnyVariable, CustomVariable } from '#server/model/variable.ts'
import type { Made } from '#tests/reference/made.ts'

/** Custom variables as variables of the server, each on those before and on the catalog. */
export function resolveMade(
  catalog: Catalog,
  made: readonly Made[],
  kind: CustomVariableKind = 'downcode',
): CustomVariable[] {
  const byName = new Map<string, CustomVariable>()
  const find = (name: string): AnyVariable => {
    const variable = byName.get(name) ?? catalog.find(name)
    if (!variable) throw new Error(`There is no ${name}.`)
    return variable
  }
  const criteriaOf = ({ relationship, parts }: Criteria<string>): Criteria<AnyVariable> => ({
    relationship,
    parts: parts.map((part) =>
      'relationship' in part ? criteriaOf(part) : { variable: find(part.variable), condition: part.condition },
    ),
  })
  for (const [constructId, one] of made.entries()) {
    const { name } = one
    const common = { constructId, projectId: 1, name, description: '', definitions: [] }
    byName.set(
      name,
      'formula' in one
        ? {
            ...common,
            variableType: SCORE,
            dataType: 'numberrange',
            possibleValues: [],
            sources: formulaVariables(one.formula).map(find),
            values: [],
            defaultValue: null,
            formula: mapFormula(one.formula, find),
          }
        : {
            ...common,
            variableType: one.kind ?? kind,
            dataType: 'categorical',
            possibleValues: one.values.map((value) => value.name),
            sources: one.sources.map(find),
            values: one.values.map((value) => ({ name: value.name, criteria: criteriaOf(value.criteria) })),
            defaultValue: one.defaultValue,
            formula: null,
          },
    )
  }
  return [...byName.values()]
}
