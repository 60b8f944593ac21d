import type { ConstructDraft, Definition } from '#contract/entities.ts'

/** The definition of a custom variable with other names for the variables that it is made of. */
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
