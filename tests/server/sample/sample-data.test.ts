import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DATA_TYPES } from '#domain/data-types.ts'
import { dateInterval } from '#domain/fuzzy-date.ts'
import { VARIABLE_NAME } from '#domain/names.ts'
import { ensureSampleData } from '#server/sample/ensure-sample-data.ts'
import { openDatabase, type Database } from '#server/storage/database.ts'
import { allRows, wholeDatabase } from '#tests/support/import-folders.ts'

const QUICK = { memoryCost: 8, timeCost: 1 }

const Person = v.object({
  individual_no: v.number(),
  individual_id: v.string(),
  family_id: v.string(),
  father_no: v.nullable(v.number()),
  mother_no: v.nullable(v.number()),
  sex: v.picklist(['F', 'M']),
  is_placeholder: v.boolean(),
  collection: v.string(),
  study_id: v.string(),
})
const Variable = v.object({
  variable_name: v.string(),
  table_name: v.string(),
  column_name: v.string(),
  data_type: v.picklist(DATA_TYPES),
  question: v.string(),
  possible_values: v.array(v.string()),
  value_mapping: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string())),
  answer_validation: v.string(),
  section: v.string(),
  toc_page: v.string(),
  item: v.string(),
  observations: v.number(),
})

let database: Database
let people: v.InferOutput<typeof Person>[]
let variables: v.InferOutput<typeof Variable>[]

beforeAll(async () => {
  database = await sampleDatabase()
  people = v.parse(v.array(Person), await rows(`SELECT * FROM individual ORDER BY individual_no`))
  variables = v.parse(v.array(Variable), await rows(`SELECT * FROM variable JOIN form USING (form_no)`))
})
afterAll(() => database.close())

const rows = (sql: string) => allRows(database, sql)

async function sampleDatabase(): Promise<Database> {
  const made = await openDatabase(':memory:')
  await ensureSampleData(made, QUICK)
  return made
}

/** Passwords are salted, so accounts differ from one time to the next. */
async function checksum(of: Database): Promise<string> {
  const { account, ...contents } = await wholeDatabase(of)
  expect(account).toHaveLength(3)
  const text = JSON.stringify(contents, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  return createHash('sha256').update(text).digest('hex')
}

test('is of the size that it should be', async () => {
  expect(people.length).toBeGreaterThan(1_100)
  expect(people.length).toBeLessThan(1_300)
  expect(new Set(people.map((person) => person.family_id)).size).toBe(400)
  expect([...new Set(people.map((person) => person.collection))].sort()).toEqual(['au', 'bp', 'ct', 'dp', 'sz'])
  expect(new Set(people.map((person) => person.study_id)).size).toBe(8)
  const forms = await rows(`SELECT title FROM form`)
  expect(forms).toHaveLength(6)
  expect(forms.filter(({ title }) => !String(title).includes('Synthetic'))).toEqual([])
  expect(variables.length).toBeGreaterThan(84)
})

test('has variables of every data type, with answers, and none that is never answered but the retired one', () => {
  expect(new Set(variables.map((variable) => variable.data_type))).toEqual(new Set(DATA_TYPES))
  const unanswered = variables.filter((variable) => variable.observations < 5)
  expect(unanswered.map((variable) => variable.data_type)).toEqual(['null'])
})

test('is the same every time', async () => {
  const again = await sampleDatabase()
  expect(await checksum(again)).toBe(await checksum(database))
  again.close()
})

test('is made once', async () => {
  const before = await wholeDatabase(database)
  await ensureSampleData(database, QUICK)
  expect(await wholeDatabase(database)).toEqual(before)
})

test('brings the demo accounts, unless there is an account already', async () => {
  expect(
    await rows(
      `SELECT username, is_admin, collections, password_hash LIKE '$argon2id$%' AS hashed FROM account WHERE is_demo ORDER BY 1`,
    ),
  ).toEqual([
    { username: 'admin', is_admin: true, collections: [], hashed: true },
    { username: 'newcomer', is_admin: false, collections: [], hashed: true },
    { username: 'researcher', is_admin: false, collections: ['bp', 'sz', 'dp', 'au', 'ct'], hashed: true },
  ])
  const taken = await openDatabase(':memory:')
  const connection = await taken.connect()
  await connection.run(
    `INSERT INTO account (account_id, username, password_hash, collections) VALUES (2, 'own', '', [])`,
  )
  connection.closeSync()
  await ensureSampleData(taken, QUICK)
  expect(await allRows(taken, `SELECT username FROM account`)).toEqual([{ username: 'own' }])
  taken.close()
})

test('families are whole: parents are of the family, of the right sex; one collection and study each', () => {
  const byNo = new Map(people.map((person) => [person.individual_no, person]))
  for (const person of people) {
    for (const [parentNo, sex] of [
      [person.father_no, 'M'],
      [person.mother_no, 'F'],
    ] as const) {
      if (parentNo !== null) {
        expect(byNo.get(parentNo)).toMatchObject({ family_id: person.family_id, sex })
      }
    }
  }
  const familiesByPlace = new Set(people.map((person) => [person.family_id, person.collection, person.study_id].join()))
  expect(familiesByPlace.size).toBe(400)
  expect(people.map((person) => person.individual_no)).toEqual(people.map((_, index) => index + 1))
  expect(people.map((person) => person.individual_id)).toEqual(people.map((person) => person.individual_id).toSorted())
})

test('children are younger than their parents, by dates of birth', async () => {
  const [row] = await rows(`
    SELECT count(*)::INTEGER AS pairs,
      count(*) FILTER (child.c3__last < parent.c3__first + INTERVAL 15 YEAR)::INTEGER AS wrong
    FROM individual i JOIN form_1 child USING (individual_no)
    JOIN form_1 parent ON parent.individual_no IN (i.father_no, i.mother_no)
    WHERE child.c3 IS NOT NULL AND parent.c3 IS NOT NULL`)
  expect(Number(row?.['pairs'])).toBeGreaterThan(300)
  expect(row?.['wrong']).toBe(0)
})

test('placeholders, and only some others, have no record', async () => {
  const placeholders = people.filter((person) => person.is_placeholder)
  expect(placeholders.length).toBeGreaterThan(20)
  const forms = new Set(variables.map((variable) => variable.table_name))
  for (const table of forms) {
    const [row] = await rows(
      `SELECT count(*)::INTEGER AS records, count(*) FILTER (is_placeholder)::INTEGER AS wrong
       FROM ${table} JOIN individual USING (individual_no)`,
    )
    expect(row?.['wrong']).toBe(0)
    expect(Number(row?.['records'])).toBeLessThan(people.length - placeholders.length)
  }
})

test('every answer is one that its variable admits, and is counted', async () => {
  const Answers = v.array(v.object({ answer: v.union([v.string(), v.number()]) }))
  for (const variable of variables) {
    const { column_name: column, table_name: table, data_type: dataType } = variable
    const answers = v
      .parse(Answers, await rows(`SELECT ${column} AS answer FROM ${table} WHERE ${column} IS NOT NULL`))
      .map(({ answer }) => answer)
    expect(answers).toHaveLength(variable.observations)
    const codes = answers.flatMap((answer) => String(answer).split(';'))
    if (variable.possible_values.length > 0) {
      expect(codes.filter((code) => !variable.possible_values.includes(code))).toEqual([])
      expect(Object.keys(variable.value_mapping)).toEqual(variable.possible_values)
    }
    if (dataType === 'multicategory') {
      for (const answer of answers) expect(String(answer).split(';').toSorted().join(';')).toBe(answer)
    }
    if (dataType === 'numberrange') {
      const [low = 0, high = 0] = variable.answer_validation.split('..').map(Number)
      expect(answers.filter((answer) => Number(answer) < low || Number(answer) > high)).toEqual([])
    }
    if (dataType === 'date' || dataType === 'fuzzydate') {
      expect(answers.filter((answer) => dateInterval(String(answer)) === null)).toEqual([])
    }
  }
})

test('every variable has a valid name, a question, a section, its page and item', () => {
  for (const variable of variables) {
    expect(VARIABLE_NAME.problem(variable.variable_name)).toBeNull()
    expect([variable.question, variable.section, variable.toc_page, variable.item]).not.toContain('')
  }
  expect(variables.some((variable) => variable.question.includes('|'))).toBe(true)
})

test('answers depend on the diagnosis', async () => {
  const share = await rows(`
    SELECT collection, avg((mood.c1 = '1')::INTEGER) AS depressed
    FROM individual JOIN form_2 AS mood USING (individual_no) WHERE collection IN ('dp', 'ct') GROUP BY 1 ORDER BY 1`)
  expect(Number(share[1]?.['depressed'])).toBeGreaterThan(3 * Number(share[0]?.['depressed']))
})
