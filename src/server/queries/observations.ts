import * as v from 'valibot'
import type { AnyVariable, CustomVariable } from '#server/catalog/variable.ts'
import { Answers } from '#server/queries/answers.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { rowsOf, type Connection } from '#server/storage/database.ts'
import { perDataVersion } from '#server/storage/data-version.ts'

const AT_ONCE = 25
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
    for (let first = 0; first < missing.length; first += AT_ONCE) {
      const some = missing.slice(first, first + AT_ONCE)
      const counted = await countObservations(connection, some)
      for (const [place, { constructId }] of some.entries()) counts.set(constructId, counted[place] ?? 0)
    }
    return ({ constructId }) => counts.get(constructId) ?? 0
  }
}

async function countObservations(connection: Connection, variables: readonly AnyVariable[]): Promise<number[]> {
  const answers = new Answers(connection, EVERYBODY)
  const counts = variables.map((variable) => `CAST(count(${answers.answerTo(variable).value}) AS INTEGER)`)
  const [row] = await rowsOf(
    connection,
    v.object({ counts: v.array(v.number()) }),
    `${answers.tables()} SELECT ARRAY[${counts.join(', ')}] AS counts FROM person`,
    answers.parameters.values,
  )
  return row?.counts ?? []
}
