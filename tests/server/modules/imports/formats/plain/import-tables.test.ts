import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readColumnMap, type ColumnMap } from '#server/modules/imports/formats/pedigree/pedigree-columns.ts'
import { problemLine } from '#server/modules/imports/source/problem.ts'
import { wholeDatabase } from '#tests/support/import-folders.ts'
import { ADVICE, lines, rulesOf, setUpImporting } from '#tests/support/importing.ts'

const { importFiles, problemsOf, rows, database, emptyDatabase } = setUpImporting()

function mapOf(text: string): ColumnMap {
  const map = readColumnMap(text)
  if (!map) throw new Error('The column map is invalid.')
  return map
}

const FAMILIES = `SELECT i.individual_id AS id, i.family_id AS family, f.individual_id AS father, m.individual_id AS mother,
  i.sex, i.is_placeholder AS placeholder
  FROM individual i LEFT JOIN individual f ON f.individual_no = i.father_no
  LEFT JOIN individual m ON m.individual_no = i.mother_no ORDER BY i.individual_no`

test('plain tables: one form a file, participants by id, data types from the dictionary or the answers', async () => {
  const { report } = await importFiles({
    'mood.csv': lines('participant_id,sex,low,score', 'b,F,1,2.5', 'a,M,2,NA', 'c,,9,-1'),
    'sleep.tsv': lines('id\thours\tpills', 'a\t7\tA;B', 'd\t8\tB'),
    'dictionary.csv': lines(
      'variable,form,section,question,type,values',
      'low,mood,Mood,"Were you low, often?",categorical,"1=Yes; 2=No"',
      'pills,sleep,Sleep,Which pills?,multicategory,"A, Red | B, Blue"',
      'hours,,Sleep,How many hours?,text,',
    ),
  })
  expect(report.individuals).toBe(4)
  expect(
    await rows(`SELECT variable_name AS name, data_type AS type, question, section, value_mapping AS meanings
      FROM variable ORDER BY 1`),
  ).toEqual([
    { name: 'HOURS', type: 'text', question: 'How many hours?', section: 'Sleep', meanings: '{}' },
    {
      name: 'LOW',
      type: 'categorical',
      question: 'Were you low, often?',
      section: 'Mood',
      meanings: '{"1":"Yes","2":"No"}',
    },
    {
      name: 'PILLS',
      type: 'multicategory',
      question: 'Which pills?',
      section: 'Sleep',
      meanings: '{"A":"Red","B":"Blue"}',
    },
    { name: 'SCORE', type: 'numberrange', question: 'score', section: '', meanings: '{}' },
    { name: 'SEX', type: 'text', question: 'sex', section: '', meanings: '{}' },
  ])
  expect(report.outsideLevels).toEqual([{ file: 'mood.csv', variableName: 'LOW', value: '9', lines: [4] }])
  expect(await rows(`SELECT individual_id AS id, sex FROM individual ORDER BY individual_no`)).toEqual([
    { id: 'a', sex: 'M' },
    { id: 'b', sex: 'F' },
    { id: 'c', sex: null },
    { id: 'd', sex: null },
  ])
})

test('reports a declared data type that the answers contradict, and loses no answer', async () => {
  const { report } = await importFiles({
    'visit.csv': lines('id,score', 'a,1', 'b,low'),
    'dictionary.csv': lines('variable,question,type', 'score,What score?,numberrange'),
  })
  expect(report.inferences).toEqual([
    {
      file: 'visit.csv',
      variableName: 'SCORE',
      dataType: 'text',
      reason: 'numberrange is declared, but "low" is none; 2 distinct among 2 answers',
    },
  ])
  expect(await rows(`SELECT c1 FROM form_1 ORDER BY individual_no`)).toEqual([{ c1: '1' }, { c1: 'low' }])
})

test('asks for the id column of a table without one', async () => {
  expect(await problemsOf({ 'a.csv': lines('code,x', '1,2') })).toEqual([
    'a.csv:1: No column identifies the individual of a row: with --id COLUMN you say which one. Perhaps code (1 id), x (1 id).',
  ])
  const map = mapOf('id=code')
  expect((await importFiles({ 'a.csv': lines('code,x', '1,2') }, { map })).report.individuals).toBe(1)
})

test('pedigrees and tables of answers recognise the same names of the id column', async () => {
  for (const name of ['person', 'Individual', 'participant.id', 'IID', 'subject_id']) {
    await emptyDatabase()
    await importFiles({
      'families.csv': lines(`${name},father,mother`, 'a,0,0', 'b,a,0'),
      'mood.csv': lines(`low,${name}`, '1,b'),
    })
    expect((await rows(FAMILIES)).map(({ id, father }) => [id, father])).toEqual([
      ['a', null],
      ['b', 'a'],
    ])
    expect(await rows(`SELECT * FROM form_1`)).toEqual([{ individual_no: 2, c1: 1 }])
  }
})

test('a column map applies to tables with its columns, and an unknown column is an error', async () => {
  const files = { 'families.csv': lines('who,father,mother', 'a,0,0'), 'mood.csv': lines('id,low', 'a,1') }
  expect(await problemsOf(files, { map: mapOf('id=hwo') })).toEqual([
    'No table has a column hwo.',
    'families.csv:1: No column identifies the individual of a row: with --id COLUMN you say which one. Perhaps who (1 id), father (1 id), mother (1 id).',
  ])
  expect((await importFiles(files, { map: mapOf('id=who') })).report.individuals).toBe(1)
})

test('several columns together can form the id', async () => {
  const files = { 'visits.csv': lines('study,id,low', 'x,1,3', 'y,1,4', 'x,1,5', 'y,,6') }
  const options = { map: mapOf('id=study+id'), repeat: rulesOf('last'), skipBadRows: true }
  const { report } = await importFiles(files, options)
  expect(report.refused.map(problemLine)).toEqual(['visits.csv:5: study+id is blank.'])
  expect(await rows(`SELECT individual_id AS id, c3 AS low FROM form_1 JOIN individual USING (individual_no)`)).toEqual(
    [
      { id: 'x_1', low: 5 },
      { id: 'y_1', low: 4 },
    ],
  )
})

test('imports a dictionary alone as a catalog without participants', async () => {
  const { report } = await importFiles({
    'items.csv': lines(
      'form,variable,question,input_type,choices',
      'ACE,ACE_1,Did that happen?,radio,"0, No | 1, Yes"',
      'ACE,ACE_SUM,Sum,number,',
      'PHQ,PHQ_1,How often?,dial,',
    ),
  })
  expect(report.individuals).toBe(0)
  expect(report.notes.map(problemLine)).toEqual([
    'items.csv:4: "dial" is no data type; that of PHQ_1 follows from its answers.',
  ])
  expect(
    await rows(`SELECT instrument, variable_name AS name, data_type AS type, value_mapping AS meanings
    FROM variable JOIN form USING (form_no) ORDER BY name`),
  ).toEqual([
    { instrument: 'ACE', name: 'ACE_1', type: 'categorical', meanings: '{"0":"No","1":"Yes"}' },
    { instrument: 'ACE', name: 'ACE_SUM', type: 'numberrange', meanings: '{}' },
    { instrument: 'PHQ', name: 'PHQ_1', type: 'null', meanings: '{}' },
  ])
})

test('a .fam file beside BIDS tables adds families; individuals only in it are placeholders', async () => {
  await importFiles({
    'participants.tsv': lines('participant_id\tcollection', 'sub-3\tbp', 'sub-4\tbp'),
    'study.fam': lines('F1 1 0 0 1 1', 'F1 2 0 0 2 0', 'F1 3 1 2 1 2', 'F1 4 1 2 2 -9'),
  })
  expect(await rows(FAMILIES)).toEqual([
    { id: '1', family: 'F1', father: null, mother: null, sex: 'M', placeholder: false },
    { id: '2', family: 'F1', father: null, mother: null, sex: 'F', placeholder: true },
    { id: 'sub-3', family: 'F1', father: '1', mother: '2', sex: 'M', placeholder: false },
    { id: 'sub-4', family: 'F1', father: '1', mother: '2', sex: 'F', placeholder: false },
  ])
  expect(await rows(`SELECT DISTINCT collection FROM individual`)).toEqual([{ collection: 'bp' }])
  expect(await rows(`SELECT data_type, value_mapping FROM variable WHERE variable_name = 'AFFECTED'`)).toEqual([
    { data_type: 'categorical', value_mapping: '{"1":"No","2":"Yes"}' },
  ])
})

test('reports and ignores unneeded files beside a BIDS data set', async () => {
  const { report } = await importFiles({
    'participants.tsv': lines('participant_id\tage', 'sub-1\t30'),
    'latin.csv': Buffer.from('name\nJos\xe9\n', 'latin1'),
    'broken.csv': 'a,b\n"1,2\n',
    'empty.tsv': '',
    'scans.tsv': lines('scan\tdate', 'x\ty'),
    'families.csv': lines('id,father,mother', '1,0,0'),
  })
  expect(report.notes.map(problemLine)).toEqual([
    'broken.csv:2: A quote that opens in this row is never closed: write "" for a quote in a text. The file was left alone.',
    'empty.tsv:1: The file is empty. The file was left alone.',
    'latin.csv:2: This is not UTF-8 text: save it in the encoding UTF-8. The file was left alone.',
    'scans.tsv: Beside participants.tsv only pedigrees are read from such tables; it was left alone.',
    'families.csv: 1 individual in 1 family: id is id, no column for family, father is father, mother is mother, no column for sex. Without a family column, parents and children are a family.',
  ])
  expect(report.individuals).toBe(1)
})

test('reports impossible families by line, and changes nothing', async () => {
  const pedigree = {
    'families.csv': lines(
      'famid,id,dadid,momid,sex',
      '1,a,0,0,1',
      '1,b,0,0,2',
      '1,c,b,a,1',
      '1,d,e,b,1',
      '1,e,d,b,1',
      '2,f,a,0,1',
      '1,g,x,b,2',
      '1,a,0,0,1',
    ),
  }
  expect(await problemsOf(pedigree)).toEqual([
    ADVICE,
    'families.csv:9: a has a row already, on line 2.',
    'families.csv:4: The father of c, b, is a woman.',
    'families.csv:5: d is among their own ancestors.',
    'families.csv:6: e is among their own ancestors.',
    'families.csv:7: a, a parent of f, belongs to another family.',
  ])
  const { report } = await importFiles(pedigree, { skipBadRows: true })
  expect(report.notes.map(problemLine)).toEqual([
    'families.csv: 7 individuals in 2 families: id is id, family is famid, father is dadid, mother is momid, sex is sex.',
    'families.csv:8: x, a parent of g, has no row and is left out.',
  ])
  expect((await rows(FAMILIES)).map(({ id, father, mother }) => [id, father, mother])).toEqual([
    ['a', null, null],
    ['b', null, null],
    ['g', null, 'b'],
  ])
})

test('refuses later visits with a hint, or keeps them as an option says', async () => {
  const visits = { 'visits.csv': lines('id,mood', 'a,1', 'b,5', 'a,2', 'a,3') }
  expect(await problemsOf(visits)).toEqual([
    ADVICE,
    'visits.csv:4: a has a row already, on line 2.',
    'visits.csv:5: a has a row already, on line 2.',
  ])
  const kept = async (repeat: string) => {
    await emptyDatabase()
    await importFiles(visits, { repeat: rulesOf(repeat) })
    return rows('SELECT * EXCLUDE (individual_no) FROM form_1 ORDER BY individual_no')
  }
  expect(await kept('first')).toEqual([{ c1: 1 }, { c1: 5 }])
  expect(await kept('last')).toEqual([{ c1: 3 }, { c1: 5 }])
  expect(await kept('wide')).toEqual([
    { c1: 1, c2: 2, c3: 3 },
    { c1: 5, c2: null, c3: null },
  ])
  expect(await rows(`SELECT variable_name AS name FROM variable ORDER BY 1`)).toEqual(
    ['MOOD_1', 'MOOD_2', 'MOOD_3'].map((name) => ({ name })),
  )
})

test('reports that a table of ids has no answers', async () => {
  expect(await problemsOf({ 'ids.csv': lines('id', 'a', 'b') })).toEqual([
    'ids.csv:1: The table has a column of ids and no other: add columns with the answers.',
  ])
})

test('reports the number of families of a PLINK file', async () => {
  const { report } = await importFiles({ 'x.fam': lines('F a 0 0 1 2', 'F b 0 0 2 1', '0 c 0 0 1 -9') })
  expect(report.notes.map(problemLine)).toEqual([
    'x.fam: 3 individuals in 2 families.',
    'x.fam: AFFECTED: read as missing: "-9" 1 time.',
  ])
})

test('a dry run returns the same report and changes nothing', async () => {
  const files = { 'mood.csv': lines('id,low', 'a,1', 'b,2') }
  const before = await wholeDatabase(database())
  const dry = await importFiles(files, { isDryRun: true })
  expect(await wholeDatabase(database())).toEqual(before)
  expect(dry.report).toEqual((await importFiles(files)).report)
})

const datasets = process.env['TEST_DATASETS']
describe.runIf(datasets !== undefined)('published pedigrees', () => {
  const table = (name: string) => readFileSync(join(datasets ?? '', 'small_pedigrees_and_psych', name), 'utf8')

  test('sample.ped: 55 participants in two pedigrees', async () => {
    const { report } = await importFiles({ 'sample.csv': table('sample.ped.csv') })
    expect(report.individuals).toBe(55)
    expect(
      await rows(`SELECT count(DISTINCT family_id)::INTEGER AS families,
      count(*) FILTER (father_no IS NOT NULL)::INTEGER AS children FROM individual`),
    ).toEqual([
      {
        families: 2,
        children: table('sample.ped.csv')
          .split('\n')
          .slice(1)
          .filter((line) => /^\d+,\d+,[1-9]/.test(line)).length,
      },
    ])
  })

  test('royal92: 3,010 participants in 405 families, with partial dates', async () => {
    const map = mapOf('id=personID,family=famID,father=dadID,mother=momID')
    const { report } = await importFiles({ 'royal92.csv': table('royal92.csv') }, { map, skipBadRows: true })
    expect([report.individuals, report.refused.map(problemLine)]).toEqual([3010, []])
    expect(await rows(`SELECT count(DISTINCT family_id)::INTEGER AS families FROM individual`)).toEqual([
      { families: 405 },
    ])
  })
})
