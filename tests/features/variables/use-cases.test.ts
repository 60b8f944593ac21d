// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  editCustomVariable,
  readCustomVariable,
  refreshCustomVariables,
} from '#entities/custom-variables/custom-variable-naming.ts'
import { catalogAtom, variableAtom, variableEditsAtom } from '#entities/variables/variables.ts'
import { workingSetAtom } from '#entities/variables/working-set.ts'
import { clearWorkingSet, codebookOf, toggleInWorkingSet } from '#features/variables/use-cases.ts'
import { decideEdit, decisionFailureAtom } from '#features/variables/variable/variable-edit.ts'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'
import { AGE_GROUP } from '#tests/support/wire-drafts.ts'

const EDIT = { variable_name: 'MOOD_LOW', question: 'Felt despondent', comment: 'As printed' }

let server: TestServer
let client: SignedInClient
beforeEach(async () => {
  localStorage.clear()
  server = await createTestServer()
  client = await signInClient(server, 'admin')
})
afterEach(() => server.close())

describe('deciding an edit', () => {
  const propose = () => client.saveOnWire('/variable/edit', EDIT)

  /** The question that a screen shows. */
  async function shownQuestion(): Promise<() => string | undefined> {
    const variable = client.show(variableAtom({ name: 'MOOD_LOW' }))
    const question = () => variable().data?.question
    await expect.poll(question).toBe('Felt low for two weeks')
    return question
  }

  async function shownStates(): Promise<() => readonly string[] | undefined> {
    const edits = client.show(variableEditsAtom('MOOD_LOW'))
    const states = () => edits().data?.map(({ state }) => state)
    await expect.poll(states).toEqual(['queued'])
    return states
  }

  test('updates the visible variable and its list of edits on approval', async () => {
    const editId = await propose()
    const [question, states] = [await shownQuestion(), await shownStates()]
    expect(await decideEdit(client, { editId, comment: 'As printed' }, true)).toBeUndefined()
    await expect.poll(question).toBe('Felt despondent')
    await expect.poll(states).toEqual(['approved'])
    expect(client.store.get(decisionFailureAtom(editId))).toBeNull()
  })

  test('updates only the list of edits on rejection', async () => {
    const editId = await propose()
    const [question, states] = [await shownQuestion(), await shownStates()]
    client.sent.length = 0
    expect(await decideEdit(client, { editId }, false)).toBeUndefined()
    await expect.poll(states).toEqual(['rejected'])
    expect(question()).toBe('Felt low for two weeks')
    expect(client.sent).toEqual(['POST /variable/edits/decide', 'GET /variable/edits'])
  })

  test('refuses an edit that was already decided and shows its state and the reason', async () => {
    const editId = await propose()
    const states = await shownStates()
    const other = await signInClient(server, 'admin')
    await decideEdit(other, { editId }, false)
    const refused = await decideEdit(client, { editId }, true)
    expect(refused).toMatchObject({ ok: false, status: 409 })
    await expect.poll(states).toEqual(['rejected'])
    expect(client.store.get(decisionFailureAtom(editId))).toEqual(refused)
  })
})

test('returns undefined while a variable loads, and null if it has no codebook', async () => {
  expect(codebookOf(client.store, 'MOOD_LOW')).toBeUndefined()
  const codebook = () => codebookOf(client.store, 'MOOD_LOW')
  client.show(variableAtom({ name: 'MOOD_LOW' }))
  await expect.poll(codebook).toBeNull()
  const editId = await client.saveOnWire('/variable/edit', EDIT)
  await decideEdit(client, { editId }, true)
  await expect.poll(codebook).not.toBeNull()
  client.show(variableAtom({ name: 'NO_SUCH_VARIABLE' }))
  await expect.poll(() => codebookOf(client.store, 'NO_SUCH_VARIABLE')).toBeNull()
})

describe('name of a custom variable', () => {
  test('changes in the visible catalog, and an edit of an outdated version is refused', async () => {
    const id = await client.saveOnWire('/construct/new', AGE_GROUP)
    const catalog = client.show(catalogAtom)
    const isListed = (name: string) => JSON.stringify(catalog().data ?? []).includes(`"${name}"`)
    await expect.poll(() => isListed('AGE_GROUP')).toBe(true)
    const read = await readCustomVariable(client, id)
    if (!read.ok) throw new Error(read.message)
    expect(read.value.thing).toEqual({ name: 'AGE_GROUP', description: AGE_GROUP.description })
    const rename = (name: string) => editCustomVariable(client, id, { name, description: '' }, read.value.version)
    expect(await rename('AGE_BAND')).toMatchObject({ ok: true })
    await refreshCustomVariables(client)
    await expect.poll(() => isListed('AGE_BAND')).toBe(true)
    expect(await rename('AGE_CLASS')).toMatchObject({ ok: false, status: 412 })
  })

  test('cannot be read if the variable does not exist', async () => {
    expect(await readCustomVariable(client, 999)).toMatchObject({ ok: false, status: 404 })
  })
})

test('adds a variable to the working set, removes it, and clears the set', async () => {
  await toggleInWorkingSet(client.store, 'AGE')
  await toggleInWorkingSet(client.store, 'BIRTH')
  expect(client.store.get(workingSetAtom)).toEqual(['AGE', 'BIRTH'])
  await toggleInWorkingSet(client.store, 'AGE')
  expect(client.store.get(workingSetAtom)).toEqual(['BIRTH'])
  await clearWorkingSet(client.store)
  expect(client.store.get(workingSetAtom)).toEqual([])
})
