import type { Cohort, Variable, VariableSet } from '#contract/shapes.ts'

/** What a user made, as far as it may be built on a variable. */
export interface Made {
  readonly cohorts: readonly Cohort[]
  readonly sets: readonly VariableSet[]
  readonly customVariables: readonly Variable[]
}

/** The names of all that is built on a variable: cohorts, custom variables, variable sets. */
export function usesOf(variableName: string, { cohorts, sets, customVariables }: Made): readonly string[] {
  const isIt = (name: string | null) => name?.toUpperCase() === variableName.toUpperCase()
  return [
    ...cohorts.filter((cohort) => isIt(cohort.variable_name)).map(({ name }) => name),
    ...customVariables
      .filter(({ contributors }) => contributors.some((source) => isIt(source.variable_name)))
      .map((custom) => custom.variable_name),
    ...sets.filter(({ variables }) => variables.some(isIt)).map(({ name }) => name),
  ]
}
