import { expect, test } from 'vitest'
import { readMissingCodes } from '#domain/imports/import-options.ts'
import { problemLine } from '#server/modules/imports/source/problem.ts'
import { ADVICE, lines, setUpImporting } from '#tests/support/importing.ts'

const { importFiles, problemsOf, rows, emptyDatabase } = setUpImporting()

const answers = () => rows('SELECT * EXCLUDE (individual_no) FROM form_1 ORDER BY individual_no')
const types = async () =>
  Object.fromEntries(
    (await rows(`SELECT variable_name AS name, data_type AS type FROM variable`)).map(({ name, type }) => [name, type]),
  )

test('reports codes that look like missing answers, and keeps them until they are declared', async () => {
  const files = {
    'visit.csv': lines('id,age,score,weight,z', 'a,30,1,70,-9', 'b,999,-9,.,-30', 'c,41,2,80.5,4', 'd,-99.0,3,66,9'),
  }
  const { report } = await importFiles(files)
  expect(report.notes.map(problemLine)).toEqual([
    'visit.csv:3: AGE: "999" 1 time, "-99.0" 1 time, apart from the other numbers, was kept: perhaps a missing code; --missing=age=999,age=-99.0 reads it as missing.',
    'visit.csv:3: SCORE: "-9" 1 time, apart from the other numbers, was kept: perhaps a missing code; --missing=score=-9 reads it as missing.',
    'visit.csv:3: WEIGHT: all answers are numbers but "."; --missing=weight=. reads it as missing.',
  ])
  expect(await types()).toEqual({ AGE: 'numberrange', SCORE: 'numberrange', WEIGHT: 'text', Z: 'numberrange' })

  await emptyDatabase()
  const missing = readMissingCodes('.,-99,AGE=999,score=-9') ?? undefined
  const declared = await importFiles(files, missing && { missing })
  expect(declared.report.notes.map(problemLine)).toEqual([
    'visit.csv: age: read as missing: "999" 1 time, "-99.0" 1 time.',
    'visit.csv: score: read as missing: "-9" 1 time.',
    'visit.csv: weight: read as missing: "." 1 time.',
  ])
  expect(await answers()).toEqual([
    { c1: 30, c2: 1, c3: 70, c4: -9 },
    { c1: null, c2: null, c3: null, c4: -30 },
    { c1: 41, c2: 2, c3: 80.5, c4: 4 },
    { c1: null, c2: 3, c3: 66, c4: 9 },
  ])
})

test('a dictionary with other column names declares missing codes, which are not levels', async () => {
  const { report } = await importFiles({
    'mood.csv': lines('USUBJID,low,age', 'a,1,-9', 'b,9,30', 'c,2,-8'),
    'codes.csv': lines(
      'table,field,label,description,values,missing',
      'mood,low,Low?,In the last week,"1=Yes; 2=No; 9=Refused",9=Refused',
      'mood,age,,Age in years,,"-9,-8"',
    ),
  })
  expect(
    await rows(`SELECT question, explicit_context AS context, implicit_context AS missing, possible_values AS "values"
      FROM variable ORDER BY variable_name`),
  ).toMatchObject([
    { question: 'Age in years', context: '', missing: '' },
    { question: 'Low?', context: 'In the last week', missing: 'Missing: 9 (Refused).' },
  ])
  expect(await answers()).toEqual([
    { c1: '1', c2: null },
    { c1: null, c2: 30 },
    { c1: '2', c2: null },
  ])
  expect(report.variables.map(({ possibleValues }) => possibleValues)).toEqual([['1', '2'], []])
})

test('a table of labels and descriptions with an id column is not a dictionary', async () => {
  const { report } = await importFiles({ 'notes.csv': lines('id,field,label', 'a,x,1', 'b,y,2') })
  expect(report.individuals).toBe(2)
})

test("R's NA is missing in plain tables, which the report says, or an answer", async () => {
  const files = { 'x.csv': lines('id,country,n', 'a,NA,1', 'b,DE,NA', 'c,DE,3') }
  const { report } = await importFiles(files)
  expect(report.notes.map(problemLine)).toEqual([
    'x.csv: "NA" was read as missing, 2 times; with --keep-na it is an answer.',
  ])
  await emptyDatabase()
  await importFiles(files, { keepsNotAvailable: true })
  expect((await answers()).map(({ c1 }) => c1)).toEqual(['NA', 'DE', 'DE'])
})

test('a declared number with some texts stays a number, and the texts are reported', async () => {
  const files = {
    'x.csv': lines('id,age', 'a,30', 'b,about 40', 'c,50', 'd,60'),
    'dictionary.csv': lines('variable,question,type', 'age,How old?,number'),
  }
  const { report } = await importFiles(files)
  expect(await types()).toEqual({ AGE: 'numberrange' })
  expect(report.notes.map(problemLine)).toEqual(['x.csv:3: AGE: "about 40" (1 time): no numbers; read as missing.'])
  expect(report.variables[0]?.observations).toBe(3)
  // The code is no number: it would lose its zeros.
  await emptyDatabase()
  await importFiles({ ...files, 'x.csv': lines('id,age', 'a,30', 'b,007', 'c,50', 'd,60') })
  expect(await types()).toEqual({ AGE: 'text' })
})

test('reads date-times as dates; reports other date formats and decimal commas', async () => {
  const { report } = await importFiles({
    'x.tsv': lines(
      'id\tat\tus\tweight',
      'a\t2024-03-28T10:15:00Z\t03/28/2024\t70,5',
      'b\t2024-04-01 08:00\t4/1/2024\t66,0',
      'c\t2024-04-02\t12/31/2023\t80',
    ),
  })
  expect(report.notes.map(problemLine)).toEqual([
    'x.tsv: at: the time of day of 2 answers is in at_time.',
    'x.tsv:2: US: answers such as "03/28/2024" look like dates of another form; dates are written YYYY-MM-DD.',
    'x.tsv:2: WEIGHT: answers such as "70,5" look like numbers with a decimal comma; numbers are written with a point.',
  ])
  expect((await answers()).map(({ c1 }) => c1)).toEqual(['2024-03-28', '2024-04-01', '2024-04-02'])
})

test.each(['USUBJID', 'SUBJID', 'patient', 'subject', 'Patient ID'])('recognises the id column %s', async (name) => {
  const { report } = await importFiles({ 'x.csv': lines(`${name},x`, 'a,1') })
  expect(report.individuals).toBe(1)
})

test('reports a long table in one line', async () => {
  const long = lines('USUBJID,QNAM,QVAL', 's1,AEACN,1', 's1,AEREL,2', 's2,AEACN,1')
  expect(await problemsOf({ 'suppae.csv': long })).toEqual([
    'suppae.csv:1: This is a long table: QNAM names the variable and QVAL holds its answer. Spread it first, to one row a person and a column for each variable.',
  ])
})

test('summarises many problems of one file in one line with examples, after the advice', async () => {
  const many = Array.from({ length: 1500 }, (_, index) => `a,${index}`)
  expect(await problemsOf({ 'visits.csv': lines('id,x', ...many) })).toEqual([
    ADVICE,
    'visits.csv: 1,499 rows cannot be taken, such as line 3: a has a row already, on line 2. line 4: a has a row already, on line 2. line 5: a has a row already, on line 2.',
  ])
})
