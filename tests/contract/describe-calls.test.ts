import { expect, test } from 'vitest'
import { cohortDescribe, cohortGroups } from '#contract/describing.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { numberStudy } from '#tests/support/number-study.ts'
import { serveStudy } from '#tests/support/serve-study.ts'
import { newestAnswers, versionsStudy } from '#tests/support/versions-study.ts'

test('a description by a variable counts the whole cohort, and names its members in no group', async () => {
  const study = numberStudy([
    ['bp', '1', '10'],
    ['bp', '2', '20'],
    ['sz', '1', '30'],
    ['sz', null, '40'],
    ['sz', '9', '60'],
  ])
  const server = await serveStudy(study)
  const call = await server.callAs('admin')
  const { data, overall } = valueOf(await call(cohortGroups, { cohortids: [1], by: 'G' }))
  expect(data.map(({ size }) => size)).toEqual([2, 1, 0])
  expect(overall).toEqual({ size: 5, unknown: 1, no_record: 0, other: 1 })
  const described = valueOf(await call(cohortDescribe, { cohortids: [1], by: 'G', variable_names: ['X'] }))
  expect(described.data[0]?.groups.map(({ mean }) => mean)).toEqual([20, 20, null])
  expect(described.data[0]?.overall).toMatchObject({ answered: 5, mean: 32 })
})

/** Two groups; the first six individuals are pairs of relatives. */
function familiesStudy() {
  const numbers = [11, 17, 12, 19, 14, 23, 10, 21, 15, 18, 13, 25]
  const study = numberStudy(numbers.map((number, nth) => ['bp', String(1 + (nth % 2)), String(number)]))
  const participants = study.participants.map((person, nth) => ({
    ...person,
    family: nth < 6 ? `F${Math.floor(nth / 2)}` : null,
  }))
  return { ...study, participants }
}

test('relatives have the number of their families in place of a p value', async () => {
  const call = await (await serveStudy(familiesStudy())).callAs('admin')
  const asked = { cohortids: [1], by: 'G', variable_names: ['X'] }
  const { data } = valueOf(await call(cohortDescribe, { ...asked, tests: 'means' }))
  expect(data[0]?.tested).toEqual({
    p: null,
    test: '',
    because: 'Relatives are not independent.',
    related_families: 3,
    families: 9,
  })
})

/** P values of each of the eight possible samples: the output of describe-calls.R. */
const REFERENCE = {
  means: [
    0.035127845975, 0.017232135698, 0.006145703497, 0.005816452438, 0.002768882477, 0.002923596698, 0.001143335799,
    0.009582850777,
  ],
  medians: [
    0.02013675155, 0.014305878435, 0.014305878435, 0.014305878435, 0.014305878435, 0.014305878435, 0.014305878435,
    0.02013675155,
  ],
}

test.each(['means', 'medians'] as const)('tests one member of each family by a seed, for %s', async (tests) => {
  const server = await serveStudy(familiesStudy())
  const call = await server.callAs('admin')
  const asked = { cohortids: [1], by: 'G', variable_names: ['X'], tests }
  const testedWith = async (family_seed: number) =>
    valueOf(await call(cohortDescribe, { ...asked, family_seed })).data[0]?.tested ?? null
  const first = await testedWith(1)
  expect(first).toMatchObject({ because: '', related_families: 3, families: 9 })
  expect(await testedWith(1)).toEqual(first)
  const drawn = new Set<number | null | undefined>()
  for (let seed = 1; seed <= 12; seed++) drawn.add((await testedWith(seed))?.p)
  expect(drawn.size).toBeGreaterThan(1)
  for (const p of drawn) expect(REFERENCE[tests].some((known) => Math.abs(known - (p ?? -1)) < 1e-9)).toBe(true)
})

const NEWEST_FIRST = ['V2', 'V1', 'V0']

test.each(['categorical', 'numberrange', 'dichotomous'])(
  'versions of a question of type %s are described as one by the newest version with an answer',
  async (dataType) => {
    const call = await (await serveStudy(versionsStudy(dataType))).callAs('admin')
    const { data } = valueOf(
      await call(cohortDescribe, { cohortids: [1], variable_names: ['V0'], questions: [NEWEST_FIRST] }),
    )
    const expected = newestAnswers(dataType === 'dichotomous')
    const answered = expected.filter((answer) => typeof answer === 'string')
    expect(data.map(({ variable_name, versions }) => [variable_name, versions])).toEqual([
      ['V0', null],
      ['V2', NEWEST_FIRST],
    ])
    expect(data[1]?.groups[0]).toMatchObject({
      answered: answered.length,
      unknown: expected.filter((answer) => answer === null).length,
      no_record: expected.filter((answer) => answer === undefined).length,
      not_counted: 0,
      ...(dataType === 'numberrange'
        ? { mean: answered.reduce((sum, answer) => sum + Number(answer), 0) / answered.length }
        : {
            categories: expect.arrayContaining(
              ['0', '1'].map((code) => [code, answered.filter((answer) => answer === code).length]),
            ),
          }),
    })
    if (dataType === 'categorical') expect(data[1]?.value_mapping).toMatchObject({ '1': 'yes in 2' })
  },
)

test('joined versions are counted of readable individuals alone where small counts are suppressed', async () => {
  const call = await (await serveStudy(versionsStudy('categorical'), 5)).callAs('colleague')
  const { data } = valueOf(
    await call(cohortDescribe, { cohortids: [1], variable_names: [], questions: [NEWEST_FIRST] }),
  )
  const readable = newestAnswers(false).slice(0, 8)
  expect(data[0]?.groups[0]).toMatchObject({
    answered: readable.filter((answer) => typeof answer === 'string').length,
    not_counted: null,
  })
})

test('refuses to join variables of different data types', async () => {
  const call = await (await serveStudy(versionsStudy('categorical'))).callAs('admin')
  const asked = { cohortids: [1], variable_names: [], questions: [['V0', 'T1']] }
  expect(await call(cohortDescribe, asked)).toMatchObject({ ok: false, status: 422 })
})
