import { affectedProblem } from '#domain/cohorts/pedigrees.ts'
import { isOperator } from '#domain/conditions/operators.ts'
import { isFlag, isNumber } from '#domain/data-types.ts'
import { readCondition } from '#server/engine/conditions/read-condition.ts'
import { requireVariable } from '#server/engine/conditions/read-definitions.ts'
import type { Trait } from '#server/engine/pedigrees/family-members.ts'
import type { SavedCohort } from '#server/model/cohort.ts'
import type { UserVariables } from '#server/model/variable.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { meaningless } from '#server/platform/http/refusal.ts'

interface RequestedTrait {
  readonly variable?: string | null | undefined
  readonly value?: string | null | undefined
}

/** The requested trait, else the trait of the cohort's pedigree criterion. */
export async function readTrait(
  connection: Connection,
  variables: UserVariables,
  cohort: SavedCohort | null,
  asked: RequestedTrait,
): Promise<Trait | null> {
  if (!asked.variable) return traitOfCohort(variables, cohort)
  const variable = requireVariable(variables, asked.variable)
  const operator = isFlag(variable.dataType) ? 'VALID' : 'EQ'
  const problem = affectedProblem(variable.dataType, operator)
  if (problem !== null) throw meaningless(problem, 'variable')
  const values = asked.value == null ? [] : [asked.value]
  return { variable, condition: await readCondition(connection, variable.dataType, { operator, values }) }
}

/** A further numeric column of the file. */
export async function readPhenotype(
  connection: Connection,
  variables: UserVariables,
  cohort: SavedCohort | null,
  asked: RequestedTrait,
): Promise<Trait | null> {
  const variable = asked.variable ? requireVariable(variables, asked.variable) : null
  return variable && isNumber(variable.dataType)
    ? { variable, condition: null }
    : readTrait(connection, variables, cohort, asked)
}

function traitOfCohort(variables: UserVariables, cohort: SavedCohort | null): Trait | null {
  if (cohort?.constraint_type !== 'PEDIGREE' || cohort.variable_name === null) return null
  const variable = variables.find(cohort.variable_name)
  const operator = cohort.affected_constraint_type ?? ''
  return variable && isOperator(operator)
    ? { variable, condition: { operator, values: cohort.constraint_values } }
    : null
}
