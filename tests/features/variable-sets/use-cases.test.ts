// @vitest-environment jsdom
import { atom } from 'jotai'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { variableSetsAtom } from '#entities/variable-sets/variable-sets.ts'
import { workingSetAtom } from '#entities/variables/working-set.ts'
import { namesToAdd, variableSetHeading } from '#features/variable-sets/state.ts'
import {
  addToVariableSet,
  deleteVariableSet,
  editVariableSet,
  readVariableSet,
  saveVariableSet,
} from '#features/variable-sets/use-cases.ts'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let client: SignedInClient
let names: () => readonly string[] | undefined
beforeEach(async () => {
  localStorage.clear()
  server = await createTestServer()
  client = await signInClient(server, 'admin')
  const sets = client.show(variableSetsAtom)
  names = () => sets().data?.map(({ name }) => name)
  await expect.poll(names).toEqual([])
})
afterEach(() => server.close())

const AGES = { name: 'Ages', description: 'Two of them', variables: ['AGE', 'AGE_AT_ONSET'] }

async function savedSet(draft = AGES): Promise<number> {
  const saved = await saveVariableSet(client, draft, undefined)
  if (!saved.ok) throw new Error(saved.message)
  return saved.value
}

describe('saving a variable set', () => {
  test('keeps the order of the variables and adds the set to the visible list', async () => {
    const variables = ['MARITAL', 'AGE', 'BIRTH']
    const id = await savedSet({ ...AGES, name: ' Ages ', variables })
    await expect.poll(names).toEqual(['Ages'])
    expect(await readVariableSet(client, id)).toMatchObject({ value: { thing: { ...AGES, variables } } })
  })

  test('fails and adds nothing if the name is taken', async () => {
    await savedSet()
    expect(await saveVariableSet(client, AGES, undefined)).toMatchObject({ ok: false, status: 409 })
    await expect.poll(names).toEqual(['Ages'])
  })
})

describe('editing a variable set', () => {
  test('refuses an edit of an outdated version', async () => {
    const id = await savedSet()
    const read = await readVariableSet(client, id)
    if (!read.ok) throw new Error(read.message)
    const edit = (name: string) => editVariableSet(client, id, { ...AGES, name }, read.value.version)
    expect(await edit('Older')).toEqual({ ok: true, value: { isPageCurrent: true } })
    await expect.poll(names).toEqual(['Older'])
    expect(await edit('Oldest')).toMatchObject({ ok: false, status: 412 })
    await expect.poll(names).toEqual(['Older'])
  })

  test('reports that the page could not be refreshed', async () => {
    const id = await savedSet()
    const edited = await editVariableSet(
      {
        ...client,
        call: async (endpoint, ...rest) => {
          const result = await client.call(endpoint, ...rest)
          client.network.isDown = true
          return result
        },
      },
      id,
      AGES,
      null,
    )
    expect(edited).toEqual({ ok: true, value: { isPageCurrent: false } })
  })

  test('fails if the set does not exist', async () => {
    expect(await editVariableSet(client, 999, AGES, null)).toMatchObject({ ok: false, status: 404 })
    expect(await deleteVariableSet(client, 999)).toMatchObject({ ok: false, status: 404 })
  })
})

test('removes a deleted variable set from the visible list', async () => {
  const id = await savedSet()
  await expect.poll(names).toEqual(['Ages'])
  expect(await deleteVariableSet(client, id)).toMatchObject({ ok: true })
  await expect.poll(names).toEqual([])
})

describe('adding variables to a set', () => {
  test('appends new variables and removes all added ones from the working set', async () => {
    const id = await savedSet()
    client.store.set(workingSetAtom, ['AGE', 'BIRTH', 'MARITAL'])
    const added = await addToVariableSet(client, id, ['AGE', 'BIRTH'])
    expect(added).toEqual({ ok: true, value: '1 variable added to “Ages”.' })
    expect(await readVariableSet(client, id)).toMatchObject({
      value: { thing: { variables: ['AGE', 'AGE_AT_ONSET', 'BIRTH'] } },
    })
    expect(client.store.get(workingSetAtom)).toEqual(['MARITAL'])
    expect(await addToVariableSet(client, id, ['AGE'])).toMatchObject({ value: 'No new variables to “Ages”.' })
  })

  test('fails and keeps the working set if the set does not exist', async () => {
    client.store.set(workingSetAtom, ['AGE'])
    expect(await addToVariableSet(client, 999, ['AGE'])).toMatchObject({ ok: false, status: 404 })
    expect(client.store.get(workingSetAtom)).toEqual(['AGE'])
  })

  test('adds the named variables, or else the working set', () => {
    client.store.set(workingSetAtom, ['AGE'])
    expect(namesToAdd(client.store, ['BIRTH'])).toEqual(['BIRTH'])
    expect(namesToAdd(client.store, undefined)).toEqual(['AGE'])
  })
})

test('titles the pane of a variable set by its name', async () => {
  const variableSetId = await savedSet()
  expect(variableSetHeading(client.store.get, null)).toBe('Variable Set')
  const heading = client.show(atom((get) => variableSetHeading(get, { variableSetId })))
  expect(heading()).toBe('Variable Set')
  await expect.poll(heading).toBe('Ages')
})
