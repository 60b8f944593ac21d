import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { DelimitedTable } from '#server/modules/imports/source/delimited-table.ts'
import { ImportRefused, problemLine } from '#server/modules/imports/source/problem.ts'
import { readXlsx } from '#server/modules/imports/source/xlsx/read-xlsx.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { temporaryFolder } from '#tests/support/import-folders.ts'
import { cellsOf, refusalOf } from '#tests/support/read-table.ts'
import { xlsxFile, type XlsxCell } from '#tests/support/xlsx-file.ts'

const folder = temporaryFolder()
afterAll(folder.remove)

function readBytes(bytes: Uint8Array): Promise<DelimitedTable[]> {
  const path = join(folder.path, 'study.xlsx')
  writeFileSync(path, bytes)
  return readXlsx('study.xlsx', path)
}

async function readRows(rows: readonly (readonly XlsxCell[])[], options?: Parameters<typeof xlsxFile>[1]) {
  const [table] = await readBytes(xlsxFile([{ name: 'visit', rows }], options))
  if (!table) throw new Error('There is no table.')
  return table
}

function problemsOf(bytes: Uint8Array): Promise<string[]> {
  return refusalOf(readBytes(bytes))
}

describe('sheets', () => {
  const rows = [['id'], ['a']]

  test('a single sheet with cells is the table of the file', async () => {
    const tables = await readBytes(
      xlsxFile([
        { name: 'visit', rows },
        { name: 'Sheet2', rows: [] },
        { name: 'lists', rows, isHidden: true },
      ]),
    )
    expect(tables.map(({ file }) => file)).toEqual(['study.xlsx'])
    expect(tables[0]?.remarks?.map(problemLine)).toEqual([
      'study.xlsx: Left out: the empty sheet Sheet2.',
      'study.xlsx: Left out: the hidden sheet lists.',
    ])
  })

  test('each of several sheets is a table', async () => {
    const tables = await readBytes(
      xlsxFile([
        { name: 'visit', rows },
        { name: 'Labor & Co.', rows },
      ]),
    )
    expect(tables.map(({ file }) => file)).toEqual(['study.xlsx/visit', 'study.xlsx/Labor & Co.'])
  })

  test('refuses a workbook without cells', async () => {
    expect(await problemsOf(xlsxFile([{ name: 'visit', rows: [] }]))).toEqual([
      'study.xlsx: This workbook has no sheet with cells.',
    ])
  })
})

describe('cells', () => {
  test('reads texts, numbers, words and formulas as CSV would have them', async () => {
    const table = await readRows([
      ['id', 'age', 'ok', 'note', 'sum', 'word'],
      ['007', 0.1, true, { inline: ' two\nlines ' }, { formula: 'A1', value: 3 }, { formula: 'B1', value: 'three' }],
      ['b<&>"', -2.5e-9, false, null, { formula: 'A1', value: 0 }, { formula: 'B1', value: '' }],
      [],
      ['ö_x0041_', 1.1000000000000001, null, 'NA', null, null],
    ])
    expect(table.header).toEqual(['id', 'age', 'ok', 'note', 'sum', 'word'])
    expect(cellsOf(table)).toEqual([
      ['007', '0.1', 'TRUE', ' two\nlines ', '3', 'three'],
      ['b<&>"', '-2.5e-9', 'FALSE', '', '0', ''],
      ['öA', '1.1', '', 'NA', '', ''],
    ])
    expect(table.rows.map(({ line }) => line)).toEqual([2, 3, 5])
    expect(table.notAvailable).toEqual([0, 0, 0, 1, 0, 0])
  })

  test.each([
    ['yyyy-mm-dd', 45_000, '2023-03-15'],
    ['[$-409]d-mmm-yy;@', 45_000.5, '2023-03-15 12:00:00'],
    ['dd/mm/yyyy h:mm', 45_000, '2023-03-15 00:00:00'],
    ['"Day "d', 45_000, '2023-03-15'],
    ['mmm', 45_000, '2023-03-15'],
    ['hh:mm', 0.75, '18:00:00'],
    ['hh:mm', 45_000.25, '2023-03-15 06:00:00'],
    ['[h]:mm:ss', 1.5, '36:00:00'],
    ['yyyy-mm-dd', 1, '1900-01-01'],
    ['yyyy-mm-dd', 59, '1900-02-28'],
    ['yyyy-mm-dd', 61, '1900-03-01'],
    ['yyyy-mm-dd', 0, '0'],
    ['yyyy-mm-dd', 0.5, '12:00:00'],
    ['yyyy-mm-dd', 1e9, '1000000000'],
    ['0.00E+00', 45_000, '45000'],
    ['0 "days"', 45_000, '45000'],
    ['#,##0.00_);[Red](#,##0.00)', 45_000, '45000'],
  ])('reads %s of %d', async (format, serial, text) => {
    expect(cellsOf(await readRows([['x'], [{ serial, format }]]))).toEqual([[text]])
  })

  test('counts days from 1904 where the workbook does', async () => {
    const rows = [['x'], [{ serial: 0, format: 'yyyy-mm-dd' }], [{ serial: 43_538, format: 'yyyy-mm-dd' }]]
    expect(cellsOf(await readRows(rows, { is1904: true }))).toEqual([['1904-01-01'], ['2023-03-15']])
  })

  test('names errors and missing values by cell', async () => {
    const table = await readRows([
      ['id', 'a', 'b'],
      ['1', { error: '#N/A' }, 2],
      ['2', { error: '#DIV/0!' }, 2],
      ['3', { formula: 'A1*2' }, 2],
      ['4', 1, 2, 'beyond'],
      ['5', { error: '#N/A' }, 2],
    ])
    expect(cellsOf(table)).toEqual([
      ['1', '', '2'],
      ['5', '', '2'],
    ])
    expect(table.remarks?.map(problemLine)).toEqual([
      'study.xlsx: a: 2 cells with #N/A, the first B2: read as missing.',
    ])
    expect(table.bad.map(({ problem }) => problemLine(problem))).toEqual([
      'study.xlsx:3: B3 has the error #DIV/0!.',
      'study.xlsx:4: B4 has a formula without its value: open the workbook in a spreadsheet program and save it.',
      'study.xlsx:5: D5 has a value, but its column has no name in row 1.',
    ])
  })

  test('leaves columns without name and value out, and names others by their place', async () => {
    expect(
      (
        await readRows([
          ['id', null, 'a'],
          ['x', null, 1],
        ])
      ).header,
    ).toEqual(['id', 'a'])
    expect(
      (
        await readRows([
          [null, 'a'],
          ['x', 1],
        ])
      ).header,
    ).toEqual(['column 1', 'a'])
  })

  test('says that merged cells have one value', async () => {
    const [table] = await readBytes(
      xlsxFile([{ name: 'v', rows: [['id', 'a'], ['1', 2], ['2']], merged: ['A1:B1', 'B2:B3'] }]),
    )
    expect(table?.remarks?.map(problemLine)).toEqual([
      'study.xlsx: Of merged cells only the first has the value: 1 range, the first B2:B3.',
    ])
  })
})

describe('other files', () => {
  test.each([
    ['text', Buffer.from('id,a\n1,2\n'), 'This is no .xlsx workbook: it is no zip archive.'],
    [
      'an encrypted workbook',
      Buffer.from('d0cf11e0a1b11ae1000000', 'hex'),
      'This workbook is encrypted or an old .xls: save it as .xlsx without a password.',
    ],
    [
      'a document type',
      xlsxFile([{ name: 'v', rows: [['id']] }], {
        changes: { 'xl/sharedStrings.xml': '<!DOCTYPE a [<!ENTITY b "c">]><sst><si><t>&b;</t></si></sst>' },
      }),
      'This workbook is damaged: xl/sharedStrings.xml: it has a document type.',
    ],
    [
      'a shared text that is not there',
      xlsxFile([{ name: 'v', rows: [['id']] }], { changes: { 'xl/sharedStrings.xml': '<sst></sst>' } }),
      'This sheet is damaged: a cell refers to the text 0, which is not there.',
    ],
    [
      'rows out of order',
      xlsxFile([{ name: 'v', rows: [['id']] }], {
        changes: {
          'xl/worksheets/sheet1.xml':
            '<worksheet><sheetData><row r="2"><c r="A2"><v>1</v></c></row><row r="2"></row></sheetData></worksheet>',
        },
      }),
      'This sheet is damaged: row 2 follows row 2.',
    ],
  ])('refuses %s', async (_, bytes, problem) => {
    expect(await problemsOf(bytes)).toEqual([`study.xlsx: ${problem}`])
  })

  /** The size that the list of parts says the shared texts have. */
  const withSize = (size: number): Uint8Array => {
    const bytes = Buffer.from(xlsxFile([{ name: 'v', rows: [['id']] }]))
    const CENTRAL_HEADER = { bytes: 46, size: 24 }
    bytes.writeUInt32LE(size, bytes.lastIndexOf('xl/sharedStrings.xml') - CENTRAL_HEADER.bytes + CENTRAL_HEADER.size)
    return bytes
  }

  test('refuses parts that unpack to more than an import may be, or than they say', async () => {
    expect(await problemsOf(withSize(300 * 1024 * 1024))).toEqual([
      'study.xlsx: xl/sharedStrings.xml is larger than 256 MB.',
    ])
    expect(await problemsOf(withSize(10))).toEqual([
      'study.xlsx: This workbook is damaged: xl/sharedStrings.xml cannot be decompressed.',
    ])
  })

  test('refuses a cut at any byte, and refuses or reads changed bytes', async () => {
    const whole = xlsxFile([
      {
        name: 'v',
        rows: [
          ['id', 'a'],
          ['x', 1.5],
        ],
      },
    ])
    for (let length = 0; length < whole.length; length += 17) {
      expect(await problemsOf(whole.subarray(0, length)), String(length)).toHaveLength(1)
    }
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 }), async (changes) => {
        const bytes = Uint8Array.from(whole)
        for (const [place, byte] of changes) bytes[place % bytes.length] = byte
        await readBytes(bytes).catch((error: unknown) => {
          if (!(error instanceof ImportRefused)) throw error
        })
      }),
      { numRuns: fuzzRuns(300) },
    )
  })
})

test('reads generated workbooks back cell by cell', async () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    // XML has no control characters, and writes any end of a line as one.
    // oxlint-disable-next-line no-control-regex -- control characters are meant
    .map((written) => written.replaceAll(/[\u0000-\u001F\uFFFE\uFFFF]/g, '').replaceAll('_x', 'x') || 'x')
  const cell = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, cell, cell, cell), { maxLength: 30 }), async (rows) => {
      const table = await readRows([['id', 'a', 'b', 'c'], ...rows])
      const textOf = (value: (typeof rows)[number][number]) =>
        typeof value === 'boolean' ? String(value).toUpperCase() : value === null ? '' : String(value === 0 ? 0 : value)
      expect(cellsOf(table)).toEqual(rows.map((cells) => cells.map(textOf)))
    }),
    { numRuns: fuzzRuns(100) },
  )
})
