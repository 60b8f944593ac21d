import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDemoData } from '#server/demo/make-demo-data.ts'
import { readStatistics } from '#server/engine/counts/statistics.ts'
import { rowsOf, type Connection, type Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { quoted } from '#server/platform/db/sql.ts'

const SCALE = 0.02
/** Figures of the data at this scale; they change with a question, a rule or DuckDB's hash. */
const CHECKSUM = '577350d7dca3c8702e38b12f16fe63c6'

let database: Database
let connection: Connection
const reports: (readonly [number, number])[] = []

beforeAll(async () => {
  database = await openDatabase(':memory:')
  await makeDemoData(database, { scale: SCALE, report: (done, total) => reports.push([done, total]) })
  connection = await database.connect()
})
afterAll(() => {
  connection.close()
  database.close()
})

/** Rows of a query; all values are integers or texts. */
function rows(sql: string): Promise<Record<string, string | number | null>[]> {
  return rowsOf(connection, v.record(v.string(), v.nullable(v.union([v.string(), v.number()]))), sql)
}

async function places(names: readonly string[]): Promise<Map<string, { table: string; column: string }>> {
  const Place = v.object({ variable_name: v.string(), table_name: v.string(), column_name: v.string() })
  const found = await rowsOf(
    connection,
    Place,
    `SELECT variable_name, table_name, column_name FROM variable JOIN form USING (form_no)
     WHERE variable_name IN (${names.map((name) => `'${name}'`).join(', ')})`,
  )
  return new Map(found.map((row) => [row.variable_name, { table: row.table_name, column: row.column_name }]))
}

/** Percentage of answers that satisfy the condition; names in braces stand for their columns. */
async function percent(condition: string, among = 'TRUE'): Promise<number> {
  const names = [...new Set([...condition.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))]
  const known = await places(names)
  const tables = [...new Set([...known.values()].map(({ table }) => table))]
  const inColumns = condition.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const place = known.get(name)
    return place ? `${place.table}.${place.column}` : 'NO_SUCH_VARIABLE'
  })
  const joins = tables.map((table) => `JOIN ${quoted(table)} USING (individual_no)`).join(' ')
  const [row] = await rows(
    `SELECT round(100 * avg((${inColumns})::INTEGER))::INTEGER AS share FROM individual i ${joins} WHERE ${among}`,
  )
  return Number(row?.['share'])
}

test('reports progress from zero to the total', () => {
  expect(reports[0]?.[0]).toBe(0)
  expect(reports.at(-1)?.[0]).toBe(reports.at(-1)?.[1])
  expect(reports.map(([done]) => done)).toEqual(reports.map(([done]) => done).toSorted((a, b) => a - b))
})

test('a small scale still has every form, study and collection', async () => {
  expect(await readStatistics(connection)).toEqual({
    individuals: 2_129,
    placeholders: 296,
    forms: 35,
    studies: 53,
    collectionCodes: ['au', 'bp', 'ct', 'dp', 'sz'],
  })
  expect(
    await rows(`SELECT instrument FROM form JOIN variable USING (form_no) GROUP BY ALL HAVING max(observations) = 0`),
  ).toEqual([])
})

test('families are complete: parents exist, are older, of the right sex and in the same family', async () => {
  const [family] = await rows(`SELECT max(size)::INTEGER AS largest, count(*)::INTEGER AS families FROM
    (SELECT count(*) AS size, count(DISTINCT collection) AS collections FROM individual GROUP BY family_id)`)
  expect(family?.['largest']).toBe(30)
  expect(
    await rows(`SELECT family_id FROM individual GROUP BY family_id HAVING count(DISTINCT collection || study_id) > 1`),
  ).toEqual([])
  expect(
    await rows(`SELECT c.individual_id FROM individual c JOIN individual p ON p.individual_no IN (c.father_no, c.mother_no)
      WHERE p.family_id <> c.family_id OR p.sex <> CASE WHEN p.individual_no = c.father_no THEN 'M' ELSE 'F' END`),
  ).toEqual([])
  expect(await rows(`SELECT individual_no FROM individual WHERE (father_no IS NULL) <> (mother_no IS NULL)`)).toEqual(
    [],
  )
  expect(await rows(`SELECT individual_no FROM individual ORDER BY individual_id LIMIT 3`)).toEqual(
    [1, 2, 3].map((no) => ({ individual_no: no })),
  )
  const age = (await places(['AGE_TODAY'])).get('AGE_TODAY')
  const older = await rows(`SELECT c.individual_id FROM individual c
    JOIN ${age?.table} a ON a.individual_no = c.individual_no
    JOIN ${age?.table} p ON p.individual_no IN (c.father_no, c.mother_no)
    WHERE p.${age?.column} < a.${age?.column} + 15`)
  expect(older).toEqual([])
})

test('placeholders have no record on any form', async () => {
  for (const { table_name: table } of await rows(`SELECT table_name FROM form`)) {
    expect(
      await rows(
        `SELECT individual_no FROM ${String(table)} JOIN individual USING (individual_no) WHERE is_placeholder LIMIT 1`,
      ),
    ).toEqual([])
  }
})

test('symptoms depend on the diagnosis', async () => {
  const high = (dx: string) => percent(`{MOOD_HIGH_EVER} = '1'`, `dx_nimh = '${dx}'`)
  expect(await high('Bipolar I disorder')).toBeGreaterThan(75)
  expect(await high('No diagnosis')).toBeLessThan(20)
  const voices = (dx: string) => percent(`{VOICES_EVER} = '1'`, `dx_nimh = '${dx}'`)
  expect(await voices('Schizophrenia')).toBeGreaterThan(75)
  expect(await voices('Major depressive disorder')).toBeLessThan(25)
  const low = (dx: string) => percent(`{MOOD_LOW_EVER} = '1'`, `dx_nimh = '${dx}'`)
  expect(await low('Major depressive disorder')).toBeGreaterThan(80)
  expect(await low('No diagnosis')).toBeLessThan(35)
})

test('answers to skipped questions are unknown, and ages agree', async () => {
  expect(await percent(`{MOOD_HIGH_AGE} IS NULL`, `TRUE`)).toBeGreaterThan(40)
  expect(await percent(`{MOOD_HIGH_EVER} = '1' OR {MOOD_HIGH_AGE} IS NULL`)).toBe(100)
  expect(await percent(`coalesce({MOOD_HIGH_AGE} <= {INTERVIEW_AGE}, TRUE)`)).toBe(100)
  expect(await percent(`coalesce({MOOD_HIGH_AGE} <= {MOOD_HIGH_LATEST}, TRUE)`)).toBe(100)
  expect(await percent(`coalesce({WEIGHT_LOWEST} < {WEIGHT_HIGHEST}, TRUE)`)).toBe(100)
})

test('relatives of ill individuals are ill more often, the more so with several of them', async () => {
  const [share] = await rows(`
    WITH person AS (
      SELECT family_id, individual_id LIKE '%-01' AS is_proband, coalesce(dx_nimh <> 'No diagnosis', FALSE)::INTEGER AS ill
      FROM individual WHERE NOT is_placeholder),
    counted AS (SELECT *, sum(ill) OVER (PARTITION BY family_id) - ill AS others FROM person)
    SELECT round(100 * avg(ill) FILTER (others = 0))::INTEGER AS none,
      round(100 * avg(ill) FILTER (others = 1))::INTEGER AS one,
      round(100 * avg(ill) FILTER (others >= 2))::INTEGER AS several
    FROM counted WHERE NOT is_proband`)
  expect(Number(share?.['one'])).toBeGreaterThan(Number(share?.['none']))
  expect(Number(share?.['several'])).toBeGreaterThan(Number(share?.['one']))
  const [kin] =
    await rows(`SELECT round(100 * avg((dx_nimh = 'Schizophrenia')::INTEGER) FILTER (collection = 'sz'), 1) AS own,
      round(100 * avg((dx_nimh = 'Schizophrenia')::INTEGER) FILTER (collection = 'ct'), 1) AS other
    FROM individual WHERE NOT is_placeholder AND individual_id NOT LIKE '%-01'`)
  expect(Number(kin?.['own'])).toBeGreaterThan(Number(kin?.['other']))
})

test('the data are identical on every machine', async () => {
  const tables = (await rows(`SELECT table_name FROM form ORDER BY form_no`)).map((row) => String(row['table_name']))
  const sums: string[] = []
  for (const table of ['individual', 'form', 'variable', ...tables]) {
    // Each database kind has its own table layout.
    const content = table === 'variable' ? '(SELECT * EXCLUDE (part_table) FROM variable)' : table
    const [sum] = await rows(
      `SELECT CAST(bit_xor(md5_number_lower(CAST(t AS VARCHAR))) AS VARCHAR) AS sum FROM ${content} t`,
    )
    sums.push(String(sum?.['sum']))
  }
  const [all] = await rows(`SELECT md5('${sums.join(' ')}') AS sum`)
  expect(all?.['sum']).toBe(CHECKSUM)
})
