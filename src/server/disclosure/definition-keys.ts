import { createHash } from 'node:crypto'
import type { Condition } from '#domain/constraint.ts'
import { isCriteria, type Criteria } from '#domain/criteria.ts'
import { isSetOperation } from '#domain/cohorts.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { baseVariablesOf } from '#server/model/nesting.ts'
import { isCustom, type AnyVariable, type CustomVariableRule } from '#server/model/variable.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import type { CohortColumns, SavedCohort } from '#server/model/cohort.ts'

/*
 * Keys of definitions: what is defined alike has the same key, whoever named it how. Cells of the same key hold the same
 * people whatever these answered, which the ledger relies on.
 */

export const EVERYBODY_KEY = 'everybody'

/** A short key of any parts that JSON can write. */
export function keyOf(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

/** A cache by identity: rules never change once they are read, and many may be built on one. */
const ruleKeys = new WeakMap<CustomVariableRule, string>()

/** A downcode and what it is made of divide people by the same answers. */
export function variableKey(variable: AnyVariable | CustomVariableRule): string {
  if (variable.variableType === 'variable') return keyOf('variable', variable.name)
  const known = ruleKeys.get(variable)
  if (known !== undefined) return known
  const key = keyOf(
    'rule',
    sourcesKey(variable),
    variable.values.map(({ criteria }) => criteriaKey(criteria)),
  )
  ruleKeys.set(variable, key)
  return key
}

/** What a custom variable is made of, in its order. */
export function sourcesKey({ sources }: Pick<CustomVariableRule, 'sources'>): string {
  return keyOf(...sources.map(variableKey))
}

/** The definition of one value. */
export function criteriaKey({ relationship, parts }: Criteria<AnyVariable>): unknown {
  return [
    relationship,
    parts.map((part) => (isCriteria(part) ? criteriaKey(part) : conditionKey(part.variable, part.condition))),
  ]
}

/** One condition on one variable. */
export function conditionKey(variable: AnyVariable, { operator, values }: Condition): string {
  return keyOf(variableKey(variable), operator, values)
}

/** The variables of the catalog that one is worked out from. */
export function catalogVariablesOf(variable: AnyVariable | CustomVariableRule): readonly CatalogVariable[] {
  return variable.variableType === 'variable' ? [variable] : baseVariablesOf(variable)
}

/** Names tables that divide a population by one variable: by the one of the catalog where there is no other. */
export function familyKey(populationKey: string, variable: AnyVariable | CustomVariableRule): string {
  const [only, ...others] = isCustomRule(variable) ? catalogVariablesOf(variable) : [variable]
  return keyOf('family', populationKey, only && others.length === 0 ? variableKey(only) : variableKey(variable))
}

function isCustomRule(variable: AnyVariable | CustomVariableRule): boolean {
  return 'name' in variable ? isCustom(variable) : true
}

/** The key of part of a thing, such as the people of one collection. */
export function at(key: string, part: string): string {
  return keyOf(key, part)
}

/** Keys of cohorts by what they are made from. */
export interface CohortKeys {
  readonly ofSaved: (cohortId: number) => string
  readonly ofDraft: (columns: CohortColumns) => string
}

/** Finds keys by lineage; `find` says which variable a name stands for now. */
export function cohortKeys(saved: readonly SavedCohort[], find: (name: string) => AnyVariable | undefined): CohortKeys {
  const byId = new Map(saved.map((cohort) => [cohort.cohortid, cohort]))
  const keys = new Map([[ROOT_COHORT_ID, EVERYBODY_KEY]])
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
    )
  }
  return { ofSaved, ofDraft }
}
