import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortPreview } from '#contract/cohorts.ts'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import { constructNew, constructReplace } from '#contract/custom-variable-drafts.ts'
import {
  constructCopy,
  constructDelete,
  constructEdit,
  constructInfo,
  constructList,
} from '#contract/custom-variables.ts'
import { downloadNew } from '#contract/downloads.ts'
import { projectNew } from '#contract/projects.ts'
import { trashInfo, trashRestore } from '#contract/trash.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { variableDistribution, variableLookup } from '#contract/variables.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { numberIn, SMALL_STUDY_SCORES as SCORES, type Row } from '#tests/reference/small-study-scores.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { filesOf, textOf } from '#tests/support/read-zip.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

const SOURCES = ['AGE', 'AGE_AT_ONSET', 'MARITAL', 'SMOKER', 'BIRTH', 'SEEN', 'MOOD_SCORE', 'MOOD_LOW']
const NAMES = SCORES.map(({ name }) => name)
const draft = (name: string, formula: string) => {
  return { name, construct_type: 'score' as const, description: 'A number', variables: [], values: [], formula }
}

let server: TestServer
let call: WireCall
let files: Map<string, Uint8Array>
let rows: Row[]
beforeAll(async () => {
  server = await createTestServer()
  call = await server.callAs('admin')
  for (const { name, formula } of SCORES) valueOf(await call(constructNew, draft(name, formula)))
  const varsetid = valueOf(await call(variableSetNew, { name: 'Scores', variables: [...SOURCES, ...NAMES] })).id
  const [prepared] = valueOf(await call(downloadNew, { cohortid: 1, varsetid }))
  const fetch = await server.fetchAs('admin')
  const response = await fetch(`${API_PREFIX}/cohort/download/bundle?downloadid=${prepared?.download_id}`)
  files = filesOf(new Uint8Array(await response.arrayBuffer()))
  rows = parse(textOf(files, 'data.csv'), { columns: true })
})
afterAll(() => server.close())

const scoresOf = (name: string) => {
  const scoreOf = SCORES.find((score) => score.name === name)?.scoreOf
  return rows.map((row) => scoreOf?.(row) ?? null)
}
const subset = { parent_id: 1, cohort_type: 'subset' } as const
const refusal = (status: number, message: string) => ({ ok: false, status, serverMessage: message })

test('the columns of a download are the scores computed of its other columns', () => {
  expect(rows).toHaveLength(12)
  for (const name of NAMES) {
    expect(
      rows.map((row) => numberIn(row, name)),
      name,
    ).toEqual(scoresOf(name))
    expect(scoresOf(name).filter((score) => score !== null).length, name).toBeGreaterThan(0)
  }
})

test('the dictionaries, the definitions and the README of a bundle mention the formula', () => {
  const dictionary: Row[] = parse(textOf(files, 'data-dictionary.csv'), { columns: true })
  for (const { name, formula } of SCORES) {
    const described = dictionary.find((row) => row['Variable / Field Name'] === name)
    expect(JSON.stringify(described), name).toContain(formula)
    expect(described?.['Choices, Calculations, OR Slider Labels']).toBe('')
    expect(textOf(files, 'definitions.json')).toContain(formula)
    expect(textOf(files, 'data.json')).toContain(formula)
  }
  const phenotypes = textOf(files, 'phenotype.txt').split('\n')
  expect(phenotypes[0]?.trimEnd().split('\t')).toEqual(expect.arrayContaining(NAMES))
  const plain = phenotypes
    .find((line) => line.includes('P01'))
    ?.trimEnd()
    .split('\t')
  expect(plain?.slice(-NAMES.length)).toEqual(['34', '50', '20', '52', '52'])
})

test.each([
  ['PRORATED', 'GTE', ['44'], (score: number) => score >= 44],
  ['ILLNESS', 'BETWEEN', ['20', '32'], (score: number) => score >= 20 && score <= 32],
  ['SMOKES', 'NEQ', ['52'], (score: number) => score !== 52],
  ['ITEMS', 'EQ', ['10'], (score: number) => score === 10],
  ['SEEN_AT', 'VALID', [], () => true],
] as const)(
  'a subset by %s %s %j has the individuals of the downloaded answers',
  async (variable, operator, values, holds) => {
    const preview = valueOf(
      await call(cohortPreview, { ...subset, variable, constraint_type: operator, constraint_values: [...values] }),
    )
    const known = scoresOf(variable).filter((score) => score !== null)
    const matching = known.filter(holds)
    expect(preview.split?.match).toBe(matching.length)
    expect(matching.length).toBeGreaterThan(0)
    const shown = preview.data.flatMap((row) =>
      'value' in row ? Array.from({ length: row.count ?? 0 }, () => Number(row.value)) : [],
    )
    expect(shown.toSorted((one, other) => one - other)).toEqual(matching.toSorted((one, other) => one - other))
    const { match = 0, no_match = 0, unknown = 0, no_record = 0 } = preview.split ?? {}
    expect(match + no_match + unknown + no_record).toBe(rows.length)
    if (operator !== 'VALID') expect(no_match).toBe(known.length - matching.length)
  },
)

test('lookup, list, information, distribution and preview agree with the downloaded answers', async () => {
  const listed = valueOf(await call(constructList, {})).custom_vars
  for (const { name, formula } of SCORES) {
    const known = scoresOf(name).filter((score) => score !== null)
    const described = { variable_name: name, data_type: 'numberrange', formula, observations: known.length }
    expect(listed.find((variable) => variable.variable_name === name)).toMatchObject(described)
    const [found] = valueOf(await call(variableLookup, { variable_names: [name] })).data
    expect(found).toMatchObject({ ...described, variable_type: 'score' })
    const counted = found?.top_answers.flatMap(([value, count]) =>
      Array.from({ length: count ?? 0 }, () => Number(value)),
    )
    expect(counted?.toSorted((one, other) => one - other)).toEqual(known.toSorted((one, other) => one - other))
    const [info] = valueOf(await call(constructInfo, { constructid: name })).custom_vars
    expect(info).toMatchObject({ ...described, name, construct_type: 'score', description: 'A number', values: [] })
    expect(info?.variables.toSorted()).toEqual(
      SOURCES.filter((source) => formula.split(/\W+/).includes(source)).toSorted(),
    )
    const [spread] = valueOf(await call(variableDistribution, { variable_name: name, cohortids: [1] })).data
    expect(spread?.bins?.reduce((sum, bin) => sum + (bin.count ?? 0), 0)).toBe(known.length)
    expect((spread?.missing ?? 0) + (spread?.no_record ?? 0)).toBe(rows.length - known.length)
    const { score, split } = valueOf(await call(constructPreview, draft('', formula)))
    expect(score).toMatchObject({ answered: known.length, mean: expect.any(Number), bins: spread?.bins })
    expect(score?.mean).toBeCloseTo(known.reduce((sum, one) => sum + one, 0) / known.length, 9)
    expect(split).toMatchObject({ match: known.length, no_record: spread?.no_record, unknown: spread?.missing })
  }
})

test('a downcode on a score and a score on a score have the values of the downloaded answers', async () => {
  const value = (name: string, constraint_type: string) => ({
    name,
    description: '',
    definition: {
      relationship: 'AND' as const,
      constraints: [{ variable_name: 'PRORATED', constraint_type, constraint_value: '44' }],
    },
  })
  const downcode = { name: 'GRADE', construct_type: 'downcode' as const, variables: ['PRORATED'], defaultValue: '' }
  valueOf(await call(constructNew, { ...downcode, values: [value('9', 'GTE'), value('low', 'LT')] }))
  valueOf(await call(constructNew, draft('TWICE', 'MEAN(ILLNESS, PRORATED, GRADE; at least 2)')))
  const known = scoresOf('PRORATED').filter((score) => score !== null)
  const [grade] = valueOf(await call(variableLookup, { variable_names: ['GRADE'] })).data
  const high = known.filter((score) => score >= 44).length
  expect(new Map(grade?.top_answers)).toEqual(
    new Map([
      ['9', high],
      ['low', known.length - high],
    ]),
  )
  const twice = rows.flatMap((_, place) => {
    const [illness = null, prorated = null] = [scoresOf('ILLNESS')[place], scoresOf('PRORATED')[place]]
    const items = [illness, prorated, prorated !== null && prorated >= 44 ? 9 : null].filter((item) => item !== null)
    return items.length < 2 ? [] : [items.reduce((sum, item) => sum + item, 0) / items.length]
  })
  const [shown] = valueOf(await call(variableLookup, { variable_names: ['TWICE'] })).data
  expect(shown?.top_answers.map(([answer]) => Number(answer)).toSorted(ascending)).toEqual(
    [...new Set(twice)].toSorted(ascending),
  )
  const [info] = valueOf(await call(constructInfo, { constructid: 'ILLNESS' })).custom_vars
  const constructid = info?.constructid ?? 0
  expect(await call(constructDelete, { constructid })).toMatchObject(
    refusal(409, 'It is still used by the custom variable "TWICE", the variable set "Scores".'),
  )
  expect(await call(constructEdit, { constructid, name: 'OTHER' })).toMatchObject({ status: 409 })
})

test('a score is renamed, copied, replaced, deleted and restored', async () => {
  const first = valueOf(await call(constructNew, draft('CHANGED', 'sum( age ; 1)')))
  const infoOf = async (constructid: number | string) =>
    valueOf(await call(constructInfo, { constructid })).custom_vars[0]
  expect(await infoOf('CHANGED')).toMatchObject({ formula: 'SUM(AGE; at least 1)', variables: ['AGE'] })
  valueOf(await call(constructEdit, { constructid: first.constructid, name: 'RENAMED', description: 'New' }))
  expect(await infoOf('RENAMED')).toMatchObject({ description: 'New', formula: 'SUM(AGE; at least 1)' })
  const { new_project_id: projectid } = valueOf(await call(projectNew, { name: 'Elsewhere' }))
  const copy = valueOf(await call(constructCopy, { constructid: first.constructid, projectid, name: 'COPIED' }))
  expect(await infoOf(copy.constructid)).toMatchObject({ formula: 'SUM(AGE; at least 1)', observations: 6 })
  const replaced = valueOf(
    await call(constructReplace, { ...draft('RENAMED', 'AGE * 2'), constructid: first.constructid }),
  )
  expect(await infoOf('RENAMED')).toMatchObject({ constructid: replaced.constructid, formula: 'AGE * 2' })
  valueOf(await call(constructDelete, { constructid: replaced.constructid }))
  expect(await call(constructInfo, { constructid: 'RENAMED' })).toMatchObject({ status: 404 })
  const deleted = valueOf(await call(trashInfo, {})).data.find(({ id }) => id === replaced.constructid)
  expect(deleted).toMatchObject({ kind: 'construct', name: 'RENAMED' })
  valueOf(await call(trashRestore, { kind: 'construct', id: replaced.constructid }))
  expect(await infoOf('RENAMED')).toMatchObject({ formula: 'AGE * 2', observations: 6 })
  expect(await infoOf('COPIED')).toMatchObject({ formula: 'SUM(AGE; at least 1)' })
  const itself = { ...draft('RENAMED', 'RENAMED + 1'), constructid: replaced.constructid }
  expect(await call(constructReplace, itself)).toMatchObject({ status: 422 })
})

test.each([
  ['AGE + NO_SUCH', 404, 'There is no such variable.'],
  ['AGE + * 2', 422, 'At character 7: A number or a variable is needed here.'],
  ['', 422, 'At character 1: A number, a variable or a function is missing.'],
  ['SUM(AGE, SEEN)', 422, 'SEEN is a date: use it in YEARS or DAYS.'],
  ['NOTES', 422, 'NOTES is text: only numbers and single codes can be added up. COUNT takes every variable.'],
  [`${'('.repeat(21)}AGE${')'.repeat(21)}`, 422, 'At character 21: At most 20 levels of brackets can be used.'],
  ['1 + 1', 422, 'At least one variable is needed.'],
])('refuses %s in a preview and in a save', async (formula, status, message) => {
  for (const result of [
    await call(constructPreview, draft('', formula)),
    await call(constructNew, draft('REFUSED', formula)),
  ]) {
    expect(result).toMatchObject({ ok: false, status })
    if (status === 422 && !result.ok) expect(result.serverMessage).toBe(message)
  }
})

function ascending(one: number, other: number): number {
  return one - other
}
