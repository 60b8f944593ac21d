import * as fc from 'fast-check'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { READS_EVERYTHING } from '#domain/access.ts'
import type { Reader } from '#domain/access.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import { DATA_TYPES } from '#domain/data-types.ts'
import { hasPlace } from '#server/engine/bitmaps/bitmap.ts'
import { conditionSql } from '#server/engine/conditions/comparison.ts'
import { Answers } from '#server/engine/sources/answers.ts'
import { createCatalog } from '#server/model/catalog.ts'
import { hasPlaces, type AnyVariable } from '#server/model/variable.ts'
import { rowsOf } from '#server/platform/db/database.ts'
import { join, raw, sql } from '#server/platform/db/sql.ts'
import { readCatalog } from '#server/store/catalog/catalog.ts'
import { arbitraryMadeVariables, studyOfTwoForms } from '#tests/support/arbitrary-custom-variables.ts'
import { arbitraryScores, conditionOnScore } from '#tests/support/arbitrary-scores.ts'
import { conditionOn } from '#tests/support/arbitrary-study.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { arbitraryReader, memoryEngine } from '#tests/support/memory-engine.ts'
import { resolveMade } from '#tests/support/resolve-made.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { loadStudy } from '#tests/support/study.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const engine = memoryEngine()

/** Conditions on each data type, and by which custom variables and scores are compared. */
const conditions = fc.record({
  byType: fc.tuple(
    ...DATA_TYPES.map((dataType) =>
      fc.array(conditionOn(dataType), { minLength: 3, maxLength: 3 }).map((list) => ({ dataType, list })),
    ),
  ),
  onScore: conditionOnScore,
})

const ON_CUSTOM: readonly Condition[] = [
  { operator: 'EQ', values: ['one'] },
  { operator: 'NEQ', values: ['two'] },
  { operator: 'ANYOF', values: ['one', 'three', 'none of these'] },
  { operator: 'EQ', values: ['[UNK]'] },
  { operator: 'VALID', values: [] },
  { operator: 'EXISTS', values: [] },
]

interface Tested {
  readonly variable: AnyVariable
  readonly condition: Condition
}

test.each([20_240_101, 7])('bitmaps equal the SQL of every condition, seed %d', async (seed) => {
  await fc.assert(
    fc.asyncProperty(
      studyOfTwoForms,
      arbitraryMadeVariables,
      arbitraryScores,
      conditions,
      arbitraryReader,
      async (study, made, scores, { byType, onScore }, who) => {
        await loadStudy(engine.database, study)
        const catalog = createCatalog(await readCatalog(engine.connection))
        const custom = [...resolveMade(catalog, made, 'multiple'), ...resolveMade(catalog, scores)]
        const tested = [
          ...byType.flatMap(({ dataType, list }) => {
            const ofType = catalog.variables.filter((variable) => variable.dataType === dataType)
            return ofType.flatMap((variable) => list.map((condition) => ({ variable, condition })))
          }),
          ...custom.flatMap((variable) =>
            (hasPlaces(variable) ? ON_CUSTOM : [onScore]).map((condition) => ({ variable, condition })),
          ),
        ]
        expect(await byBitmaps(tested, who)).toEqual(await bySql(tested, who))
      },
    ),
    { numRuns: fuzzRuns(6), seed },
  )
})

/** For each condition, its outcomes and whether there is a record, in the order of the individuals. */
type Outcomes = readonly (readonly [outcome: boolean | null, hasRecord: boolean])[]

function byBitmaps(tested: readonly Tested[], who: Reader): Promise<Outcomes[]> {
  return engine.bitmaps.read(engine.connection, READS_EVERYTHING, async (data) => {
    const found: Outcomes[] = []
    const places = [...data.individuals.placeOf].filter((place) => place >= 0)
    for (const condition of tested) {
      const { yes, no, hasRecord } = await data.outcomeOf({ ...condition, reader: who })
      found.push(
        places.map((place) => {
          const outcome = hasPlace(yes, place) ? true : hasPlace(no, place) ? false : null
          return [outcome, hasPlace(hasRecord, place)]
        }),
      )
    }
    return found
  })
}

const Row = v.record(v.string(), v.nullable(v.boolean()))

async function bySql(tested: readonly Tested[], who: Reader): Promise<Outcomes[]> {
  const answers = new Answers(engine.connection.dialect, { cohortId: 1, reader: who })
  const columns = tested.flatMap(({ variable, condition }, nth) => {
    const answer = answers.answerTo(variable)
    const outcome = conditionSql(answer, condition, engine.connection.dialect)
    return [sql`${outcome} AS ${raw(`o${nth}`)}`, sql`${answer.hasRecord} AS ${raw(`h${nth}`)}`]
  })
  const rows = await rowsOf(
    engine.connection,
    Row,
    sql`${answers.tables} SELECT ${join(columns)} FROM person ORDER BY individual_no`,
  )
  return tested.map((_, nth) => rows.map((row) => [row[`o${nth}`] ?? null, row[`h${nth}`] ?? false]))
}
