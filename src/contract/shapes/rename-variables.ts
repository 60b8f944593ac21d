import type { ConstructDraft, Definition } from '#contract/shapes/entities.ts'
import { formulaText, mapFormula } from '#domain/scores/formula.ts'
import { readFormula } from '#domain/scores/read-formula.ts'

/** A custom variable's definition with its source variables renamed. */
export function renamed<Draft extends Pick<ConstructDraft, 'variables' | 'values' | 'formula'>>(
  construct: Draft,
  nameOf: (name: string) => string,
): Draft {
  const definition = (group: Definition): Definition => ({
    ...group,
    constraints: group.constraints.map((part) =>
      'relationship' in part ? definition(part) : { ...part, variableName: nameOf(part.variableName) },
    ),
  })
  return {
    ...construct,
    variables: [...new Set(construct.variables.map(nameOf))],
    values: construct.values.map((value) => ({ ...value, definition: definition(value.definition) })),
    formula: renamedFormula(construct.formula, nameOf),
  }
}

/** A text that is no formula stays as it is. */
function renamedFormula(text: string, nameOf: (name: string) => string): string {
  const read = readFormula(text)
  return 'fault' in read ? text : formulaText(mapFormula(read.formula, nameOf))
}
