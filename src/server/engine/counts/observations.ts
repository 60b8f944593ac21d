import * as v from 'valibot'
import { READS_EVERYTHING, type Reader } from '#domain/access.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { Answers } from '#server/engine/sources/answers.ts'
import type { Members } from '#server/engine/sources/members.ts'
import { batchesOf } from '#server/model/nesting.ts'
import { type AnyVariable, type CustomVariable, answersKey } from '#server/model/variable.ts'
import { perDataVersion } from '#server/platform/db/data-version.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { join, sql } from '#server/platform/db/sql.ts'

/** Custom variables counted by one statement. */
const AT_ONCE = 250

/** Number of individuals with an answer to custom variables. */
export type Observations = (
  connection: Connection,
  variables: readonly CustomVariable[],
  reader: Reader,
) => Promise<(variable: CustomVariable) => number>

/** Cached by data version: the definition of a custom variable never changes. */
export function createObservations(): Observations {
  const perVersion = perDataVersion(async () => new Map<string, number>())
  return async (connection, variables, reader) => {
    const counts = await perVersion(connection)
    const missing = variables.filter((variable) => !counts.has(answersKey(variable, reader)))
    for (const some of batchesOf(missing, AT_ONCE)) {
      const counted = await countObservations(connection, some, reader)
      for (const [place, variable] of some.entries()) counts.set(answersKey(variable, reader), counted[place] ?? 0)
    }
    return (variable) => counts.get(answersKey(variable, reader)) ?? 0
  }
}

async function countObservations(
  connection: Connection,
  variables: readonly AnyVariable[],
  reader: Reader,
): Promise<number[]> {
  const answers = new Answers(connection.dialect, { cohortId: ROOT_COHORT_ID, reader })
  const counts = variables.map(
    (variable) => sql`CAST(count(*) FILTER (WHERE ${answers.answerTo(variable).hasValue}) AS INTEGER)`,
  )
  const [row] = await rowsOf(
    connection,
    v.object({ counts: v.array(v.number()) }),
    sql`${answers.tables} SELECT ARRAY[${join(counts)}] AS counts FROM person`,
  )
  return row?.counts ?? []
}

const Size = v.object({ collection: v.string(), count: v.number() })

/** Number of members by collection. */
export async function sizesByCollection(connection: Connection, members: Members): Promise<Map<string, number>> {
  const answers = new Answers(connection.dialect, { ...members, reader: READS_EVERYTHING })
  const rows = await rowsOf(
    connection,
    Size,
    sql`${answers.tables} SELECT collection, CAST(count(*) AS INTEGER) AS count FROM person GROUP BY collection`,
  )
  return new Map(rows.map(({ collection, count }) => [collection, count]))
}
