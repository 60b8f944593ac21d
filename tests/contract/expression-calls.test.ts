import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { expressionRules } from '#contract/expressions.ts'
import { projectNew } from '#contract/projects.ts'
import { rulesNew, rulesPreview } from '#contract/rules.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let call: WireCall
beforeAll(async () => {
  server = await createTestServer()
  call = await server.callAs('researcher')
})
afterAll(() => server.close())

async function read(text: string, projectid?: number) {
  return valueOf(await call(expressionRules, { text, projectid }))
}

test('gives the rules of an expression, which count as those of the builder', async () => {
  const { rules, expression, problems } = await read('smoker answered AND not (AGE < 40)')
  expect([problems, expression]).toEqual([[], 'SMOKER answered and not AGE < 40'])
  const condition = { variable_name: 'AGE', constraint_type: 'LT', constraint_values: ['40'] }
  const none = { match: 'none' as const, count: 1, rules: [condition] }
  const built = {
    version: 1 as const,
    match: 'all' as const,
    count: 1,
    rules: [{ variable_name: 'SMOKER', constraint_type: 'VALID' }, none],
  }
  if (!rules) throw new Error('There are no rules.')
  const counted = valueOf(await call(rulesPreview, { parent_id: 1, rules }))
  expect(counted.split).toEqual(valueOf(await call(rulesPreview, { parent_id: 1, rules: built })).split)
})

test('names errors by line and column, with the nearest name', async () => {
  const { problems, rules, expression } = await read('SMOKER answered and\n  SMOKR answered')
  expect([rules, expression]).toEqual([null, null])
  expect(problems).toEqual([{ line: 2, column: 3, message: expect.stringContaining('SMOKER') }])
  expect((await read('AGE >')).problems).toMatchObject([{ line: 1 }])
})

test('knows the values of strata by code and by title', async () => {
  const { problems } = await read('AGE > 3 and collection = bpp')
  expect(problems).toEqual([{ line: 1, column: 26, message: expect.stringContaining('did you mean bp?') }])
  const { expression } = await read('diagnosis = BIPOLAR and collection in (SZ, autism)')
  expect(expression).toBe('diagnosis = bipolar and collection in (sz, au)')
})

test('names cohorts of the project, and no other account’s', async () => {
  const { rules } = await read('AGE > 40')
  if (!rules) throw new Error('There are no rules.')
  valueOf(await call(rulesNew, { parent_id: 1, rules, name: 'Over forty', description: '' }))
  expect((await read('in "over forty"')).problems).toEqual([])
  const colleague = await server.callAs('colleague')
  const seen = valueOf(await colleague(expressionRules, { text: 'in "Over forty"' }))
  expect(seen.problems).toHaveLength(1)
  const other = valueOf(await colleague(projectNew, { name: 'Colleague’s', description: '' }))
  const asked = await call(expressionRules, { text: 'AGE > 40', projectid: other.new_project_id })
  expect(asked).toMatchObject({ status: 404 })
})

test('writes rules as their expression, and reads it back to the same rules', async () => {
  for (const text of [
    'SMOKER answered and not AGE < 40',
    'at least 1 of (AGE > 40, MARITAL = Married)',
    'any version of SMOKER = Yes',
    'family size >= 2',
    'AGE > 40 unknown counts as no',
  ]) {
    const { rules } = await read(text)
    if (!rules) throw new Error(`${text} has no rules.`)
    const written = valueOf(await call(expressionRules, { rules }))
    expect(written.expression).toBe((await read(text)).expression)
    expect((await read(written.expression ?? '')).rules).toEqual(rules)
  }
  expect(await call(expressionRules, {})).toMatchObject({ status: 400 })
})
