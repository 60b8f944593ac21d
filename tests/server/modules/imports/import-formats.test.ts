import { describe, expect, test } from 'vitest'
import { problemLine } from '#server/modules/imports/source/problem.ts'
import { ADVICE, lines, rulesOf, setUpImporting, type Files } from '#tests/support/importing.ts'
import { parquetFile } from '#tests/support/parquet-file.ts'
import { savFile, type SavColumn } from '#tests/support/sav-file.ts'
import { xlsxFile } from '#tests/support/xlsx-file.ts'

const { importFiles, problemsOf, rows, emptyDatabase } = setUpImporting()

const HEADER = ['id', 'age', 'bmi', 'word', 'born', 'seen', 'note']
/** Days since 1970, and seconds of that day. */
const timesOf = (place: number) => ({ born: 7_000 + place * 31, seen: 19_800 + place, clock: 3_600 + place * 61 })

interface Participant {
  readonly id: string
  readonly age: number | null
  readonly bmi: number
  readonly word: string
  readonly born: number
  readonly seen: number
  readonly clock: number
  readonly note: string | null
}

const PARTICIPANTS = Array.from({ length: 60 }, (_, place): Participant => ({
  id: `P${String(place).padStart(3, '0')}`,
  age: place % 7 === 3 ? null : 18 + place,
  bmi: 18.5 + place / 7,
  word: ['never', 'sometimes', 'often'][place % 3] ?? '',
  ...timesOf(place),
  note: place % 4 === 0 ? null : `Zoë said "no", ${place}`,
}))

const dayOf = (days: number) => new Date(days * 86_400_000).toISOString().slice(0, 10)
const clockOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 19)

function csvOf(participants: readonly Participant[]): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  return lines(
    HEADER.join(','),
    ...participants.map(({ id, age, bmi, word, born, seen, clock, note }) =>
      [
        id,
        age ?? '',
        bmi,
        word,
        dayOf(born),
        `${dayOf(seen)} ${clockOf(clock)}`,
        note === null ? '' : quoted(note),
      ].join(),
    ),
  )
}

const SAV_DAY_0 = -Date.UTC(1582, 9, 14) / 1000

function savOf(participants: readonly Participant[]): Buffer {
  const columns: SavColumn[] = HEADER.map((name) => ({
    name,
    ...(['id', 'word', 'note'].includes(name) && { width: name === 'note' ? 300 : 10 }),
    ...(name === 'born' && { format: 20 }),
    ...(name === 'seen' && { format: 22 }),
  }))
  const cases = participants.map(({ id, age, bmi, word, born, seen, clock, note }) => [
    id,
    age,
    bmi,
    word,
    born * 86_400 + SAV_DAY_0,
    seen * 86_400 + clock + SAV_DAY_0,
    note,
  ])
  return savFile({ columns, cases })
}

function sheetRows(participants: readonly Participant[]) {
  const DAY_0 = 25_569
  return [
    HEADER,
    ...participants.map(({ id, age, bmi, word, born, seen, clock, note }) => [
      id,
      age,
      bmi,
      word,
      { serial: born + DAY_0, format: 'dd/mm/yyyy' },
      { serial: seen + DAY_0 + clock / 86_400, format: 'yyyy-mm-dd hh:mm' },
      note,
    ]),
  ]
}

/** The variables of a form and its answers. */
async function imported(files: Files) {
  await emptyDatabase()
  await importFiles(files)
  const variables = await rows('SELECT variable_name, data_type, question FROM variable ORDER BY variable_name')
  return { variables, answers: await rows('SELECT * FROM form_1 ORDER BY individual_no') }
}

describe('a table of another kind gives what the same table as CSV gives', () => {
  test.each([
    ['people.sav', () => savOf(PARTICIPANTS)],
    ['people.xlsx', () => xlsxFile([{ name: 'visit', rows: sheetRows(PARTICIPANTS) }])],
    ['people.parquet', () => parquetFile('FROM csv', csvOf(PARTICIPANTS))],
  ])('%s', async (name, bytes) => {
    const expected = await imported({ 'people.csv': csvOf(PARTICIPANTS) })
    expect(expected.answers).toHaveLength(PARTICIPANTS.length)
    expect(await imported({ [name]: await bytes() })).toEqual(expected)
  })
})

describe('an SPSS file', () => {
  const mood: SavColumn = {
    name: 'mood',
    label: 'How do you feel?',
    levels: [
      [1, 'Well'],
      [2, 'Low'],
      [98, 'Refused'],
    ],
    missingRange: [90, 99],
  }
  const file = savFile({
    columns: [{ name: 'id', width: 4 }, mood, { name: 'pain', missing: [-9] }],
    cases: [
      ['a', 1, 3],
      ['b', 2, -9],
      ['c', 98, 7.5],
      ['d', 97, null],
    ],
  })

  test('is its own dictionary', async () => {
    const { report } = await importFiles({ 'mood.sav': file })
    expect(await rows('SELECT variable_name, data_type, question FROM variable ORDER BY variable_name')).toEqual([
      { variable_name: 'MOOD', data_type: 'categorical', question: 'How do you feel?' },
      { variable_name: 'PAIN', data_type: 'numberrange', question: 'pain' },
    ])
    expect(await rows('SELECT c1, c2 FROM form_1 ORDER BY individual_no')).toEqual([
      { c1: '1', c2: 3 },
      { c1: '2', c2: null },
      { c1: null, c2: 7.5 },
      { c1: null, c2: null },
    ])
    expect(report.notes.map(problemLine)).toEqual(
      expect.arrayContaining([
        'mood.sav: mood: read as missing: "98" 1 time, "97" 1 time.',
        'mood.sav: pain: read as missing: "-9" 1 time.',
      ]),
    )
  })

  test('is described by a dictionary beside it first', async () => {
    const dictionary = lines('variable,form,question,values', 'mood,mood,Mood today,1=Good; 2=Bad; 98=None; 97=Other')
    await importFiles({ 'mood.sav': file, 'dictionary.csv': dictionary })
    expect(await rows(`SELECT question FROM variable WHERE variable_name = 'MOOD'`)).toEqual([
      { question: 'Mood today' },
    ])
  })

  test('that is damaged stops the import', async () => {
    expect(await problemsOf({ 'mood.sav': file.subarray(0, 300) })).toEqual([
      'mood.sav: This SPSS file is damaged: it ends inside its dictionary.',
    ])
  })
})

describe('a workbook', () => {
  const sheets = [
    {
      name: 'baseline',
      rows: [
        ['id', 'age'],
        ['a', 30],
        ['b', 41],
      ],
    },
    {
      name: 'visit 2.1',
      rows: [
        ['id', 'mood', 'low'],
        ['a', 1, true],
        ['a', 2, false],
        ['b', 3, true],
      ],
    },
  ]

  test('has a form for each sheet, which options name', async () => {
    const { report } = await importFiles({ 'study.xlsx': xlsxFile(sheets) }, { repeat: rulesOf('visit 2.1=last') })
    expect(report.forms.map(({ file }) => file)).toEqual(['study.xlsx/baseline', 'study.xlsx/visit 2.1'])
    expect(await rows('SELECT instrument FROM form ORDER BY form_no')).toEqual([
      { instrument: 'baseline' },
      { instrument: 'visit 2.1' },
    ])
    expect(await rows('SELECT c1, c2 FROM form_2 ORDER BY individual_no')).toEqual([
      { c1: 2, c2: 'FALSE' },
      { c1: 3, c2: 'TRUE' },
    ])
  })

  test('names the sheet and the row of a problem', async () => {
    const [first] = sheets
    const faulty = {
      name: 'visit',
      rows: [
        ['id', 'x'],
        ['a', { formula: 'B1*2' }],
        ['b', { error: '#REF!' }],
      ],
    }
    const problems = await problemsOf({ 'study.xlsx': xlsxFile([...(first ? [first] : []), faulty]) })
    expect(problems.filter((problem) => problem !== ADVICE)).toEqual([
      'study.xlsx/visit:2: B2 has a formula without its value: open the workbook in a spreadsheet program and save it.',
      'study.xlsx/visit:3: B3 has the error #REF!.',
    ])
  })
})
