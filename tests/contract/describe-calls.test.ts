import { expect, test } from 'vitest'
import { cohortDescribe, cohortGroups } from '#contract/describing.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { numberStudy } from '#tests/support/number-study.ts'
import { serveStudy } from '#tests/support/serve-study.ts'

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
