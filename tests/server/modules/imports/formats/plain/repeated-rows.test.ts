import { expect, test } from 'vitest'
import { problemLine } from '#server/modules/imports/source/problem.ts'
import { lines, rulesOf, setUpImporting } from '#tests/support/importing.ts'

const { importFiles, problemsOf, rows, emptyDatabase } = setUpImporting()

const VISITS = {
  'visits.csv': lines('id,seen,mood', 'a,2024-03-01,3', 'b,2024-01-01,5', 'a,2024-01-01,1', 'a,,9', 'a,2024-02-01,2'),
  'ae.csv': lines('id,grade', 'a,10', 'a,9', 'b,1'),
}

async function reported(repeat: string): Promise<string[]> {
  await emptyDatabase()
  const { report } = await importFiles(VISITS, { repeat: rulesOf(repeat) })
  return report.notes.map(problemLine)
}
const answers = (form: number) => rows(`SELECT * EXCLUDE (individual_no) FROM form_${form} ORDER BY individual_no`)

test('reports the number of rows and participants left out, with the table and the order', async () => {
  expect(await reported('last')).toEqual([
    'ae.csv: 1 row of 1 person was left out: the last row of each is kept, in the order of the file.',
    'visits.csv: 3 rows of 1 person were left out: the last row of each is kept, in the order of the file.',
  ])
})

test('each table can have its own rule and a column that orders the rows, blank ones last', async () => {
  expect(await reported('ae=count,visits=first:seen')).toEqual([
    'ae.csv: 1 person has 2 rows: the number of rows of each is kept; their answers were left out.',
    'visits.csv: 3 rows of 1 person were left out: the first row of each is kept, by seen.',
  ])
  expect((await answers(1)).map(({ c1 }) => c1)).toEqual([2, 1])
  expect((await answers(2)).map(({ c2 }) => c2)).toEqual([1, 5])
  expect(await reported('ae=first:grade,visits=wide:mood')).toHaveLength(2)
  expect((await answers(1)).map(({ c1 }) => c1)).toEqual([9, 1])
  expect((await answers(2))[0]).toMatchObject({ c2: 1, c4: 2, c6: 3, c8: 9 })
})

test('worst and any aggregate columns with such answers only; missing codes are not answers', async () => {
  const ae = {
    'ae.csv': lines(
      'id,grade,serious,term',
      'a,2,no,rash',
      'a,10,yes,rash',
      'a,999,,',
      'b,999,no,',
      'b,,no,fall',
      'c,3,,',
    ),
    'dictionary.csv': lines('variable,form,question,missing', 'grade,ae,Grade?,999'),
  }
  const worst = await importFiles(ae, { repeat: rulesOf('ae=worst') })
  expect(worst.report.notes.map(problemLine)).toContain(
    'ae.csv: 2 columns with answers that are no numbers left out: serious, term.',
  )
  expect(worst.report.notes.map(problemLine)).toContain(
    'ae.csv: 2 people have 5 rows: the highest number of each column is kept.',
  )
  expect(await answers(1)).toEqual([{ c1: 10 }, { c1: null }, { c1: 3 }])
  await emptyDatabase()
  const any = await importFiles(ae, { repeat: rulesOf('any') })
  expect(any.report.notes.map(problemLine)).toContain(
    'ae.csv: 2 columns with answers other than yes and no left out: grade, term.',
  )
  expect(
    await rows(`SELECT individual_id AS id, c1 FROM form_1 JOIN individual USING (individual_no) ORDER BY 1`),
  ).toEqual([
    { id: 'a', c1: 'yes' },
    { id: 'b', c1: 'no' },
    { id: 'c', c1: null },
  ])
  await emptyDatabase()
  await importFiles(
    { 'ae.csv': ae['ae.csv'] },
    { repeat: rulesOf('worst'), missing: { everywhere: ['999'], byColumn: new Map() } },
  )
  expect(await answers(1)).toEqual([{ c1: 10 }, { c1: null }, { c1: 3 }])
})

test('all visits of a question have the same data type', async () => {
  const more = Array.from({ length: 6 }, (_, index) => `p${index},${index % 2 === 0 ? 'low' : 'high'},1`)
  await importFiles({ 'visits.csv': lines('id,mood,n', ...more, 'p0,low,x', 'p1,,2') }, { repeat: rulesOf('wide') })
  expect(
    await rows(`SELECT variable_name AS name, data_type AS type, possible_values AS codes FROM variable ORDER BY 1`),
  ).toMatchObject([
    { name: 'MOOD_1', type: 'categorical' },
    { name: 'MOOD_2', type: 'categorical' },
    { name: 'N_1', type: 'categorical' },
    { name: 'N_2', type: 'categorical' },
  ])
})

test.each([
  ['visits=wide,ea=last', 'The rule for repeated rows names a table ea that is not there.'],
  ['visits=last:day,ae=last', 'visits.csv:1: There is no column day to order the rows by.'],
])('refuses %s', async (repeat, problem) => {
  expect(await problemsOf(VISITS, { repeat: rulesOf(repeat) })).toEqual([problem])
})
