import * as v from 'valibot'
import { isSetOperation } from '#domain/cohorts/cohorts.ts'
import { isOperator } from '#domain/conditions/operators.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { conditionSql } from '#server/engine/conditions/comparison.ts'
import { Answers, type Population } from '#server/engine/sources/answers.ts'
import type { SavedCohort } from '#server/model/cohort.ts'
import type { UserVariables } from '#server/model/variable.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql, type Sql } from '#server/platform/db/sql.ts'

/** Maximum number of conditions to evaluate; beyond it, saved membership is used. */
const MOST_CONDITIONS = 64

/**
 * Counts the members of a difference with an unknown outcome of the subtracted cohort's conditions: the answer is
 * missing, or there is no record.
 */
export async function countUndecided(
  connection: Connection,
  population: Population,
  { saved, variables }: { readonly saved: readonly SavedCohort[]; readonly variables: UserVariables },
): Promise<number> {
  if (population.combined?.operation !== 'SUBTRACT') return 0
  const answers = new Answers(connection.dialect, population)
  let conditions = 0

  /** Whether an individual qualifies for a cohort, NULL where that is unknown; null for All Individuals. */
  const qualifiesFor = (cohortId: number): Sql | null => {
    if (cohortId === ROOT_COHORT_ID) return null
    const cohort = saved.find((entry) => entry.cohortid === cohortId)
    const operation = cohort?.constraint_type ?? ''
    if (cohort && isSetOperation(operation) && cohort.secondparent_id !== null) {
      const one = qualifiesFor(cohort.parent_id) ?? sql`TRUE`
      const other = qualifiesFor(cohort.secondparent_id) ?? sql`TRUE`
      if (operation === 'SUBTRACT') return sql`(${one} AND NOT ${other})`
      return operation === 'UNION' ? sql`(${one} OR ${other})` : sql`(${one} AND ${other})`
    }
    const variable = cohort?.variable_name == null ? undefined : variables.find(cohort.variable_name)
    if (!cohort || !variable || !isOperator(operation) || ++conditions > MOST_CONDITIONS) {
      return answers.isMember(cohortId)
    }
    const condition = { operator: operation, values: cohort.constraint_values }
    const outcome = conditionSql(answers.answerTo(variable), condition, answers.dialect)
    const parent = qualifiesFor(cohort.parent_id)
    return parent === null ? sql`(${outcome})` : sql`(${parent} AND (${outcome}))`
  }

  const outcome = qualifiesFor(population.combined.cohortId)
  if (outcome === null) return 0
  const [row] = await rowsOf(
    connection,
    v.object({ count: v.number() }),
    sql`${answers.tables} SELECT CAST(count(*) FILTER (WHERE (${outcome}) IS NULL) AS INTEGER) AS count FROM person`,
  )
  return row?.count ?? 0
}
