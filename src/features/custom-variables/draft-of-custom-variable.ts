import { conditionOfFields } from '#contract/shapes/constraint-fields.ts'
import type { Constraint, ConstructDraft, Definition, Variable } from '#contract/shapes/entities.ts'
import type { Cell } from '#domain/custom-variables/combine-table.ts'
import type { CustomVariableKind } from '#domain/custom-variables/custom-variables.ts'
import { isNoDefault } from '#domain/custom-variables/custom-variables.ts'
import { cellKey, keysOfTable } from '#features/custom-variables/combine/cell-counts.ts'
import {
  blankCriterion,
  newKey,
  UNKNOWN_KEY,
  type CustomVariableDraft,
  type DraftCriterion,
  type DraftPart,
} from '#features/custom-variables/draft.ts'

/** A definition from any source. */
export type GivenConstruct = Pick<ConstructDraft, 'name' | 'description' | 'variables' | 'values' | 'defaultValue'>

/**
 * A definition as a draft of the given builder; null if a table cannot express it. Combinations come from the sources;
 * those without a value are [UNK].
 */
export function draftOfConstruct(
  kind: CustomVariableKind,
  given: GivenConstruct,
  sources: readonly Variable[],
): CustomVariableDraft | null {
  const keys = given.values.map(newKey)
  const [first] = given.variables
  const draft: CustomVariableDraft = {
    kind,
    name: given.name,
    description: given.description,
    sources: given.variables,
    values: given.values.map(({ name, description, definition }, place) => ({
      key: keys[place] ?? '',
      name,
      description,
      relationship: kind === 'merge' ? 'OR' : definition.relationship,
      parts: kind === 'merge' || first === undefined ? [] : partsOf(definition, first),
    })),
    defaultKey: null,
    cells: {},
  }
  if (kind !== 'merge') {
    const place = given.values.findIndex(({ name }) => name === given.defaultValue)
    return { ...draft, defaultKey: isNoDefault(given.defaultValue) ? UNKNOWN_KEY : (keys[place] ?? null) }
  }
  const cells = cellsOfValues(given, keys)
  if (cells === null) return null
  const rest = isNoDefault(given.defaultValue) && given.defaultValue !== '' ? keysOfTable(sources) : []
  return { ...draft, cells: { ...Object.fromEntries(rest.map((cell) => [cell, UNKNOWN_KEY])), ...cells } }
}

function partsOf({ constraints }: Definition, source: string): readonly DraftPart[] {
  const parts = constraints.map((part): DraftPart => {
    if (!('relationship' in part)) return criterionOf(part)
    const criteria = part.constraints.flatMap((inner) => ('relationship' in inner ? [] : [criterionOf(inner)]))
    return { key: newKey(), relationship: part.relationship, criteria }
  })
  return parts.length === 0 ? [blankCriterion(source)] : parts
}

function criterionOf(constraint: Constraint): DraftCriterion {
  return { key: newKey(), variableName: constraint.variableName, condition: conditionOfFields(constraint) }
}

function cellsOfValues({ variables, values }: GivenConstruct, keys: readonly string[]): Record<string, string> | null {
  const cells: Record<string, string> = {}
  for (const [place, { definition }] of values.entries()) {
    const parts = definition.relationship === 'OR' ? definition.constraints : [definition]
    for (const part of parts) {
      const cell = cellOf(part, variables)
      if (cell === null) return null
      cells[cellKey(cell)] = keys[place] ?? ''
    }
  }
  return cells
}

/** The combination expressed by an AND of two equalities. */
function cellOf(part: Constraint | Definition, variables: readonly string[]): Cell | null {
  if (!('relationship' in part) || part.relationship !== 'AND' || part.constraints.length !== 2) return null
  const [first, second] = variables.map((name) => {
    const equality = part.constraints.find((inner) => !('relationship' in inner) && inner.variableName === name)
    if (!equality || 'relationship' in equality || equality.constraintType !== 'EQ') return undefined
    return conditionOfFields(equality)?.values[0]
  })
  return first === undefined || second === undefined ? null : { first, second }
}
