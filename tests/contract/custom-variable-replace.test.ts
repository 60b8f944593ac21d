import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortPreview } from '#contract/cohorts.ts'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import { constructNew, constructReplace } from '#contract/custom-variable-drafts.ts'
import { constructInfo } from '#contract/custom-variables.ts'
import { trashInfo, trashRestore } from '#contract/trash.ts'
import { variableSetDelete, variableSetNew } from '#contract/variable-sets.ts'
import { variableLookup } from '#contract/variables.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let call: WireCall
beforeAll(async () => {
  server = await createTestServer()
  call = await server.callAs('researcher')
})
afterAll(() => server.close())

const value = (name: string, ...codes: readonly string[]) => ({
  name,
  description: '',
  definition: {
    relationship: 'AND' as const,
    constraints:
      codes.length === 0 ? [] : [{ variable_name: 'MARITAL', constraint_type: 'ANYOF', constraint_values: [...codes] }],
  },
})
const draft = (name: string, ...values: ReturnType<typeof value>[]) => ({
  name,
  construct_type: 'downcode' as const,
  defaultValue: '',
  description: 'Married or not',
  variables: ['MARITAL'],
  variable_limit: 1,
  values,
})

async function savedUnder(name: string): Promise<number> {
  return valueOf(await call(constructNew, draft(name, value('yes', '1'), value('no', '2', '3')))).constructid
}

/** The number of observations by value. */
async function countsOf(name: string): Promise<ReadonlyMap<string | null, number>> {
  const [variable] = valueOf(await call(variableLookup, { variable_names: [name] })).data
  return new Map(variable?.top_answers.map(([answer, count]) => [answer, count ?? 0]))
}

test('another definition keeps the name and the description, under a new id; the old one is in the trash', async () => {
  const constructid = await savedUnder('MARRIED')
  const before = await countsOf('MARRIED')
  const next = draft('MARRIED', value('yes', '1', '3'), value('no', '2'))
  const { cross } = valueOf(await call(constructPreview, { ...next, name: '', cross: 'MARRIED' }))
  const changed = cross?.data.filter(([to, from]) => to !== from) ?? []
  expect(changed.map(([to, from]) => [to, from])).toEqual([['yes', 'no']])
  const moved = changed[0]?.[2] ?? 0
  expect(moved).toBeGreaterThan(0)
  const replaced = valueOf(await call(constructReplace, { ...next, constructid }))
  expect(replaced).toMatchObject({ variable_name: 'MARRIED' })
  expect(replaced.constructid).not.toBe(constructid)
  expect(await call(constructInfo, { constructid })).toMatchObject({ status: 404 })
  const [info] = valueOf(await call(constructInfo, { constructid: 'MARRIED' })).custom_vars
  expect(info).toMatchObject({ constructid: replaced.constructid, description: 'Married or not' })
  const after = await countsOf('MARRIED')
  expect(after.get('yes')).toBe((before.get('yes') ?? 0) + moved)
  expect(after.get('no')).toBe((before.get('no') ?? 0) - moved)
  const deleted = valueOf(await call(trashInfo, {})).data.find(({ name }) => name === 'MARRIED')
  expect(deleted).toMatchObject({ kind: 'construct', id: constructid })
  expect(await call(trashRestore, { kind: 'construct', id: constructid })).toMatchObject({ status: 409 })
})

test('a variable in use, with an outdated version, with a taken name or built on itself is not replaced', async () => {
  const constructid = await savedUnder('WED')
  const next = { ...draft('WED', value('yes', '1', '3'), value('no', '2')), constructid }
  expect(await call(constructReplace, { ...next, version: 'outdated', description: 'x' })).toMatchObject({
    status: 412,
  })
  expect(await call(constructReplace, { ...next, name: 'AGE' })).toMatchObject({ status: 409 })
  const itself = {
    ...next,
    variables: ['WED'],
    values: [
      { name: 'a', description: '', definition: { relationship: 'AND' as const, constraints: [wed('yes')] } },
      { name: 'b', description: '', definition: { relationship: 'AND' as const, constraints: [wed('no')] } },
    ],
  }
  expect(await call(constructReplace, itself)).toMatchObject({ status: 422 })
  const set = valueOf(await call(variableSetNew, { name: 'Set', variables: ['WED'] }))
  expect(await call(constructReplace, next)).toMatchObject({
    status: 409,
    serverMessage: 'It is still used by the variable set "Set".',
  })
  valueOf(await call(variableSetDelete, { varsetid: set.id }))
  expect(await call(constructReplace, next)).toMatchObject({ ok: true })
})

const wed = (code: string) => ({ variable_name: 'WED', constraint_type: 'EQ', constraint_value: code })

test('other users cannot replace it, and it requires its capability', async () => {
  const constructid = await savedUnder('MINE')
  const next = { ...draft('MINE', value('yes', '1', '3'), value('no', '2')), constructid }
  expect(await (await server.callAs('admin'))(constructReplace, next)).toMatchObject({ status: 404 })
  const plain = await createTestServer({ capabilities: [] })
  try {
    expect(await (await plain.callAs('researcher'))(constructReplace, next)).toMatchObject({ status: 404 })
  } finally {
    plain.close()
  }
})

test('a preview on the replaced variable counts the new definition', async () => {
  const constructid = await savedUnder('COUNTED')
  const draftOfCohort = { parent_id: 1, cohort_type: 'subset', variable: 'COUNTED', constraint_type: 'EQ' } as const
  const sizeOf = async () => {
    const { data } = valueOf(await call(cohortPreview, { ...draftOfCohort, constraint_value: 'yes' }))
    return data.reduce((sum, { count }) => sum + (count ?? 0), 0)
  }
  const counts = await countsOf('COUNTED')
  expect(await sizeOf()).toBe(counts.get('yes'))
  valueOf(await call(constructReplace, { ...draft('COUNTED', value('yes', '2', '3'), value('no', '1')), constructid }))
  expect(await sizeOf()).toBe(counts.get('no'))
  expect(counts.get('no')).not.toBe(counts.get('yes'))
})
