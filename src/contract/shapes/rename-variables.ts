import type { ConstructDraft, Definition } from '#contract/shapes/entities.ts'

/** A custom variable's definition with its source variables renamed. */
export function renamed<Draft extends Pick<ConstructDraft, 'variables' | 'values'>>(
  construct: Draft,
  nameOf: (name: string) => string,
): Draft {
  const definition = (given: Definition): Definition => ({
    ...given,
    constraints: given.constraints.map((part) =>
      'relationship' in part ? definition(part) : { ...part, variableName: nameOf(part.variableName) },
    ),
  })
  return {
    ...construct,
    variables: [...new Set(construct.variables.map(nameOf))],
    values: construct.values.map((value) => ({ ...value, definition: definition(value.definition) })),
  }
}
