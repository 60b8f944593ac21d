import { createHash } from 'node:crypto'
import type { RuleDefinition } from '#contract/rules.ts'
import { isSetOperation } from '#domain/cohorts/cohorts.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import { isCriteria, type Criteria } from '#domain/conditions/criteria.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { mapFormula } from '#domain/scores/formula.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import { rulesOf, variablesInRules, type CohortColumns, type SavedCohort } from '#server/model/cohort.ts'
import { baseVariablesOf } from '#server/model/nesting.ts'
import { isCustom, type AnyVariable, type CustomVariableRule } from '#server/model/variable.ts'

/*
 * Keys of definitions: equal definitions have equal keys, whatever their names. The ledger relies on this: cells of
 * equal keys hold the same individuals, whatever their answers.
 */

export const ROOT_KEY = 'everybody'

/** A hash of parts that JSON can represent. */
export function keyOf(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

/** A cache by identity: rules are immutable, and many variables may share one. */
const ruleKeys = new WeakMap<CustomVariableRule, string>()

/** A downcode divides individuals by the same answers as its source. */
export function variableKey(variable: AnyVariable | CustomVariableRule): string {
  if (variable.variableType === 'variable') return keyOf('variable', variable.name)
  const known = ruleKeys.get(variable)
  if (known !== undefined) return known
  const key = keyOf(
    'rule',
    sourcesKey(variable),
    variable.values.map(({ criteria }) => criteriaKey(criteria)),
    variable.formula && mapFormula(variable.formula, variableKey),
  )
  ruleKeys.set(variable, key)
  return key
}

/** Sources of a custom variable, in order. */
export function sourcesKey({ sources }: Pick<CustomVariableRule, 'sources'>): string {
  return keyOf(...sources.map(variableKey))
}

export function criteriaKey({ relationship, parts }: Criteria<AnyVariable>): unknown {
  return [
    relationship,
    parts.map((part) => (isCriteria(part) ? criteriaKey(part) : conditionKey(part.variable, part.condition))),
  ]
}

export function conditionKey(variable: AnyVariable, { operator, values }: Condition): string {
  return keyOf(variableKey(variable), operator, values)
}

/** Catalog variables from which a variable is derived. */
export function catalogVariablesOf(variable: AnyVariable | CustomVariableRule): readonly CatalogVariable[] {
  return variable.variableType === 'variable' ? [variable] : baseVariablesOf(variable)
}

/** The family of tables that divide a population by one variable: the catalog variable if there is only one. */
export function familyKey(populationKey: string, variable: AnyVariable | CustomVariableRule): string {
  const [only, ...others] = catalogVariablesOf(variable)
  return keyOf('family', populationKey, only && others.length === 0 ? variableKey(only) : variableKey(variable))
}

/** The key of a part, such as the individuals of one collection. */
export function partKey(key: string, part: string): string {
  return keyOf(key, part)
}

/** Keys of cohorts by their definition. */
export interface CohortKeys {
  readonly ofSaved: (cohortId: number) => string
  readonly ofDraft: (columns: CohortColumns) => string
}

/** Derives keys from the lineage. `find` returns the variable that a name refers to now. */
export function cohortKeys(saved: readonly SavedCohort[], find: (name: string) => AnyVariable | undefined): CohortKeys {
  const byId = new Map(saved.map((cohort) => [cohort.cohortid, cohort]))
  const keys = new Map([[ROOT_COHORT_ID, ROOT_KEY]])
  /** Rules name their variables, and a name may pass to another definition. */
  const customKeysOf = (rules: RuleDefinition | null) =>
    variablesInRules(rules).flatMap((name) => {
      const variable = find(name)
      return variable && isCustom(variable) ? [variableKey(variable)] : []
    })
  const ofSaved = (cohortId: number): string => {
    const known = keys.get(cohortId)
    if (known !== undefined) return known
    const cohort = byId.get(cohortId)
    const key = cohort ? ofDraft(cohort) : keyOf('deleted', cohortId)
    keys.set(cohortId, key)
    return key
  }
  const ofDraft = (made: CohortColumns): string => {
    const parent = ofSaved(made.parent_id)
    if (isSetOperation(made.constraint_type)) {
      return keyOf('cohort', made.constraint_type, parent, ofSaved(made.secondparent_id ?? ROOT_COHORT_ID))
    }
    const variable = made.variable_name == null ? undefined : find(made.variable_name)
    return keyOf(
      'cohort',
      parent,
      variable ? variableKey(variable) : made.variable_name,
      made.constraint_type,
      made.constraint_values,
      made.affected_constraint_type ?? null,
      made.min_pedsize ?? null,
      made.ped_constraint ?? null,
      made.ped_constraint_count ?? null,
      ...customKeysOf(rulesOf(made)),
    )
  }
  return { ofSaved, ofDraft }
}
