import * as v from 'valibot'
import { batchesOf } from '#server/catalog/nesting.ts'
import type { AnyVariable, CustomVariable } from '#server/catalog/variable.ts'
import { Answers } from '#server/queries/answers.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { rowsOf, type Connection } from '#server/storage/database.ts'
import { perDataVersion } from '#server/storage/data-version.ts'

/** Custom variables counted by one statement. */
const AT_ONCE = 250
const EVERYBODY = { cohortId: ROOT_COHORT_ID, reader: { isAdmin: true, collections: [] } }

/** How many individuals have an answer to custom variables. */
export type Observations = (
  connection: Connection,
  variables: readonly CustomVariable[],
) => Promise<(variable: CustomVariable) => number>

/** Keeps what was counted while the data stay: what a custom variable is made of never changes. */
export function createObservations(): Observations {
  const perVersion = perDataVersion(async () => new Map<number, number>())
  return async (connection, variables) => {
    const counts = await perVersion(connection)
    const missing = variables.filter(({ constructId }) => !counts.has(constructId))
    for (const some of batchesOf(missing, AT_ONCE)) {
      const counted = await countObservations(connection, some)
      for (const [place, { constructId }] of some.entries()) counts.set(constructId, counted[place] ?? 0)
    }
    return ({ constructId }) => counts.get(constructId) ?? 0
  }
}

async function countObservations(connection: Connection, variables: readonly AnyVariable[]): Promise<number[]> {
  const answers = new Answers(connection, EVERYBODY)
  const counts = variables.map(
    (variable) => `CAST(count(*) FILTER (WHERE ${answers.answerTo(variable).hasValue}) AS INTEGER)`,
  )
  const [row] = await rowsOf(
    connection,
    v.object({ counts: v.array(v.number()) }),
    `${answers.tables()} SELECT ARRAY[${counts.join(', ')}] AS counts FROM person`,
    answers.parameters.values,
  )
  return row?.counts ?? []
}
