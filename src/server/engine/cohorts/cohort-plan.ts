import type { CountRow, PedigreeRow, Split, Totals } from '#contract/shapes/shapes.ts'
import { PEDIGREE_CONSTRAINTS } from '#domain/cohorts/cohorts.ts'
import { isOperator } from '#domain/conditions/operators.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { BitmapEngine } from '#server/engine/bitmaps/bitmap-engine.ts'
import { countMembers, countPlaceholders } from '#server/engine/cohorts/cohort-summary.ts'
import { placeholdersOfSubset, previewSubset, subsetMembers, type Subset } from '#server/engine/cohorts/subset.ts'
import { countPedigrees } from '#server/engine/pedigrees/count-pedigrees.ts'
import { pedigreeMembers, type Pedigree } from '#server/engine/pedigrees/pedigrees.ts'
import { Answers, type Population } from '#server/engine/sources/answers.ts'
import type { FindMembers } from '#server/engine/sources/members.ts'
import type { CohortColumns, SavedCohort } from '#server/model/cohort.ts'
import type { User } from '#server/model/user.ts'
import type { AnyVariable, UserVariables } from '#server/model/variable.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** The definition of a cohort's members. A preview and the saved cohort use the same plan. */
export type CohortPlan =
  | { readonly kind: 'subset'; readonly subset: Subset }
  | { readonly kind: 'compound'; readonly population: Population & Required<Pick<Population, 'combined'>> }
  | { readonly kind: 'pedigree'; readonly pedigree: Pedigree }

export interface PlanCounts {
  readonly data: (CountRow | PedigreeRow)[]
  readonly split?: Split
  readonly splitByCollection?: ReadonlyMap<string, Split>
  readonly totals?: Totals
  /** Only for a difference: members with an unknown outcome of the second cohort's conditions. */
  readonly undecided?: number | null
  /** Members who are relatives without data, known only as links between others. */
  readonly placeholders?: number
  /** Collections of which no individual is counted. */
  readonly left_out?: string[]
}

export async function countPlan(connection: Connection, engine: BitmapEngine, plan: CohortPlan): Promise<PlanCounts> {
  switch (plan.kind) {
    case 'subset':
      return {
        ...(await previewSubset(connection, engine, plan.subset)),
        placeholders: await placeholdersOfSubset(connection, engine, plan.subset),
      }
    case 'compound':
      return countCohort(connection, engine, plan.population, null)
    case 'pedigree':
      return countFamilies(connection, engine, plan.pedigree)
  }
}

async function countCohort(
  connection: Connection,
  engine: BitmapEngine,
  population: Population,
  variable: AnyVariable | null,
): Promise<PlanCounts> {
  const data = await countMembers(connection, engine, population, variable)
  return { data, placeholders: await countPlaceholders(connection, engine, population) }
}

async function countFamilies(connection: Connection, engine: BitmapEngine, pedigree: Pedigree): Promise<PlanCounts> {
  const { data, totals } = await countPedigrees(connection, engine, pedigree)
  return { data, totals, ...(totals.placeholders !== null && { placeholders: totals.placeholders }) }
}

export function membersOfPlan(plan: CohortPlan): FindMembers {
  switch (plan.kind) {
    case 'subset':
      return subsetMembers(plan.subset)
    case 'compound':
      return membersOfCohorts(plan.population)
    case 'pedigree':
      return pedigreeMembers(plan.pedigree)
  }
}

export function membersOfCohorts(population: Population): FindMembers {
  return (dialect) => ({ tables: new Answers(dialect, population).tables, from: sql`person` })
}

/** Returns the number of inserted members. */
export function insertMembers(connection: Connection, cohortId: number, plan: CohortPlan): Promise<number> {
  const { tables, from } = membersOfPlan(plan)(connection.dialect)
  return connection.run(
    sql`INSERT INTO cohort_member ${tables}
     SELECT ${cohortId}, individual_no FROM ${from} ORDER BY individual_no`,
  )
}

/** Columns of the saved cohort that store the plan. */
export function columnsOfPlan(plan: CohortPlan): CohortColumns {
  switch (plan.kind) {
    case 'subset': {
      const { parent, variable, condition } = plan.subset
      return {
        parent_id: parent.cohortId,
        variable_name: variable.name,
        constraint_type: condition.operator,
        constraint_values: condition.values,
      }
    }
    case 'compound': {
      const { cohortId, combined } = plan.population
      return {
        parent_id: cohortId,
        secondparent_id: combined.cohortId,
        constraint_type: combined.operation,
        constraint_values: [],
      }
    }
    case 'pedigree': {
      const { parent, criterion } = plan.pedigree
      return {
        parent_id: parent.cohortId,
        constraint_type: 'PEDIGREE',
        constraint_values: criterion?.condition.values ?? [],
        variable_name: criterion?.variable.name ?? null,
        affected_constraint_type: criterion?.condition.operator ?? null,
        min_pedsize: criterion?.minimumSize ?? null,
        ped_constraint: criterion?.comparison ?? null,
        ped_constraint_count: criterion?.affectedCount ?? null,
      }
    }
  }
}

/** Counts the members of a saved cohort, or of all individuals (null), as its preview did. */
export async function summarise(
  connection: Connection,
  bitmaps: BitmapEngine,
  variables: UserVariables,
  user: User,
  cohort: SavedCohort | null,
): Promise<PlanCounts> {
  if (cohort?.constraint_type === 'PEDIGREE')
    return countFamilies(connection, bitmaps, savedPedigree(variables, user, cohort))
  const variable = cohort?.variable_name ? (variables.find(cohort.variable_name) ?? null) : null
  const cohortId = cohort?.cohortid ?? ROOT_COHORT_ID
  return countCohort(connection, bitmaps, { cohortId, reader: user }, variable)
}

/** A deleted trait variable leaves all members unaffected. */
export function savedPedigree(variables: UserVariables, user: User, cohort: SavedCohort): Pedigree {
  const variable = cohort.variable_name === null ? undefined : variables.find(cohort.variable_name)
  const operator = cohort.affected_constraint_type ?? ''
  const comparison = PEDIGREE_CONSTRAINTS.find((known) => known === cohort.ped_constraint)
  return {
    parent: { cohortId: cohort.parent_id, reader: user },
    savedAs: cohort.cohortid,
    criterion:
      variable && comparison && isOperator(operator)
        ? {
            variable,
            condition: { operator, values: cohort.constraint_values },
            minimumSize: cohort.min_pedsize ?? 0,
            comparison,
            affectedCount: cohort.ped_constraint_count ?? 0,
          }
        : null,
  }
}
