import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cohortInfo } from '#contract/cohorts.ts'
import {
  cohortAtom,
  cohortSummaryAtom,
  currentProjectCohortsAtom,
  projectCohortsAtom,
} from '#entities/cohorts/cohorts.ts'
import {
  allCustomVariablesAtom,
  customVariablesAtom,
  deleteCustomVariable,
} from '#entities/custom-variables/custom-variables.ts'
import { currentProjectAtom, projectOfNew } from '#entities/projects/projects.ts'
import { projectVariableSetsAtom, variableSetAtom } from '#entities/variable-sets/variable-sets.ts'
import { kindsOf, variableAtom, variablesOfKindAtom, catalogAtom } from '#entities/variables/variables.ts'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'
import { ADULTS, AGE_GROUP } from '#tests/support/wire-drafts.ts'

let server: TestServer
let client: SignedInClient
beforeEach(async () => {
  server = await createTestServer()
  client = await signInClient(server, 'admin')
})
afterEach(() => server.close())

const namesIn = (list: readonly { readonly name: string }[] | undefined) => list?.map(({ name }) => name)

/** Two projects with a cohort and a set each; the second is the current one. */
async function twoProjects(): Promise<readonly [number, number]> {
  const save = async (name: string) => {
    await client.saveOnWire('/cohort/new', { ...ADULTS, name: `Adults of ${name}` })
    await client.saveOnWire('/variableset/new', { name: `Ages of ${name}`, variables: ['AGE'] })
  }
  await save('first')
  const second = await client.saveOnWire('/project/new', { name: 'Second' })
  await save('second')
  return [1, second]
}

describe('lists of a project', () => {
  test('contain only the items saved in it', async () => {
    const [first, second] = await twoProjects()
    const cohorts = [first, second].map((id) => client.show(projectCohortsAtom(id)))
    const sets = [first, second].map((id) => client.show(projectVariableSetsAtom(id)))
    await expect.poll(() => sets.map((shown) => namesIn(shown().data))).toEqual([['Ages of first'], ['Ages of second']])
    await expect
      .poll(() => cohorts.map((shown) => namesIn(shown().data)?.at(-1)))
      .toEqual(['Adults of first', 'Adults of second'])
  })

  test('contain the items of the current project if it is known', async () => {
    await twoProjects()
    const [project, cohorts] = [client.show(currentProjectAtom), client.show(currentProjectCohortsAtom)]
    await expect.poll(() => project()?.name).toBe('Second')
    await expect.poll(() => namesIn(cohorts().data)).toContain('Adults of second')
    expect(namesIn(cohorts().data)).not.toContain('Adults of first')
  })

  test('contain the items of all projects if the current project is unknown', async () => {
    await twoProjects()
    client.network.cutOff.add('/project/current')
    const cohorts = client.show(currentProjectCohortsAtom)
    await expect.poll(() => namesIn(cohorts().data)).toEqual(['All Individuals', 'Adults of first', 'Adults of second'])
    expect(await projectOfNew(client)).toBeUndefined()
  })
})

test('requests the project of a new item once and caches it', async () => {
  expect(await projectOfNew(client)).toBe(1)
  expect(await projectOfNew(client)).toBe(1)
  expect(client.sent).toEqual(['GET /project/current'])
})

describe('item by id', () => {
  test('is loaded with its summary', async () => {
    const id = await client.saveOnWire('/cohort/new', ADULTS)
    const [cohort, summary] = [client.show(cohortAtom(id)), client.show(cohortSummaryAtom(id))]
    await expect.poll(() => cohort().data?.name).toBe('Adults')
    await expect.poll(() => summary().data?.data.length).toBeGreaterThan(0)
  })

  test('is null without an error if it does not exist', async () => {
    const shown = [
      client.show(cohortAtom(999)),
      client.show(variableSetAtom(999)),
      client.show(variableAtom({ name: 'NO_SUCH' })),
    ]
    await expect.poll(() => shown.map((thing) => thing().data)).toEqual([null, null, null])
    expect(shown.map((thing) => thing().error)).toEqual([null, null, null])
  })

  test('is not requested for an invalid id or name', async () => {
    const shown = [
      client.show(cohortAtom(0)),
      client.show(variableSetAtom(-1)),
      client.show(variableAtom({ name: '' })),
    ]
    await client.call(cohortInfo, {})
    expect(shown.map((thing) => thing().data)).toEqual([undefined, undefined, undefined])
    expect(client.sent).toEqual(['GET /cohort/info'])
  })

  test('keeps a variable counted in a cohort apart from the one counted in all individuals', async () => {
    const cohortId = await client.saveOnWire('/cohort/new', ADULTS)
    const [all, adults] = [
      client.show(variableAtom({ name: 'AGE' })),
      client.show(variableAtom({ name: 'AGE', cohortId })),
    ]
    await expect.poll(() => [all().data?.observations, adults().data?.observations]).toEqual([6, 5])
  })
})

describe('custom variables', () => {
  test('are distinguished from base variables in the catalog', async () => {
    await client.saveOnWire('/construct/new', AGE_GROUP)
    const [catalog, base, custom] = [
      client.show(catalogAtom),
      client.show(variablesOfKindAtom('base')),
      client.show(variablesOfKindAtom('custom')),
    ]
    await expect.poll(() => custom().data?.length).toBe(1)
    const all = catalog().data ?? []
    expect((base().data?.length ?? 0) + 1).toBe(all.length)
    expect(kindsOf(all)).toBe(kindsOf(all))
  })

  test('are removed from the visible lists when deleted', async () => {
    const id = await client.saveOnWire('/construct/new', AGE_GROUP)
    const lists = [client.show(allCustomVariablesAtom), client.show(customVariablesAtom(1))]
    await expect.poll(() => lists.map((list) => list().data?.length)).toEqual([1, 1])
    expect(await deleteCustomVariable(client, id)).toMatchObject({ ok: true })
    await expect.poll(() => lists.map((list) => list().data?.length)).toEqual([0, 0])
    expect(await deleteCustomVariable(client, id)).toMatchObject({ ok: false, status: 404 })
  })
})
