import { describe, expect, test } from 'vitest'
import { completeDate } from '#domain/data-types/date.ts'
import { codeReason, plainNumber } from '#domain/data-types/number.ts'
import { readSidecar, type Sidecar } from '#server/modules/imports/formats/bids/sidecar.ts'
import { levelOf, orderedCodes } from '#server/modules/imports/plan/count-answers.ts'
import { tableOf } from '#server/modules/imports/source/delimited-table.ts'
import { ImportRefused } from '#server/modules/imports/source/problem.ts'
import { DELIMITED } from '#server/modules/imports/source/read-records.ts'
import { undescribed, validationOf } from '#server/modules/imports/source/source-form.ts'

function words(minimum: number | null, maximum: number | null, units: string): string[] {
  return Object.values(validationOf({ ...undescribed('AGE'), minimum, maximum, units }))
}

function read(content: unknown): Sidecar {
  return readSidecar('f.json', JSON.stringify(content))
}

function refusal(text: string): string {
  try {
    readSidecar('f.json', text)
    return ''
  } catch (error) {
    return String(error)
  }
}

test.each([
  ['1.0', 1],
  [' -2.50 ', -2.5],
  ['0', 0],
  ['0.5', 0.5],
  ['1e-3', 0.001],
  ['007', null],
  ['-01', null],
  ['9007199254740991', 9_007_199_254_740_991],
  ['9007199254740993', null],
  ['9007199254740993.5', null],
  ['1e20', 1e20],
  ['4e-320', null],
  ['1e-400', null],
  ['0e-400', 0],
  ['', null],
  ['n/a', null],
  ['1,5', null],
])('"%s" as a number is %s', (text, number) => {
  expect(plainNumber(text)).toBe(number)
})

test('explains why a value that looks like a number is a code', () => {
  expect([codeReason('007'), codeReason('12345678901234567890'), codeReason('7'), codeReason('x')]).toEqual([
    'leading zeros',
    'more digits than a number holds',
    null,
    null,
  ])
})

test.each([
  ['1987-05-03', '1987-05-03'],
  ['1987-05', '1987-05-UU'],
  ['1987', '1987-UU-UU'],
  ['1987-0u-UU', '1987-0U-UU'],
  ['1987-13-01', null],
  ['1987-02-30', null],
  ['03.05.1987', null],
  ['1987-05-03T10:00:00', '1987-05-03'],
  ['1987-05-03 10:00:00.5+02:00', '1987-05-03'],
  ['1987-05-03T', null],
])('"%s" as a date is %s', (text, date) => {
  expect(completeDate(text)).toBe(date)
})

test('finds the level of an answer by its text, or by its number if that is unique', () => {
  const levels = new Map([
    ['1', 'No'],
    ['2', 'Yes'],
    ['02', 'Perhaps'],
    ['3.0', 'Once'],
    ['3.00', 'Twice'],
  ])
  expect(['1', '1.0', '2.00', '02', '3', '4', 'x'].map((answer) => levelOf(answer, levels))).toEqual([
    '1',
    '1',
    '2',
    '02',
    null,
    null,
    null,
  ])
})

test('orders codes by number if all are numbers', () => {
  expect(orderedCodes(['10', '-9999', '9'])).toEqual(['-9999', '9', '10'])
  expect(orderedCodes(['10', 'b', 'a'])).toEqual(['10', 'b', 'a'])
})

test('converts a declared range to a rule and a description', () => {
  expect(words(0, 11, 'months')).toEqual(['0..11', 'A number from 0 to 11, in months.'])
  expect(words(null, 5, '')).toEqual(['..5', 'A number to 5.'])
  expect(words(null, null, 'years')).toEqual(['', 'A number, in years.'])
  expect(words(null, null, '')).toEqual(['', ''])
})

describe('a table', () => {
  const read = (text: string) => tableOf('f.tsv', [Buffer.from(text)], DELIMITED)

  test('keeps the line of each row, whatever the line breaks and quotes', async () => {
    const text = 'id\ttext\r\na\t"two\nlines"\r\n\r\nb\t5" tall\nc\tlast'
    const { rows, cell } = await read(text)
    expect(rows.map(({ line, offset }) => [line, cell(offset, 0), cell(offset, 1)])).toEqual([
      [2, 'a', 'two\nlines'],
      [5, 'b', '5" tall'],
      [6, 'c', 'last'],
    ])
  })

  test('separates ragged rows and rows with a NUL character', async () => {
    const table = await read('id\ta\nx\t1\ny\nz\t1\t2\nw\t1\0\n')
    expect(table.rows).toHaveLength(1)
    expect(table.bad.map(({ problem }) => [problem.line, problem.text])).toEqual([
      [3, 'The row has 1 cell, the header 2.'],
      [4, 'The row has 3 cells, the header 2.'],
      [5, 'The row holds a NUL character, which no text has.'],
    ])
  })

  test.each([
    ['', 'f.tsv:1: The file is empty.'],
    ['a\tb\0\n', 'f.tsv:1: The header holds a NUL character, which no text has.'],
    ['a\tb\ta\n', 'f.tsv:1: The column "a" stands twice in the header: rename one of them.'],
    [
      'a\tb\n1\t2\n3\t"open\n',
      'f.tsv:3: A quote that opens in this row is never closed: write "" for a quote in a text.',
    ],
  ])('is refused if it cannot be read: %j', async (text, message) => {
    await expect(read(text)).rejects.toThrow(ImportRefused)
    await expect(read(text)).rejects.toThrow(message)
  })
})

describe('a sidecar', () => {
  test('returns the title, questions, levels and range', () => {
    const sidecar = read({
      MeasurementToolMetadata: { Description: 'A mood interview', TermURL: 'https://terms.example/1' },
      sleep: { LongName: 'Sleep', Description: 'Hours of sleep', Units: 'hours', MinValue: '0', MaxValue: 24 },
      mood: { Description: 'Mood', Levels: { 2: { Description: 'Low', TermURL: 'x' }, 1: ' High ', '': 'Missing' } },
      ticks: { Levels: ['a', 'b'], Delimiter: ',' },
      score: { Description: 'Sum', Derivative: true },
      bare: {},
    })
    expect(sidecar.title).toBe('A mood interview')
    expect(Object.fromEntries(sidecar.columns)).toEqual({
      sleep: {
        ...undescribed('Hours of sleep'),
        explicitContext: 'Sleep',
        units: 'hours',
        minimum: 0,
        maximum: 24,
      },
      mood: {
        ...undescribed('Mood'),
        levels: new Map([
          ['1', 'High'],
          ['2', 'Low'],
        ]),
      },
      ticks: {
        ...undescribed('ticks'),
        delimiter: ',',
        levels: new Map([
          ['a', ''],
          ['b', ''],
        ]),
      },
      score: { ...undescribed('Sum'), implicitContext: 'Derived from other answers.' },
      bare: undescribed('bare'),
    })
    expect(sidecar.notes.map((note) => note.text)).toEqual([
      'A level of "mood" is blank or n/a, which means missing; it was left out.',
    ])
  })

  test('refuses invalid JSON and reports duplicate keys', () => {
    expect(['{\n  "a": {,}\n}', '{"a": {}', '{', '{"a": {"Description": "line\nbreak"}}', ''].map(refusal)).toEqual([
      'ImportRefused: f.json:2:9: This is not JSON: value expected.',
      'ImportRefused: f.json:1:9: This is not JSON: close brace expected.',
      'ImportRefused: f.json:1:2: This is not JSON: close brace expected.',
      'ImportRefused: f.json:1:23: This is not JSON: unexpected end of string.',
      'ImportRefused: f.json:1:1: This is not JSON: value expected.',
    ])
    expect(() => readSidecar('f.json', '[]')).toThrow('f.json:1: A sidecar is an object')
    expect(refusal('['.repeat(200_000))).toBe('ImportRefused: f.json: This JSON is nested too deeply to be read.')
  })

  test('reads the NaN of Python as null, and reports it', () => {
    const { columns, notes } = readSidecar('f.json', '{"x": {"LongName": NaN, "Description": "NaN, or: NaN"}}')
    expect(columns.get('x')).toEqual(undescribed('NaN, or: NaN'))
    expect(notes.map(({ text }) => text)).toEqual(['It holds NaN or Infinity, which is no JSON; that is read as null.'])
  })

  test('keeps codes and columns named like properties of Object.prototype', () => {
    const levels = '{ "__proto__": "No", "constructor": "Yes", "toString": "Perhaps" }'
    const { columns } = readSidecar('f.json', `{ "x": { "Levels": ${levels} }, "__proto__": {}, "constructor": {} }`)
    expect([...columns.keys()]).toEqual(['x', '__proto__', 'constructor'])
    expect([...(columns.get('x')?.levels ?? [])]).toEqual([
      ['__proto__', 'No'],
      ['constructor', 'Yes'],
      ['toString', 'Perhaps'],
    ])
    const { notes } = readSidecar('f.json', '{"a": {},\n "a": {"Description": "second"}, "b": 1}')
    expect(notes.map((note) => [note.line, note.text])).toEqual([
      [2, '"a" stands twice; the last one counts.'],
      [2, 'What is said of "b" is not of a sidecar\'s form and was left out.'],
    ])
  })
})
