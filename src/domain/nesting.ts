import {
  CUSTOM_BASE_VARIABLES_MAX,
  CUSTOM_CONDITIONS_MAX,
  CUSTOM_LEVELS_MAX,
  SET_CONDITIONS_MAX,
} from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'

/** What evaluating custom variables costs; one that several others are built on counts once. */
export interface Nesting {
  /** 1 for a custom variable of the catalog's variables, 2 for one built on such a custom variable, and so on. */
  readonly levels: number
  /** Of the custom variables and all that they are built on. */
  readonly conditions: number
  /** Variables of the catalog that are read. */
  readonly base: number
}

/** Why custom variables cost too much to be evaluated, or null where they do not. */
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
