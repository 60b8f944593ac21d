import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortPreview } from '#contract/cohorts.ts'
import { FORMS } from '#server/demo/forms/forms.ts'
import { makeDemoData } from '#server/demo/make-demo-data.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { storedRows } from '#tests/support/stored-rows.ts'
import { asTestDatabase } from '#tests/support/test-database.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

const SCALE = 0.01
let onCitus: TestServer
let onDuckDb: TestServer
let calls: readonly [WireCall, WireCall]
beforeAll(async () => {
  const demo = async () => {
    const database = await openDatabase(':memory:')
    await makeDemoData(database, { scale: SCALE, forms: FORMS.slice(0, 8), report: () => undefined })
    return database
  }
  onCitus = await createTestServer({ holding: await asTestDatabase(await demo()) })
  onDuckDb = await createTestServer({ holding: await demo() })
  calls = [await onCitus.callAs('researcher'), await onDuckDb.callAs('researcher')]
})
afterAll(() => {
  onCitus.close()
  onDuckDb.close()
})

test('loads the forms into shards of the participants', async () => {
  const rows = await onCitus.database.withConnection((connection) =>
    storedRows(
      connection,
      `SELECT count(DISTINCT colocation_id) AS groups, min(shard_count) AS shards FROM citus_tables
       WHERE citus_table_type = 'distributed' AND (table_name = 'individual'::regclass OR table_name::text LIKE 'form_%')`,
    ),
  )
  expect(rows).toEqual([[1, 4]])
})

test('random previews of subsets and pedigree sets are those of DuckDB', async () => {
  const variables = await onDuckDb.database.withConnection((connection) =>
    storedRows(
      connection,
      `SELECT variable_name, possible_values FROM variable
       WHERE data_type IN ('categorical', 'dichotomous', 'multicategory') AND observations > 0 ORDER BY 1`,
    ),
  )
  const condition = fc.constantFrom(...variables).chain(([variable, values]) =>
    fc.record({
      variable: fc.constant(String(variable)),
      constraint_type: fc.constantFrom('EQ', 'NEQ', 'VALID', 'INVALID'),
      constraint_value: fc.constantFrom(...(Array.isArray(values) ? values.map(String) : []), 'none'),
    }),
  )
  const draft = fc.oneof(
    condition.map((drawn) => ({ ...drawn, parent_id: 1, cohort_type: 'subset' as const })),
    fc.tuple(condition, fc.constantFrom('min', 'max', 'equal'), fc.nat(3)).map(([drawn, ped_constraint, count]) => ({
      ...drawn,
      parent_id: 1,
      cohort_type: 'pedigree' as const,
      ped_constraint,
      ped_constraint_count: count,
      min_pedsize: 2,
    })),
  )
  await fc.assert(
    fc.asyncProperty(draft, async (request) => {
      const [distributed, local] = await Promise.all(calls.map((call) => call(cohortPreview, request)))
      expect(distributed).toEqual(local)
    }),
    { numRuns: fuzzRuns(60) },
  )
})
