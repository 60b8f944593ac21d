import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortInfo, cohortNew, cohortPreview, cohortSummary } from '#contract/cohorts.ts'
import { downloadNew, downloadPreview } from '#contract/downloads.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { variableLookup } from '#contract/variables.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let call: WireCall
let variableSet: number
beforeAll(async () => {
  server = await createTestServer()
  call = await server.callAs('admin')
  variableSet = valueOf(await call(variableSetNew, { name: 'Set', variables: ['AGE'] })).id
})
afterAll(() => server.close())

type Draft = Parameters<typeof cohortPreview.failure>[0]

const subset = { parent_id: 1, cohort_type: 'subset' } as const
const total = (rows: readonly { readonly count: number | null }[]) =>
  rows.reduce((sum, { count }) => sum + (count ?? 0), 0)
const size = async (draft: Draft) => total(valueOf(await call(cohortPreview, draft)).data)
const observations = async (name: string) =>
  valueOf(await call(variableLookup, { variable_names: [name] })).data[0]?.observations

test.each(['-2', '1.5', '9', '10', '50'])('the counts below and not below %s add up to all answers', async (bound) => {
  for (const variable of ['AGE', 'MOOD_SCORE', 'AGE_AT_ONSET']) {
    const with_ = (constraint_type: string) => size({ ...subset, variable, constraint_type, constraint_value: bound })
    expect((await with_('LT')) + (await with_('GTE'))).toBe(await observations(variable))
    expect((await with_('EQ')) + (await with_('NEQ'))).toBe(await observations(variable))
  }
})

const DRAFTS: Draft[] = [
  { ...subset, variable: 'AGE', constraint_type: 'GT', constraint_value: '9' },
  { ...subset, variable: 'MARITAL', constraint_type: 'EQ', constraint_value: '[UNK]' },
  { ...subset, variable: 'SYMPTOMS', constraint_type: 'NEQ', constraint_value: 'A' },
  { parent_id: 1, cohort_type: 'compound', constraint_type: 'UNION', secondparent_id: 1 },
  { parent_id: 1, cohort_type: 'pedigree' },
  {
    parent_id: 1,
    cohort_type: 'pedigree',
    variable: 'SMOKER',
    constraint_type: 'VALID',
    min_pedsize: 3,
    ped_constraint: 'max',
    ped_constraint_count: 1,
  },
]

test.each(DRAFTS)('a preview equals the saved cohort, its summary and its file: %o', async (draft) => {
  const name = Buffer.from(JSON.stringify(draft)).toString('hex').slice(-40)
  const previewed = await size(draft)
  const cohortid = valueOf(await call(cohortNew, { ...draft, name })).new_cohort_id
  const [saved] = valueOf(await call(cohortInfo, { cohortid })).cohorts
  const summary = valueOf(await call(cohortSummary, { cohortid }))
  const [prepared] = valueOf(await call(downloadNew, { cohortid, varsetid: variableSet }))
  const file = valueOf(await call(downloadPreview, { downloadid: prepared?.download_id ?? '' }))
  expect([saved?.rowcount, total(summary.data), file.total, file.data.length]).toEqual(
    Array.from({ length: 4 }, () => previewed),
  )
})
