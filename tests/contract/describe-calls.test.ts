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
