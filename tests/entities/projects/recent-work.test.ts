import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { nextStepAtom, recentWorkAtom } from '#entities/projects/recent-work.ts'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { createTestServer, type TestServer, type Username } from '#tests/support/test-server.ts'
import { ADULTS, AGE_GROUP } from '#tests/support/wire-drafts.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

const AGES = { name: 'Ages', variables: ['AGE', 'BIRTH'] }

describe('recent work', () => {
  let client: SignedInClient
  beforeEach(async () => {
    client = await signInClient(server, 'admin')
  })

  test('is unknown until all lists are loaded, then lists the newest item first', async () => {
    const cohortId = await client.saveOnWire('/cohort/new', ADULTS)
    await client.saveOnWire('/construct/new', AGE_GROUP)
    const variableSetId = await client.saveOnWire('/variableset/new', AGES)
    const work = client.show(recentWorkAtom)
    expect(work()).toBeNull()
    await expect.poll(work).toMatchObject([
      {
        kind: 'Variable set',
        name: 'Ages',
        detail: '2 variables',
        opening: { id: 'variable-set.show', args: { variableSetId } },
      },
      {
        kind: 'Custom variable',
        name: 'AGE_GROUP',
        opening: { id: 'variable.show', args: { variableName: 'AGE_GROUP' } },
      },
      {
        kind: 'Cohort',
        name: 'Adults',
        detail: '5 individuals',
        opening: { id: 'cohort.show', args: { cohortId } },
      },
    ])
  })

  test('lists the current project first, and says which items are of another', async () => {
    await client.saveOnWire('/cohort/new', ADULTS)
    const other = await client.saveOnWire('/project/new', { name: 'Other', description: '' })
    await client.saveOnWire('/project/current', { projectid: other })
    await client.saveOnWire('/variableset/new', AGES)
    await client.saveOnWire('/project/current', { projectid: 1 })
    const work = client.show(recentWorkAtom)
    await expect
      .poll(() => work()?.map(({ name, isElsewhere }) => [name, isElsewhere]))
      .toEqual([
        ['Adults', false],
        ['Ages', true],
      ])
  })

  test('lists the last six items without All Individuals', async () => {
    for (let place = 1; place <= 7; place++)
      await client.saveOnWire('/variableset/new', { ...AGES, name: `Set ${place}` })
    const work = client.show(recentWorkAtom)
    await expect
      .poll(() => work()?.map(({ name }) => name))
      .toEqual(['Set 7', 'Set 6', 'Set 5', 'Set 4', 'Set 3', 'Set 2'])
  })

  test('omits custom variables if the current project is unknown', async () => {
    client.network.cutOff.add('/project/current')
    await client.saveOnWire('/variableset/new', AGES)
    const work = client.show(recentWorkAtom)
    await expect.poll(() => work()?.map(({ name }) => name)).toEqual(['Ages'])
  })
})

test.each<[Username, readonly string[], string]>([
  ['admin', [], 'cohort.new-subset'],
  ['admin', ['cohort'], 'variable-set.new'],
  ['admin', ['cohort', 'set'], 'download.new'],
  ['researcher', ['cohort', 'set'], 'download.new'],
  ['newcomer', ['cohort', 'set'], 'access.apply'],
])('suggests to %s with %j the next step %s', async (username, made, command) => {
  const client = await signInClient(server, username)
  if (made.includes('cohort')) await client.saveOnWire('/cohort/new', ADULTS)
  if (made.includes('set')) await client.saveOnWire('/variableset/new', AGES)
  const step = client.show(nextStepAtom)
  expect(step()).toBeNull()
  await expect.poll(() => step()?.id).toBe(command)
})

test('suggests the next step of the current project, whatever other projects have', async () => {
  const client = await signInClient(server, 'admin')
  await client.saveOnWire('/cohort/new', ADULTS)
  await client.saveOnWire('/variableset/new', AGES)
  const other = await client.saveOnWire('/project/new', { name: 'Other', description: '' })
  await client.saveOnWire('/project/current', { projectid: other })
  const step = client.show(nextStepAtom)
  await expect.poll(() => step()?.words).toBe('This project has no cohorts yet. Choose a variable to define one.')
})
