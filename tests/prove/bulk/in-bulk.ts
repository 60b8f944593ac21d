import * as v from 'valibot'
import { membersOfPlan } from '#server/engine/cohorts/cohort-plan.ts'
import { rowsOf } from '#server/platform/db/database.ts'
import { join, sql } from '#server/platform/db/sql.ts'
import type { DatabaseEngine } from '#tests/prove/database-engine.ts'
import { answersBySql, byBitmaps, bySql, keyed } from '#tests/prove/engines.ts'
import type { ConditionsDefinition, Definition } from '#tests/reference/definition.ts'
import type { Evaluation } from '#tests/reference/evaluate.ts'

/** The results of several definitions, in their order. */
export type EvaluateAll = (engine: DatabaseEngine, definitions: readonly Definition[]) => Promise<readonly Evaluation[]>

type Evaluate = (engine: DatabaseEngine, definition: Definition) => Promise<Evaluation>

/** One after another. */
export function singly(evaluate: Evaluate): EvaluateAll {
  return async (engine, definitions) => {
    const results: Evaluation[] = []
    for (const definition of definitions) results.push(await evaluate(engine, definition))
    return results
  }
}

/** On bitmaps, in one reading of the data. */
export const allByBitmaps: EvaluateAll = (engine, definitions) =>
  engine.inOneReading((engineInReading) => singly(byBitmaps)(engineInReading, definitions))

/** The conditions of several definitions: one reading of the data, or one statement. */
function conditionsBy(evaluate: Evaluate): EvaluateAll {
  return async (engine, definitions) => {
    const tested = definitions.map(testedOf)
    const results = Object.values(await evaluate(engine, { kind: 'conditions', tested: tested.flat() }))
    let from = 0
    return tested.map((some) => keyed(some, results.slice(from, (from += some.length))))
  }
}

function testedOf(definition: Definition): ConditionsDefinition['tested'] {
  if (definition.kind !== 'conditions')
    throw new Error(`A definition of the kind ${definition.kind} has no conditions.`)
  return definition.tested
}

export const conditionsByBitmaps = conditionsBy(byBitmaps)
export const conditionsBySql = conditionsBy(bySql)

/** The values of several custom variables by one statement. */
export const customBySql: EvaluateAll = async (engine, definitions) => {
  const names = definitions.map((definition) => ('variable' in definition ? definition.variable : ''))
  const answers = await answersBySql(engine, names)
  return answers.map((column) => ({ answers: column }))
}

const MemberRow = v.object({ nth: v.number(), individual_no: v.number() })

/** The members of several cohorts by one statement, which consists of those that save them. */
export const membersBySql: EvaluateAll = async (engine, definitions) => {
  const { dialect } = engine.connection
  const selects = definitions.map((definition, nth) => {
    const plan = engine.planOf(definition)
    if (!plan) throw new Error(`A definition of the kind ${definition.kind} has no plan.`)
    const { tables, from } = membersOfPlan(plan)(dialect)
    return sql`(${tables} SELECT CAST(${nth} AS INTEGER) AS nth, individual_no FROM ${from})`
  })
  const rows = await rowsOf(engine.connection, MemberRow, join(selects, ' UNION ALL '))
  const numbers = definitions.map((): number[] => [])
  for (const row of rows) numbers[row.nth]?.push(row.individual_no)
  return numbers.map((members) => ({
    size: members.length,
    members: engine.idsOf(members.toSorted((one, other) => one - other)),
  }))
}
