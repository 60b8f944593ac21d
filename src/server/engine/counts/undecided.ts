import * as v from 'valibot'
import { isSetOperation } from '#domain/cohorts.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { isOperator } from '#domain/operators.ts'
import type { UserVariables } from '#server/model/user-variables.ts'
import { Answers, type Population } from '#server/engine/sources/answers.ts'
import type { SavedCohort } from '#server/model/cohort.ts'
import { truthOf } from '#server/engine/conditions/comparison.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'

/** Conditions that are looked through; beyond them a cohort has whom it was saved with. */
const MOST_CONDITIONS = 64

/**
 * Counts the members of a difference of whom it is not known whether they belong to the cohort that was taken away:
 * its conditions are unknown for them, as their answer is missing or they have no record.
 */
export async function countUndecided(
  connection: Connection,
  population: Population,
  { saved, variables }: { readonly saved: readonly SavedCohort[]; readonly variables: UserVariables },
): Promise<number> {
  if (population.combined?.operation !== 'SUBTRACT') return 0
  const answers = new Answers(connection, population)
  let conditions = 0

  /** Whether somebody belongs to a cohort, NULL where that is not known; null for everybody. */
  const truthOfMember = (cohortId: number): string | null => {
    if (cohortId === ROOT_COHORT_ID) return null
    const cohort = saved.find((own) => own.cohortid === cohortId)
    const operation = cohort?.constraint_type ?? ''
    if (cohort && isSetOperation(operation) && cohort.secondparent_id !== null) {
      const [one, other] = [cohort.parent_id, cohort.secondparent_id].map((id) => truthOfMember(id) ?? 'TRUE')
      if (operation === 'SUBTRACT') return `(${one} AND NOT ${other})`
      return `(${one} ${operation === 'UNION' ? 'OR' : 'AND'} ${other})`
    }
    const variable = cohort?.variable_name == null ? undefined : variables.find(cohort.variable_name)
    if (!cohort || !variable || !isOperator(operation) || ++conditions > MOST_CONDITIONS) {
      return answers.isMember(cohortId)
    }
    const condition = { operator: operation, values: cohort.constraint_values }
    const truth = truthOf(answers.answerTo(variable), condition, answers.parameters)
    const parent = truthOfMember(cohort.parent_id)
    return parent === null ? `(${truth})` : `(${parent} AND (${truth}))`
  }

  const truth = truthOfMember(population.combined.cohortId)
  if (truth === null) return 0
  const [row] = await rowsOf(
    connection,
    v.object({ count: v.number() }),
    `${answers.tables()} SELECT CAST(count(*) FILTER (WHERE (${truth}) IS NULL) AS INTEGER) AS count FROM person`,
    answers.parameters.values,
  )
  return row?.count ?? 0
}
