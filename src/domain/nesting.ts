import {
  CUSTOM_BASE_VARIABLES_MAX,
  CUSTOM_CONDITIONS_MAX,
  CUSTOM_LEVELS_MAX,
  SET_CONDITIONS_MAX,
} from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'

/** The cost of evaluating custom variables; shared ones count once. */
export interface Nesting {
  /** 1 for a custom variable of catalog variables, 2 for one derived from such a custom variable, and so on. */
  readonly levels: number
  /** Conditions of the custom variables and all their sources. */
  readonly conditions: number
  /** Catalog variables that are read. */
  readonly base: number
}

/** The limit that custom variables exceed as a message, or null. */
export function nestingProblem({ levels, conditions, base }: Nesting): string | null {
  if (levels > CUSTOM_LEVELS_MAX) {
    return `Custom variables can be built on each other in at most ${CUSTOM_LEVELS_MAX} levels: this takes ${formatCount(levels)}. Use a source of a lower level.`
  }
  if (conditions > CUSTOM_CONDITIONS_MAX) {
    return `A custom variable and those that it is built on can have at most ${formatCount(CUSTOM_CONDITIONS_MAX)} conditions together: this takes ${formatCount(conditions)}. Use fewer of them.`
  }
  if (base > CUSTOM_BASE_VARIABLES_MAX) {
    return `A custom variable can be built on at most ${formatCount(CUSTOM_BASE_VARIABLES_MAX)} variables of the catalog: this takes ${formatCount(base)}. Use fewer of them.`
  }
  return null
}

export const SET_COSTS_TOO_MUCH = `The custom variables of a set can have at most ${formatCount(SET_CONDITIONS_MAX)} conditions together. Use fewer of them.`
