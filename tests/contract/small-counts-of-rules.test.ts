import { afterAll, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortDelete, cohortPreview } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { constructDelete } from '#contract/custom-variables.ts'
import { rulesNew } from '#contract/rules.ts'
import { valueOf } from '#tests/support/api-session.ts'
import type { Study } from '#tests/support/study.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

const UNREADABLE = 'au'

/** Of both collections one half has SECRET 1 and SAME 1, and of each half one half is in group 1. */
function studyOfTwoCollections(): Study {
  const participants = Array.from({ length: 400 }, (_, place) => ({
    id: `P${1_000 + place}`,
    family: `F${1_000 + place}`,
    collection: place < 200 ? 'bp' : UNREADABLE,
    study: '1',
  }))
  const records = Object.fromEntries(
    participants.map(({ id }, place) => [
      id,
      { SECRET: String(place % 2), SAME: String(place % 2), GROUP: String(Math.floor(place / 2) % 2) },
    ]),
  )
  const variables = ['SECRET', 'SAME', 'GROUP'].map((name) => ({
    name,
    dataType: 'categorical',
    possibleValues: ['0', '1'],
  }))
  return { participants, forms: [{ instrument: 'ANY', version: '1', variables, records }] }
}

const servers: TestServer[] = []
afterAll(() => servers.forEach(({ close }) => close()))

async function newCall(): Promise<WireCall> {
  const server = await createTestServer({ study: studyOfTwoCollections(), minimumCell: 10 })
  servers.push(server)
  return server.callAs('colleague')
}

type Condition = ReturnType<typeof condition>

const condition = (variable_name: string, constraint_value = '1') => ({
  variable_name,
  constraint_type: 'EQ' as const,
  constraint_value,
})

async function save(call: WireCall, name: string, parent_id: number, condition: Condition): Promise<number> {
  const rules = { version: 1 as const, match: 'all' as const, rules: [condition] }
  return valueOf(await call(rulesNew, { name, parent_id, rules })).new_cohort_id
}

/** Unreadable members of the families of a cohort. */
async function familiesOf(call: WireCall, cohortId: number): Promise<number | null | undefined> {
  const { data } = valueOf(await call(cohortPreview, { parent_id: cohortId, cohort_type: 'pedigree' }))
  return data.find(({ collection }) => collection === UNREADABLE)?.count
}

test('equal rules on another custom variable of the same name are another definition', async () => {
  const call = await newCall()
  const count = async (variable: string) => {
    const { constructid } = valueOf(
      await call(constructNew, {
        name: 'MINE',
        construct_type: 'multiple',
        variables: [variable, 'GROUP'],
        defaultValue: 'out',
        values: [
          { name: 'in', definition: { relationship: 'AND', constraints: [condition(variable), condition('GROUP')] } },
          { name: 'out', definition: { relationship: 'AND', constraints: [] } },
        ],
      }),
    )
    const cohortid = await save(call, 'Mine', 1, condition('MINE', 'in'))
    const families = await familiesOf(call, cohortid)
    valueOf(await call(cohortDelete, { cohortid }))
    valueOf(await call(constructDelete, { constructid }))
    return families
  }
  expect(await count('SECRET')).toBe(50)
  // That both have the same members would disclose the answers of single individuals.
  expect(await count('SAME')).toBeNull()
})
