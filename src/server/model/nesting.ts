import { criterionList } from '#domain/conditions/criteria.ts'
import {
  SET_CONDITIONS_MAX,
  CUSTOM_BASE_VARIABLES_MAX,
  CUSTOM_CONDITIONS_MAX,
  CUSTOM_LEVELS_MAX,
} from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'
import { formulaCost } from '#domain/scores/score-problem.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import { isCustom, type AnyVariable, type CustomVariable, type CustomVariableRule } from '#server/model/variable.ts'

/** The cost of evaluating custom variables; shared ones count once. */
interface Nesting {
  /** 1 for a custom variable of catalog variables, 2 for one derived from such a custom variable, and so on. */
  readonly levels: number
  /** Conditions of the custom variables and all their sources. */
  readonly conditions: number
  /** Catalog variables that are read. */
  readonly base: number
}

/** The limit that custom variables exceed as a message, or null. */
function nestingProblem({ levels, conditions, base }: Nesting): string | null {
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

const SET_COSTS_TOO_MUCH = `The custom variables of a set can have at most ${formatCount(SET_CONDITIONS_MAX)} conditions together. Use fewer of them.`

/** Keyed by identity: rules are immutable. */
const levels = new WeakMap<CustomVariableRule, number>()

/** 0 for a variable of the catalog, else one more than the highest level of its sources. */
export function levelsOf(variable: AnyVariable | CustomVariableRule): number {
  if (variable.variableType === 'variable') return 0
  const known = levels.get(variable)
  if (known !== undefined) return known
  const level = variable.sources.reduce((most, source) => Math.max(most, levelsOf(source)), 0) + 1
  levels.set(variable, level)
  return level
}

/** The reason why a rule exceeds the limits, or null. */
export function nestingProblemOf(rule: CustomVariableRule): string | null {
  // Levels first: walking a chain far beyond the limit is slow.
  return nestingProblem({ levels: levelsOf(rule), conditions: 0, base: 0 }) ?? nestingProblem(costOf(rule).nesting)
}

interface Cost {
  readonly nesting: Nesting
  readonly base: ReadonlySet<CatalogVariable>
}

const costs = new WeakMap<CustomVariableRule, Cost>()

/** The cost of a rule with all its sources, and the catalog variables that it depends on. */
function costOf(rule: CustomVariableRule): Cost {
  const known = costs.get(rule)
  if (known !== undefined) return known
  const { nesting, base } = new Graph().with(rule)
  const cost = { nesting, base }
  costs.set(rule, cost)
  return cost
}

/** The number of conditions of a rule and all its sources. */
export function conditionsOfAll(rule: CustomVariableRule): number {
  return costOf(rule).nesting.conditions
}

/** The catalog variables that a rule depends on, without duplicates. */
export function baseVariablesOf(rule: CustomVariableRule): readonly CatalogVariable[] {
  return [...costOf(rule).base]
}

/** The reason why the custom variables of a set exceed the limits of one file, or null. */
export function nestingProblemOfSet(variables: readonly AnyVariable[]): string | null {
  let graph = new Graph()
  for (const variable of variables.filter(isCustom)) {
    const problem = nestingProblemOf(variable)
    if (problem !== null) return `${variable.name}: ${problem}`
    graph = graph.with(variable)
    if (graph.nesting.conditions > SET_CONDITIONS_MAX) return SET_COSTS_TOO_MUCH
  }
  return null
}

/**
 * Batches of custom variables, each counted by one statement that evaluates shared sources once. Variables beyond the
 * limits are left out: they were saved before the limits existed.
 */
export function batchesOf(variables: readonly CustomVariable[], atOnce: number): CustomVariable[][] {
  const batches: CustomVariable[][] = []
  let graph = new Graph()
  for (const variable of variables) {
    if (nestingProblemOf(variable) !== null) continue
    const together = graph.with(variable)
    const last = batches.at(-1)
    if (last && last.length < atOnce && together.problem === null) {
      last.push(variable)
      graph = together
    } else {
      batches.push([variable])
      graph = new Graph().with(variable)
    }
  }
  return batches
}

/** A set of rules and all their sources, without duplicates. */
class Graph {
  readonly base: ReadonlySet<CatalogVariable>
  readonly nesting: Nesting
  readonly #rules: ReadonlySet<CustomVariableRule>

  constructor(
    rules: ReadonlySet<CustomVariableRule> = new Set(),
    base: ReadonlySet<CatalogVariable> = new Set(),
    nesting: Nesting = { levels: 0, conditions: 0, base: 0 },
  ) {
    this.#rules = rules
    this.base = base
    this.nesting = nesting
  }

  get problem(): string | null {
    return nestingProblem(this.nesting)
  }

  /** Iterative: variables saved before the limits existed may nest thousands of levels deep. */
  with(rule: CustomVariableRule): Graph {
    const added = new Set<CustomVariableRule>(this.#rules.has(rule) ? [] : [rule])
    const base = new Set(this.base)
    for (const { sources } of added) {
      for (const source of sources) {
        if (!isCustom(source)) base.add(source)
        else if (!this.#rules.has(source)) added.add(source)
      }
    }
    const conditions = [...added].reduce((sum, one) => sum + conditionsOf(one), this.nesting.conditions)
    const highest = Math.max(this.nesting.levels, levelsOf(rule))
    return new Graph(new Set([...this.#rules, ...added]), base, { levels: highest, conditions, base: base.size })
  }
}

/**
 * Each source adds one condition for missing answers. A cell of a table of two variables is a lookup and costs one
 * condition a value.
 */
function conditionsOf(rule: CustomVariableRule): number {
  const known = conditions.get(rule)
  if (known !== undefined) return known
  const { variableType, sources, values, formula } = rule
  const partCosts = values.map(({ criteria }) => (variableType === 'merge' ? 1 : criterionList(criteria).length))
  if (formula) partCosts.push(formulaCost(formula))
  const count = Math.max(
    sources.length,
    partCosts.reduce((sum, one) => sum + one, 0),
  )
  conditions.set(rule, count)
  return count
}

const conditions = new WeakMap<CustomVariableRule, number>()

export class CostsTooMuch extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CostsTooMuch'
  }
}
