import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Failure, Result } from '#api/result.ts'
import { cohortInfo } from '#contract/cohorts.ts'
import { constructInfo } from '#contract/custom-variables.ts'
import { rulesInfo } from '#contract/rules.ts'
import { variableSetInfo } from '#contract/variable-sets.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { exchangeText, readExchange, type Exchange } from '#features/definitions/exchange/exchange-text.ts'
import { planImport, type ImportPlan, runImport, type Imported } from '#features/definitions/exchange/plan-import.ts'
import { collectExchange, exportedOfProject } from '#features/definitions/exchange/use-cases.ts'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import type { Study } from '#tests/support/study.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'
import { ADULTS, AGE_GROUP } from '#tests/support/wire-drafts.ts'

/** The same answers under other names: AGE is YEARS, and MARITAL lacks the code 3. */
const OTHER_STUDY: Study = {
  ...SMALL_STUDY,
  forms: SMALL_STUDY.forms.map((form) => ({
    ...form,
    variables: form.variables.map((variable) =>
      variable.name === 'AGE'
        ? { ...variable, name: 'YEARS' }
        : variable.name === 'MARITAL'
          ? { ...variable, possibleValues: ['1', '2'], meanings: { '1': 'Married', '2': 'Separated' } }
          : variable,
    ),
    records: Object.fromEntries(
      Object.entries(form.records).map(([id, { AGE, ...record }]) => [
        id,
        AGE === undefined ? record : { ...record, YEARS: AGE },
      ]),
    ),
  })),
}

let sender: TestServer
let receiver: TestServer
let from: SignedInClient
let text: string
beforeAll(async () => {
  sender = await createTestServer()
  receiver = await createTestServer({ study: OTHER_STUDY })
  from = await signInClient(sender, 'researcher')
  await from.saveOnWire('/construct/new', AGE_GROUP)
  const adults = await from.saveOnWire('/cohort/new', ADULTS)
  const younger = { variable: 'AGE_GROUP', constraint_type: 'EQ', constraint_value: 'younger' }
  await from.saveOnWire('/cohort/new', { ...ADULTS, ...younger, name: 'Younger' })
  const never = { variable_name: 'MARITAL', constraint_type: 'EQ', constraint_value: '3' }
  const divorced = { ...never, constraint_value: '2' }
  await from.saveOnWire('/cohort/rules/new', {
    parent_id: 1,
    name: 'Divorced adults',
    rules: { version: 1, match: 'all', rules: [{ cohortid: adults }, divorced] },
  })
  await from.saveOnWire('/cohort/rules/new', {
    parent_id: 1,
    name: 'Single adults',
    rules: { version: 1, match: 'all', rules: [{ cohortid: adults }, { match: 'none', rules: [never] }] },
  })
  await from.saveOnWire('/variableset/new', { name: 'Ages', variables: ['AGE', 'AGE_GROUP', 'NOTES'] })
  text = await exchangeText(await exported(from))
})
afterAll(() => {
  sender.close()
  receiver.close()
})

function valueOf<Value>(result: Result<Value> | Failure): Value {
  if (!result.ok) throw new Error(result.message)
  return result.value
}

async function exported(client: SignedInClient): Promise<Exchange> {
  return valueOf(await collectExchange(client.call, valueOf(await exportedOfProject(client.call, undefined))))
}

async function documentIn(text: string): Promise<Exchange> {
  const read = await readExchange(text)
  if (!read.ok) throw new Error(read.message)
  return read.document
}

async function planFor(client: SignedInClient, mapping: Record<string, string>): Promise<ImportPlan> {
  return valueOf(await planImport(client.call, await documentIn(text), { mapping, projectId: undefined }))
}

async function run(client: SignedInClient, plan: ImportPlan): Promise<Map<string, Imported>> {
  const outcomes = new Map<string, Imported>()
  await runImport(client.call, plan, { projectId: undefined, onItem: (key, imported) => outcomes.set(key, imported) })
  return outcomes
}

function outcomesOf({ items }: ImportPlan): [string, string][] {
  return items.map(({ name, outcome }) => [name, outcome.kind === 'blocked' ? outcome.because.join(' ') : outcome.kind])
}

describe('an exported project', () => {
  test('fits the published schema', async () => {
    const response = await sender.app.request(`http://diver.example${API_PREFIX}/exchange/schema`)
    const validate = new Ajv2020({ strict: false }).compile(await response.json())
    expect(validate(JSON.parse(text)), JSON.stringify(validate.errors)).toBe(true)
    expect(validate(JSON.parse(text.replace('"NOTES"', '7')))).toBe(false)
    expect(validate({ format: 'diver-exchange', version: 2 })).toBe(false)
  })

  test('contains definitions and codes, but no counts, members, answers or ids', () => {
    expect(text).not.toMatch(/rowcount|observations|top_answers|constructid|varsetid|"parent_id"|P0\d|hello/)
    expect(text).toContain('"Never married"')
  })

  test('contains each object once, after its ancestors and sources', async () => {
    const document = await documentIn(text)
    expect(document.cohorts.map(({ name }) => name)).toEqual(['Adults', 'Younger', 'Divorced adults', 'Single adults'])
    expect(document.customVariables.map(({ name }) => name)).toEqual(['AGE_GROUP'])
    expect(document.variables.map(({ variableName }) => variableName)).toEqual(['AGE', 'MARITAL', 'NOTES'])
    const { cohorts } = valueOf(await from.call(cohortInfo, {}))
    const younger = cohorts.find(({ name }) => name === 'Younger')?.cohortId ?? 0
    const alone = valueOf(await collectExchange(from.call, { cohortIds: [younger] }))
    expect(alone.cohorts.map(({ name }) => name)).toEqual(['Younger'])
    expect(alone.customVariables.map(({ name }) => name)).toEqual(['AGE_GROUP'])
  })

  test('of nothing is refused', async () => {
    const newcomer = await signInClient(sender, 'newcomer')
    const nothing = valueOf(await exportedOfProject(newcomer.call, undefined))
    expect(await collectExchange(newcomer.call, nothing)).toMatchObject({
      ok: false,
      message: 'There are no cohorts, variable sets or custom variables to export.',
    })
  })
})

describe('an import', () => {
  test('of definitions that the user has saves nothing but sets', async () => {
    const plan = await planFor(from, {})
    expect(outcomesOf(plan)).toEqual([
      ['AGE_GROUP', 'exists'],
      ['Adults', 'exists'],
      ['Younger', 'exists'],
      ['Divorced adults', 'exists'],
      ['Single adults', 'exists'],
      ['Ages', 'create'],
    ])
    expect(plan.items.at(-1)?.outcome).toEqual({ kind: 'create', name: 'Ages (2)' })
  })

  test('of an unmapped variable or an absent code is refused, with all that depends on it', async () => {
    const client = await signInClient(receiver, 'researcher')
    const plan = await planFor(client, {})
    expect(outcomesOf(plan)).toEqual([
      ['AGE_GROUP', 'AGE is missing here.'],
      ['Adults', 'AGE is missing here.'],
      ['Younger', 'It uses AGE_GROUP, which cannot be imported.'],
      ['Divorced adults', 'It is built on “Adults”, which cannot be imported.'],
      ['Single adults', 'MARITAL has no value 3 here. It is built on “Adults”, which cannot be imported.'],
      ['Ages', 'AGE is missing here. It uses AGE_GROUP, which cannot be imported.'],
    ])
    client.sent.length = 0
    expect(await run(client, plan)).toEqual(new Map())
    expect(client.sent).toEqual([])
  })

  test('names another meaning of a code and another type', async () => {
    const client = await signInClient(receiver, 'researcher')
    const { variables } = await planFor(client, { AGE: 'NOTES' })
    const checks = new Map(variables.map(({ name, check }) => [name, check]))
    expect(checks.get('MARITAL')?.warnings).toEqual(['MARITAL: 2 means “Separated” here and “Divorced” there.'])
    expect(checks.get('AGE')?.errors.join(' ')).toContain('NOTES is text here, which cannot use “is greater than”.')
    expect(checks.get('AGE')?.warnings).toEqual(['NOTES is text here and number there.'])
  })

  test('into another server gives the same definitions on its own ids and variables', async () => {
    const client = await signInClient(receiver, 'colleague')
    // Other ids than the sender's, and names in use.
    await client.saveOnWire('/cohort/new', { ...ADULTS, variable: 'YEARS', constraint_value: '60', name: 'Adults' })
    await client.saveOnWire('/construct/new', {
      ...AGE_GROUP,
      variables: ['YEARS'],
      values: AGE_GROUP.values.map((one) => ({
        ...one,
        definition: {
          relationship: 'AND',
          constraints: one.definition.constraints.map((constraint) => ({
            ...constraint,
            variable_name: 'YEARS',
            constraint_value: '30',
          })),
        },
      })),
    })
    const plan = await planFor(client, { AGE: 'YEARS' })
    expect(plan.items.map(({ outcome }) => outcome)).toEqual([
      { kind: 'create', name: 'AGE_GROUP_2' },
      { kind: 'create', name: 'Adults (2)' },
      { kind: 'create', name: 'Younger' },
      { kind: 'create', name: 'Divorced adults' },
      { kind: 'blocked', because: ['MARITAL has no value 3 here.'] },
      { kind: 'create', name: 'Ages' },
    ])
    const outcomes = await run(client, plan)
    expect([...outcomes.values()].map(({ kind }) => kind)).toEqual(['made', 'made', 'made', 'made', 'made'])
    const { cohorts } = valueOf(await client.call(cohortInfo, {}))
    const ours = valueOf(await from.call(cohortInfo, {})).cohorts
    const adults = cohorts.find(({ name }) => name === 'Adults (2)')
    expect(adults).toMatchObject({
      variableName: 'YEARS',
      rowCount: ours.find(({ name }) => name === 'Adults')?.rowCount,
    })
    const divorced = cohorts.find(({ name }) => name === 'Divorced adults')?.cohortId ?? 0
    expect(valueOf(await client.call(rulesInfo, { cohortId: divorced })).rules.rules).toMatchObject([
      { cohortId: adults?.cohortId },
      { variableName: 'MARITAL', constraintValue: '2' },
    ])
    const [made] = valueOf(await client.call(constructInfo, { constructId: 'AGE_GROUP_2' })).customVars
    expect(made).toMatchObject({ variables: ['YEARS'], values: [{ name: 'younger' }, { name: 'older' }] })
    expect(cohorts.find(({ name }) => name === 'Younger')).toMatchObject({ variableName: 'AGE_GROUP_2' })
    expect(valueOf(await client.call(variableSetInfo, {})).variableSets.map(({ variables }) => variables)).toEqual([
      ['YEARS', 'AGE_GROUP_2', 'NOTES'],
    ])
    // The second export has the same definitions under the receiver's names.
    const again = await exported(client)
    expect(again.cohorts.map(({ name }) => name)).toEqual(['Adults', 'Adults (2)', 'Younger', 'Divorced adults'])
  })

  test('goes on after a failure with what does not depend on it, and gives the reason', async () => {
    const client = await signInClient(receiver, 'newcomer')
    const plan = await planFor(client, { AGE: 'YEARS' })
    client.network.cutOff.add('/cohort/new')
    const outcomes = await run(client, plan)
    expect([...outcomes].map(([key, imported]) => [key, imported.kind])).toEqual([
      ['custom-variable 0', 'made'],
      ['cohort 0', 'failed'],
      ['cohort 1', 'failed'],
      ['cohort 2', 'failed'],
      ['variable-set 0', 'made'],
    ])
    expect(outcomes.get('cohort 2')).toMatchObject({ because: 'Not saved, because “Adults” was not saved.' })
  })
})
