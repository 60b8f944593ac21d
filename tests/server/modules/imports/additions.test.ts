import { beforeEach, expect, test } from 'vitest'
import { problemLine } from '#server/modules/imports/source/problem.ts'
import { tabbed, wholeDatabase } from '#tests/support/import-folders.ts'
import { ADVICE, lines, setUpImporting } from '#tests/support/importing.ts'

const { importFiles, problemsOf, rows, database } = setUpImporting()

const BASELINE = {
  'baseline.csv': lines('id,sex,age,mood,seen', 'b,F,30,1,2020-01-02', 'd,M,41,2,2020-02'),
  'dictionary.csv': lines('variable,form,question,values', 'mood,baseline,Low?,1=Never;2=Often;3=Always'),
}
const records = () =>
  rows(`SELECT individual_id AS id, c1 AS sex, c2 AS age, c3 AS mood, c4 AS seen, c4__last::VARCHAR AS last
    FROM form_1 JOIN individual USING (individual_no) ORDER BY form_1.rowid`)
const variables = async () =>
  (await rows(`SELECT variable_name AS name FROM variable ORDER BY 1`)).map(({ name }) => String(name))
const reported = (report: Awaited<ReturnType<typeof importFiles>>['report']) => report.notes.map(problemLine)

beforeEach(async () => {
  await importFiles(BASELINE)
})

test('a follow-up form of existing participants adds a form and no participants', async () => {
  const { report } = await importFiles({ 'followup.csv': lines('id,score', 'd,5', 'b,7') })
  expect([report.individuals, report.forms]).toEqual([
    0,
    [{ file: 'followup.csv', title: 'followup', rows: 2, variables: 1, observations: 2 }],
  ])
  expect(await rows(`SELECT * FROM form_2`)).toEqual([
    { individual_no: 1, c1: 7 },
    { individual_no: 2, c1: 5 },
  ])
  expect(await variables()).toEqual(['AGE', 'MOOD', 'SCORE', 'SEEN', 'SEX'])
})

test('new participants of an existing form extend its variables, after the known ones', async () => {
  const more = { 'baseline.csv': lines('id,age,mood,sex,seen', 'c,50,3,F,2021-05-06', 'a,,1.0,M,') }
  const before = await wholeDatabase(database())
  const dry = await importFiles(more, { isDryRun: true })
  expect(await wholeDatabase(database())).toEqual(before)
  const { report } = await importFiles(more)
  expect(report).toEqual(dry.report)
  expect([report.individuals, reported(report)]).toEqual([
    2,
    ['baseline.csv: Added to baseline: 2 new records, 0 records as before.'],
  ])
  expect(await variables()).toEqual(['AGE', 'MOOD', 'SEEN', 'SEX'])
  expect(await records()).toEqual([
    { id: 'b', sex: 'F', age: 30, mood: '1', seen: '2020-01-02', last: '2020-01-02' },
    { id: 'd', sex: 'M', age: 41, mood: '2', seen: '2020-02-UU', last: '2020-02-29' },
    { id: 'a', sex: 'M', age: null, mood: '1', seen: null, last: null },
    { id: 'c', sex: 'F', age: 50, mood: '3', seen: '2021-05-06', last: '2021-05-06' },
  ])
  expect(
    await rows(`SELECT variable_name AS name, observations AS n, value_mapping AS meanings FROM variable ORDER BY 1`),
  ).toMatchObject([
    { name: 'AGE', n: 3 },
    { name: 'MOOD', n: 4, meanings: '{"1":"Never","2":"Often","3":"Always"}' },
    { name: 'SEEN', n: 3 },
    { name: 'SEX', n: 4 },
  ])
  expect(await rows(`SELECT count(*)::INTEGER AS n FROM form`)).toEqual([{ n: 1 }])
})

test('adds new codes of a variable without a dictionary to its codes', async () => {
  const codes = () => rows(`SELECT possible_values AS "values" FROM variable WHERE variable_name = 'SITE'`)
  const site = (...rows: string[]) => ({ 'site.csv': lines('id,site', ...rows) })
  await importFiles(site('b,Oslo', 'd,Oslo'))
  await importFiles(site('x,Bergen', 'y,Oslo'))
  expect(JSON.stringify(await codes(), (_, value: unknown) => value)).toContain('Bergen')
})

test('columns of another type, and new columns, become separate variables', async () => {
  const { report } = await importFiles({ 'baseline.csv': lines('id,age,sex,height', 'e,old,F,170', 'f,young,M,180') })
  expect(await variables()).toEqual(['AGE', 'BASELINE_AGE', 'HEIGHT', 'MOOD', 'SEEN', 'SEX'])
  expect(report.forms.map(({ title, variables }) => [title, variables])).toEqual([
    ['baseline', 1],
    ['baseline', 2],
  ])
  expect(await rows(`SELECT version, table_name AS "table" FROM form ORDER BY form_no`)).toEqual([
    { version: '', table: 'form_1' },
    { version: '2', table: 'form_2' },
  ])
})

test('ignores an identical record, and refuses a different one or corrects the existing one', async () => {
  const before = await wholeDatabase(database())
  const again = await importFiles({ 'baseline.csv': BASELINE['baseline.csv'] }, { isDryRun: true })
  expect(reported(again.report)).toEqual(['baseline.csv: Added to baseline: 0 new records, 2 records as before.'])
  const changed = { 'baseline.csv': lines('id,age,mood', 'b,31,', 'd,41,2', 'e,60,3') }
  expect(await problemsOf(changed)).toEqual([
    ADVICE,
    'baseline.csv:2: b has another record of baseline already (AGE 30 → 31, MOOD 1 → missing); with --update it is corrected.',
  ])
  expect(await wholeDatabase(database())).toEqual(before)
  const { report } = await importFiles(changed, { isUpdate: true })
  expect(reported(report)).toEqual([
    'baseline.csv: Added to baseline: 1 new record, 1 record as before, 1 record corrected (such as b: AGE 30 → 31).',
  ])
  expect(await records()).toMatchObject([
    { id: 'b', sex: 'F', age: 31, mood: null, seen: '2020-01-02' },
    { id: 'd', sex: 'M', age: 41, mood: '2', seen: '2020-02-UU' },
    { id: 'e', sex: null, age: 60, mood: '3', seen: null },
  ])
})

test('leaves out differing records if bad rows are skipped', async () => {
  const { report } = await importFiles({ 'baseline.csv': lines('id,age', 'b,31', 'e,60') }, { skipBadRows: true })
  expect(report.refused.map(({ line }) => line)).toEqual([2])
  expect((await records()).map(({ id, age }) => [id, age])).toEqual([
    ['b', 30],
    ['d', 41],
    ['e', 60],
  ])
})

test('a BIDS follow-up needs no table of existing participants', async () => {
  await importFiles({ 'phenotype/later.tsv': tabbed('participant_id x', 'b 1', 'd 2') })
  expect(await variables()).toContain('X')
  expect(await problemsOf({ 'phenotype/last.tsv': tabbed('participant_id x', 'z 1') })).toEqual([
    ADVICE,
    'phenotype/last.tsv:2: z is not among the rows of participants.tsv.',
  ])
})

test('a placeholder of a pedigree becomes an individual with the first record', async () => {
  await importFiles({ 'x.fam': lines('F p 0 0 1 -9', 'F c p 0 1 2') })
  const placeholders = () => rows(`SELECT individual_id AS id FROM individual WHERE is_placeholder`)
  expect(await placeholders()).toEqual([{ id: 'p' }])
  await importFiles({ 'baseline.csv': lines('id,age', 'p,70') })
  expect(await placeholders()).toEqual([])
})

test('a form is extended by one file; another file of the same name creates a form', async () => {
  await importFiles({ 'baseline.csv': lines('id,age', 'x,1'), 'baseline.tsv': lines('id\tage', 'x\t2') })
  expect(await rows(`SELECT c1 FROM form_2`)).toEqual([{ c1: 2 }])
})

test('does not change families of existing participants', async () => {
  const problem = 'b is in the database already: an import does not change families.'
  expect(await problemsOf({ 'x.fam': lines('F b 0 0 2 1') })).toEqual([ADVICE, `x.fam:1: ${problem}`])
  expect(await problemsOf({ 'x.csv': lines('id,father,mother', 'b,0,0') })).toEqual([ADVICE, `x.csv:2: ${problem}`])
})

test('maps a column to a variable of another name on request, in any file', async () => {
  const more = { 'visite.csv': lines('id,sexe,poids', 'e,F,60', 'f,M,80') }
  const same = new Map([['visite:sexe', 'SEX']])
  const { report } = await importFiles(more, { same })
  expect(
    report.variables.map(({ originalName, variableName, isKnown }) => [originalName, variableName, isKnown]),
  ).toEqual([
    ['sexe', 'SEX', true],
    ['poids', 'POIDS', false],
  ])
  expect(await variables()).toEqual(['AGE', 'MOOD', 'POIDS', 'SEEN', 'SEX'])
  expect((await records()).map(({ id, sex }) => [id, sex])).toEqual([
    ['b', 'F'],
    ['d', 'M'],
    ['e', 'F'],
    ['f', 'M'],
  ])
})

test('refuses a column that is mapped to an incompatible variable', async () => {
  const more = { 'visite.csv': lines('id,alter,sexe', 'e,old,F', 'f,young,M') }
  const refused = (same: Record<string, string>) => problemsOf(more, { same: new Map(Object.entries(same)) })
  expect(await refused({ sexe: 'GENDER' })).toEqual([
    'visite.csv:1: sexe: there is no variable GENDER in the database.',
  ])
  expect(await refused({ sexe: 'SEX', alter: 'GENDER' })).toEqual([
    'visite.csv:1: alter: there is no variable GENDER in the form baseline.',
  ])
  expect(await refused({ alter: 'AGE' })).toEqual([
    'visite.csv:1: alter: its answers are text, those of AGE are numberrange.',
  ])
  expect(await refused({ age: 'AGE' })).toEqual(['No file has a column age, which was said to be AGE.'])
})
