import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ImportResult } from '#server/modules/imports/import-folder.ts'
import { rowsOf, type Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { quoted } from '#server/platform/db/sql.ts'
import { cnpFolder } from '#tests/support/cnp-folder.ts'
import { importCnp } from '#tests/support/import-cnp.ts'
import { countByAnswer, rawColumn, rawForms, rawLevels, rawTable } from '#tests/support/import-raw-counts.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const Row = v.object({
  variable_name: v.string(),
  original_name: v.string(),
  data_type: v.string(),
  instrument: v.string(),
  table_name: v.string(),
  column_name: v.string(),
  possible_values: v.array(v.string()),
  value_mapping: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string())),
  observations: v.number(),
})

describe.skipIf(!process.env['TEST_DATASETS'])('the CNP data set', () => {
  let scratch: string
  let database: Database
  let result: ImportResult
  let catalog: v.InferOutput<typeof Row>[]

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'import-'))
    database = await openDatabase(join(scratch, 'cnp.duckdb'))
    result = await importCnp(database)
    catalog = await query(Row, `SELECT * FROM variable JOIN form USING (form_no) ORDER BY variable_name`)
  })
  afterAll(async () => {
    database.close()
    await rm(scratch, { recursive: true })
  })

  async function query<Schema extends v.GenericSchema>(row: Schema, sql: string): Promise<v.InferOutput<Schema>[]> {
    const connection = await database.connect()
    try {
      return await rowsOf(connection, row, sql)
    } finally {
      connection.close()
    }
  }

  test('contains each participant once, numbered in the order of ids', async () => {
    const participants = await query(
      v.object({ individual_no: v.number(), individual_id: v.string(), family_id: v.string(), sex: v.string() }),
      `SELECT * FROM individual ORDER BY individual_no`,
    )
    const sexes = rawColumn(cnpFolder(), 'participants', 'gender')
    const expected = [...sexes.keys()].sort()
    expect(participants).toEqual(
      expected.map((id, index) => ({
        individual_no: index + 1,
        individual_id: id,
        family_id: id,
        sex: sexes.get(id),
      })),
    )
    expect(participants).toHaveLength(272)
  })

  test('contains 52 forms and the participants table, with a variable for each column', () => {
    const columns = ['participants', ...rawForms(cnpFolder())].flatMap((form) =>
      rawTable(cnpFolder(), form)
        .header.filter((name) => name !== 'participant_id')
        .map((name) => `${form} ${name}`),
    )
    const variables = catalog.map((row) => `${row.instrument} ${row.original_name}`)
    expect(variables.toSorted()).toEqual(columns.toSorted())
    expect(catalog.filter((row) => row.instrument !== 'participants')).toHaveLength(1983)
    expect(new Set(catalog.map((row) => row.instrument)).size).toBe(53)
  })

  test('prefixes the two columns that have names of participants columns', () => {
    const renamed = catalog.filter((row) => row.variable_name !== row.original_name.toUpperCase())
    expect(renamed.map((row) => [row.instrument, row.original_name, row.variable_name])).toEqual([
      ['demographics', 'age', 'DEMOGRAPHICS_AGE'],
      ['demographics', 'gender', 'DEMOGRAPHICS_GENDER'],
    ])
  })

  test('the number of each answer of each variable equals the count over the files', async () => {
    const differing: string[] = []
    for (const row of catalog) {
      const levels = Object.keys(levelsOf(row.instrument, row.original_name) ?? {})
      const isNumber = row.data_type === 'numberrange'
      const code = (raw: string) => (isNumber ? String(Number(raw)) : sameLevel(raw, levels))
      const expected = countByAnswer(cnpFolder(), row.instrument, row.original_name, code)
      const observed = [...expected.values()].reduce((sum, count) => sum + count, 0)
      const stored = await query(
        v.object({ answer: v.union([v.string(), v.number()]), count: v.number() }),
        `SELECT ${quoted(row.column_name)} AS answer, count(*)::INTEGER AS count FROM ${quoted(row.table_name)}
         WHERE ${quoted(row.column_name)} IS NOT NULL GROUP BY 1`,
      )
      const found = new Map(stored.map(({ answer, count }) => [String(answer), count]))
      const isSame = found.size === expected.size && [...expected].every(([key, count]) => found.get(key) === count)
      if (!isSame || row.observations !== observed) differing.push(row.variable_name)
    }
    expect(differing).toEqual([])
  })

  test('keeps every declared level but the blank one, with its label; a single level makes a flag', () => {
    const declared = catalog.filter((row) => levelsOf(row.instrument, row.original_name) !== null)
    expect(declared).toHaveLength(1013)
    for (const row of declared) {
      const levels = Object.entries(levelsOf(row.instrument, row.original_name) ?? {}).filter(([code]) => code !== '')
      const meanings = levels.map(([code, meaning]) => [code.trim(), meaning.trim()] as const)
      expect(row.possible_values.toSorted()).toEqual(meanings.map(([code]) => code).toSorted())
      expect(row.value_mapping).toEqual(Object.fromEntries(meanings.filter(([, meaning]) => meaning !== '')))
      expect(row.data_type).toBe(levels.length === 1 ? 'dichotomous' : 'categorical')
    }
  })

  test('reports answers that the dictionaries do not declare', () => {
    const { report } = result
    expect(report.refused).toEqual([])
    expect(new Set(report.outsideLevels.map((outside) => outside.variableName)).size).toBe(52)
    expect(report.outsideLevels).toContainEqual({
      file: 'phenotype/colorvision.tsv',
      variableName: 'PLATE3',
      value: '-9999',
      lines: linesWhere('colorvision', 'plate3', '-9999'),
    })
    expect(report.inferences).toContainEqual({
      file: 'phenotype/scid.tsv',
      variableName: 'SCID_DX1',
      dataType: 'text',
      reason: '38 distinct texts',
    })
    expect(report.declaredTypes + report.inferences.length).toBe(catalog.length)
  })
})

function levelsOf(form: string, column: string): Record<string, string> | null {
  return form === 'participants' ? null : rawLevels(cnpFolder(), form, column)
}

function linesWhere(form: string, column: string, value: string): number[] {
  const cells = [...rawColumn(cnpFolder(), form, column).values()]
  return cells.flatMap((cell, index) => (cell === value ? [index + 2] : []))
}

/** The level with the same text, or else the same number. */
function sameLevel(raw: string, levels: readonly string[]): string {
  return levels.find((level) => level === raw) ?? levels.find((level) => Number(level) === Number(raw)) ?? raw
}
