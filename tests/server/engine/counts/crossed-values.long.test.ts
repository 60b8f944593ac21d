import * as fc from 'fast-check'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { isCoded } from '#domain/data-types.ts'
import { customValue } from '#server/engine/conditions/custom-value.ts'
import { eachCode } from '#server/engine/conditions/shown-value.ts'
import { previewConstruct, type PreviewQuery } from '#server/engine/counts/custom-variable-preview.ts'
import { Answers } from '#server/engine/sources/answers.ts'
import { createCatalog } from '#server/model/catalog.ts'
import { hasPlaces } from '#server/model/variable.ts'
import { rowsOf } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readCatalog } from '#server/store/catalog/catalog.ts'
import { arbitraryMadeVariables, studyOfTwoForms } from '#tests/support/arbitrary-custom-variables.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { arbitraryReader, memoryEngine } from '#tests/support/memory-engine.ts'
import { resolveMade } from '#tests/support/resolve-made.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { loadStudy } from '#tests/support/study.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const engine = memoryEngine()
const Row = v.object({ value: v.nullable(v.string()), answer: v.nullable(v.string()), count: v.number() })

test.each([20_240_101, 7])('counts by value and answer equal those of SQL, seed %d', async (seed) => {
  await fc.assert(
    fc.asyncProperty(studyOfTwoForms, arbitraryMadeVariables, arbitraryReader, async (study, made, reader) => {
      await loadStudy(engine.database, study)
      const catalog = createCatalog(await readCatalog(engine.connection))
      const custom = resolveMade(catalog, made, 'multiple')
      for (const rule of custom) {
        for (const cross of [...catalog.variables.filter(({ dataType }) => isCoded(dataType)), ...custom]) {
          if (!hasPlaces(rule)) continue
          const query = { rule, cross, cohortId: 1, reader }
          const { cross: crossed } = await previewConstruct(engine.connection, engine.bitmaps, query)
          expect(crossed?.data).toEqual(await bySql(query))
        }
      }
    }),
    { numRuns: fuzzRuns(4), seed },
  )
})

async function bySql({ rule, cross, cohortId, reader }: PreviewQuery) {
  const answers = new Answers(engine.connection.dialect, { cohortId, reader })
  if (!cross) return []
  const value = customValue(answers, rule)
  const other = answers.answerTo(cross)
  const answer = eachCode(other.dataType, other.value)
  const rows = await rowsOf(
    engine.connection,
    Row,
    sql`${answers.tables}, crossed AS (SELECT ${value} AS value, ${answer} AS answer FROM person)
      SELECT value, answer, CAST(count(*) AS INTEGER) AS count
      FROM crossed GROUP BY value, answer ORDER BY value NULLS LAST, answer NULLS LAST`,
  )
  return rows.map((row) => [row.value, row.answer, row.count])
}
