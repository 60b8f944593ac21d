import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { readColumnMap } from '#server/modules/imports/formats/pedigree/pedigree-columns.ts'
import { importFolder } from '#server/modules/imports/import-folder.ts'
import { temporaryFolder } from '#tests/support/import-folders.ts'
import { rulesOf, setUpImporting } from '#tests/support/importing.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const datasets = process.env['TEST_DATASETS']

describe.runIf(datasets !== undefined)('published data sets', () => {
  const { importFiles, rows, database, emptyDatabase } = setUpImporting()
  /** R writes the row names, which are the ids, into a column without a name. */
  const ROW_NAMES = { map: new Map([['id' as const, 'column 1']]) }
  const read = (...path: string[]) => readFileSync(join(datasets ?? '', ...path), 'utf8')

  test.each([
    ['spi', 4000, 145],
    ['bfi', 2800, 28],
    ['sat.act', 700, 6],
  ])('psychtools %s: %i participants, %i variables', async (name, participants, variables) => {
    const { report } = await importFiles({ [`${name}.csv`]: read('psychtools', `${name}.csv`) }, ROW_NAMES)
    expect([report.individuals, report.forms[0]?.variables, report.refused]).toEqual([participants, variables, []])
  })

  test('psychtools bfi: has the published counts, with missing answers', async () => {
    await importFiles({ 'bfi.csv': read('psychtools', 'bfi.csv') }, ROW_NAMES)
    const [column] = await rows(`SELECT column_name AS name FROM variable WHERE variable_name = 'EDUCATION'`)
    expect(
      await rows(`SELECT "${String(column?.['name'])}" AS education, count(*)::INTEGER AS participants FROM form_1
        GROUP BY ALL ORDER BY 1 NULLS LAST`),
    ).toEqual(
      [
        [1, 224],
        [2, 292],
        [3, 1249],
        [4, 394],
        [5, 418],
        [null, 223],
      ].map(([education, participants]) => ({ education, participants })),
    )
  })

  test('psychtools bfi in two halves equals the import at once', async () => {
    const [header = '', ...participants] = read('psychtools', 'bfi.csv').trimEnd().split('\n')
    const file = (from: number, to: number) => ({ 'bfi.csv': [header, ...participants.slice(from, to)].join('\n') })
    const stored = async () => [
      await rows(`SELECT individual_id, form_1.* EXCLUDE (individual_no)
        FROM form_1 JOIN individual USING (individual_no) ORDER BY form_1.rowid`),
      await rows(`SELECT variable_name, data_type, observations FROM variable ORDER BY 1`),
    ]
    await importFiles(file(0, participants.length), ROW_NAMES)
    const whole = await stored()
    await emptyDatabase()
    await importFiles(file(0, 1400), ROW_NAMES)
    await importFiles(file(1400, participants.length), ROW_NAMES)
    expect(await stored()).toEqual(whole)
  })

  test('psychtools msqR: up to four visits of 3,032 participants, whose ids repeat between studies', async () => {
    const map = readColumnMap('id=study+id')
    if (!map) throw new Error('The column map is invalid.')
    const files = { 'msqR.csv': read('psychtools', 'msqR.csv') }
    await expect(importFiles(files, { map })).rejects.toThrow('has a row already')
    const { report } = await importFiles(files, { map, repeat: rulesOf('wide'), skipBadRows: true })
    // Two rows have no id; the manual counts 3,032 participants too.
    expect([report.individuals, report.refused.length]).toEqual([3032, 2])
    const [{ visits } = {}] = await rows(
      `SELECT count(*)::INTEGER AS visits FROM variable WHERE regexp_full_match(original_name, 'form_[0-9]')`,
    )
    expect(visits).toBe(4)
  })

  test('reproschema: 4,836 items of 89 questionnaires as a catalog', async () => {
    const { report } = await importFiles({ 'items.csv': read('reproschema_library', 'items_flat.csv') })
    const variables = report.forms.reduce((sum, form) => sum + form.variables, 0)
    expect([report.individuals, report.forms.length, variables]).toEqual([0, 89, 4836])
  })

  test('91,344 entries of BIDS dictionaries: reports nine invalid files, and leaves them out on request', async () => {
    const folder = temporaryFolder()
    cpSync(join(datasets ?? '', 'dictionaries_cc0'), folder.path, { recursive: true })
    rmSync(join(folder.path, 'index.tsv'), { force: true })
    try {
      const options = { collection: 'ct', study: '1' }
      const refused = importFolder(database(), folder.path, { ...options, skipBadRows: false })
      await expect(refused).rejects.toThrow('ABCD_4/abcd_ics01.json:1:1: This is not JSON: value expected.')
      const { report } = await importFolder(database(), folder.path, { ...options, skipBadRows: true })
      expect(report.refused).toHaveLength(9)
      const [{ variables } = {}] = await rows(`SELECT count(*)::INTEGER AS variables FROM variable`)
      // 494 entries describe the id column, which is not a variable.
      expect([report.individuals, variables]).toEqual([0, 91_344 - 494])
    } finally {
      folder.remove()
    }
  })
})
