import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { balanceLines, total } from '#domain/imports/balance.ts'
import { REPEATS } from '#domain/imports/import-options.ts'
import { ImportRefused } from '#server/modules/imports/source/problem.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { lines, rulesOf, setUpImporting } from '#tests/support/importing.ts'

const { importFiles, answersIn, emptyDatabase } = setUpImporting()

const COLUMNS = ['mood', 'seen', 'note'] as const

/** Texts as tables have them: blanks, missing words and codes, numbers, days, times, quotes, delimiters, line breaks. */
const cell = fc.constantFrom(
  '',
  ' ',
  'NA',
  'n/a',
  '-9',
  '0',
  '1',
  '2.50',
  '1,5',
  '2020-01-02',
  '2020-01-02 10:30',
  '1999-UU-UU',
  'low',
  '5\'10"',
  '"quoted"',
  'a;b',
  'two\nlines',
  '|',
  '=1+1',
  'Zoë',
  '007',
  'yes',
)
const answers = fc.tuple(cell, cell, cell)
const writing = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  mark: fc.constantFrom('', '\uFEFF'),
})
type Writing = typeof writing extends fc.Arbitrary<infer Value> ? Value : never

function tableText(rows: readonly (readonly string[])[], { delimiter, lineEnd, mark }: Writing): string {
  const quoted = (text: string) => (/[\s"',;|]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return mark + [['id', ...COLUMNS], ...rows].map((row) => row.map(quoted).join(delimiter) + lineEnd).join('')
}

test('the rows, columns and cells of any table are accounted for', async () => {
  const row = fc.tuple(fc.constantFrom('p1', 'p2', 'p3', 'p4'), answers)
  const rows = fc.array(row, { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(rows, writing, fc.constantFrom(...REPEATS), fc.boolean(), async (records, how, way, keepsNA) => {
      const written = records.map(([id, cells]) => [id, ...cells])
      // A rule that leaves out every column is refused.
      fc.pre((way !== 'any' && way !== 'worst') || hasRankedColumn(records.map(([, cells]) => cells)))
      const { report } = await importFiles(
        { 'a.csv': tableText(written, how) },
        {
          isDryRun: true,
          repeat: rulesOf(way),
          keepsNotAvailable: keepsNA,
          missing: { everywhere: ['-9'], byColumn: new Map() },
        },
      )
      const [account] = report.balance.tables
      expect(account?.rows.read).toBe(written.length)
      expect(account?.cells.read).toBe(written.flat().filter((text) => text.trim() !== '').length)
      expect(account?.columns.read).toBe(1 + COLUMNS.length)
      expect(account?.ids.count).toBe(new Set(records.map(([id]) => id)).size)
      const coded = written.flat().filter((text) => text === '-9').length
      const found = account?.cells.missing.find(({ why }) => why === '"-9"')?.count ?? 0
      expect(found).toBeLessThanOrEqual(coded)
    }),
    { numRuns: fuzzRuns(150), endOnFailure: true },
  )
}, 120_000)

/** Whether a column has nothing but 0, 1 and missing answers. */
function hasRankedColumn(rows: readonly (readonly string[])[]): boolean {
  return COLUMNS.some((_, place) => rows.every((row) => ['', ' ', 'n/a', '-9', '0', '1'].includes(row[place] ?? '')))
}

test('the stored answers equal the cells of the file', async () => {
  const dictionary = lines('variable,question,type', ...COLUMNS.map((column) => `${column},${column}?,text`))
  await fc.assert(
    fc.asyncProperty(fc.array(answers, { minLength: 1, maxLength: 6 }), writing, async (all, how) => {
      await emptyDatabase()
      const written = all.map((cells, place) => [`p${place}`, ...cells])
      const stored = await answersIn({ 'a.csv': tableText(written, how), 'dictionary.csv': dictionary })
      const expected = COLUMNS.map((column, place) => {
        const texts = all.map((cells) => (cells[place] ?? '').trim())
        const known = texts.flatMap((text, person) => (['', 'NA', 'n/a'].includes(text) ? [] : [`p${person}=${text}`]))
        return [column.toUpperCase(), known.join(' ')]
      })
      expect(stored).toEqual(Object.fromEntries(expected))
    }),
    { numRuns: fuzzRuns(15), endOnFailure: true },
  )
}, 120_000)

test('the report begins with the sums, their parts and reasons', async () => {
  const { report } = await importFiles(
    {
      'visits.csv': lines('id,day,mood', 'a,1,-9', 'a,2,3', 'b,1,NA', ',1,2'),
      'later.csv': lines('id,score', 'a,x', 'c,5', 'd,6'),
      'scores.csv': lines('variable,question,type', 'score,Score,number'),
      'plan.docx': 'x',
    },
    { repeat: rulesOf('last'), missing: { everywhere: ['-9'], byColumn: new Map() }, skipBadRows: true },
  )
  expect(balanceLines(report.balance).map(({ name, text }) => `${name}: ${text}`)).toEqual([
    'Files: 3 read (later.csv, scores.csv, visits.csv), 1 left out (plan.docx)',
    'Rows: 7 = 5 records + 1 refused + 1 left out (1 the last row of each is kept)',
    'Columns: 5 = 2 of ids + 3 of answers',
    'Cells: filled: 17 = 6 ids + 5 answers + 2 missing (1 no numbers or dates, 1 "NA") + 4 left out (2 the last row of each is kept, 2 of refused rows)',
    'Ids: later.csv by id: 3, 1 of them in other files, 0 imported before; visits.csv by id: 2, 1 of them in other files, 0 imported before',
  ])
})

test('the parts of a sum add up for a REDCap project and a pedigree', async () => {
  const { report } = await importFiles({
    'd.csv': lines(
      'field_name,form_name,field_type,field_label,select_choices_or_calculations',
      'record_id,base,text,Record,',
      'sym,base,checkbox,Signs,"1, Low | 2, Sleepless"',
    ),
    'r.csv': lines(
      'record_id,redcap_event_name,sym___1,sym___2,sym___nask,base_complete',
      '1,b,1,0,0,2',
      '2,b,0,0,1,0',
    ),
    'q.fam': lines('F 1 0 0 1 2', 'F 2 0 0 2 -9'),
  })
  expect(
    report.balance.tables.map(({ file, cells }) => [file, cells.read, cells.answers, total(cells.leftOut)]),
  ).toEqual([
    ['r.csv', 12, 2, 4],
    ['q.fam', 12, 1, 0],
  ])
})

/** Imports or refuses files; a sum that does not close is neither. */
async function settles(files: Readonly<Record<string, string>>, way: string): Promise<void> {
  await importFiles(files, { isDryRun: true, repeat: rulesOf(way) }).catch((error: unknown) => {
    if (!(error instanceof ImportRefused)) throw error
  })
}

const REDCAP = lines(
  'field_name,form_name,field_type,field_label,select_choices_or_calculations',
  'record_id,base,text,Record,',
  'phq,base,text,PHQ,',
  'sym,base,checkbox,Signs,"1, Low | 2, Sleepless"',
  'dose,drugs,text,Dose,',
)
const HEADER =
  'record_id,redcap_event_name,redcap_repeat_instrument,redcap_repeat_instance,phq,sym___1,sym___2,dose,site'

test('the parts of a sum add up for any REDCap project of events, instances and further columns', async () => {
  const record = fc.tuple(
    fc.constantFrom('1', '2', ''),
    fc.constantFrom('first_arm_1', 'later_arm_1'),
    fc.constantFrom('', 'base', 'drugs'),
    fc.constantFrom('', '1', '2'),
    fc.constantFrom('', '5', 'n/a', 'x'),
    fc.constantFrom('', '0', '1', 'Checked', 'some'),
    fc.constantFrom('', '0', '1'),
    fc.constantFrom('', '10'),
    fc.constantFrom('', 'Oslo', 'Bergen'),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 1, maxLength: 6 }),
      fc.constantFrom('first', 'last', 'wide', 'count', ''),
      (records, way) =>
        settles({ 'd.csv': REDCAP, 'r.csv': lines(HEADER, ...records.map((row) => row.join(','))) }, way),
    ),
    { numRuns: fuzzRuns(150), endOnFailure: true },
  )
}, 120_000)

test('the parts of a sum add up for any pedigree with phenotypes beside it', async () => {
  const id = fc.constantFrom('0', 'a', 'b', 'c')
  const phenotype = fc.constantFrom('0', '1', '2', '-9', 'NA', '1.5', 'nan')
  const relative = fc.tuple(fc.constantFrom('0', 'F', 'G'), id, id, id, fc.constantFrom('0', '1', '2'), phenotype)
  const measured = fc.tuple(fc.constantFrom('F', 'G'), id, phenotype, phenotype)
  await fc.assert(
    fc.asyncProperty(
      fc.array(relative, { minLength: 1, maxLength: 6 }),
      fc.array(measured, { maxLength: 4 }),
      fc.constantFrom(' ', '\t'),
      (relatives, rows, gap) =>
        settles(
          {
            'q.fam': lines(...relatives.map((row) => row.join(gap))),
            'q.pheno': lines('#FID\tIID\tQT\tCC', ...rows.map((row) => row.join('\t'))),
          },
          '',
        ),
    ),
    { numRuns: fuzzRuns(150), endOnFailure: true },
  )
}, 120_000)
