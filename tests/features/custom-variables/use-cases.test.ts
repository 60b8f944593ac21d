import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { UNABLE_TO_GET_SOURCE_VARIABLES } from '#domain/messages.ts'
import { allCustomVariablesAtom } from '#entities/custom-variables/custom-variables.ts'
import { constructRequest, saveCustomVariable } from '#features/custom-variables/draft-request.ts'
import { emptyCustomVariable, type CustomVariableDraft } from '#features/custom-variables/draft.ts'
import { FIELD, refusalOf } from '#features/custom-variables/save-requirements.ts'
import { copyCustomVariable, findStart, loadConstruct } from '#features/custom-variables/use-cases.ts'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'
import { AGE_GROUP } from '#tests/support/wire-drafts.ts'

let server: TestServer
let client: SignedInClient
beforeEach(async () => {
  server = await createTestServer()
  client = await signInClient(server, 'admin')
})
afterEach(() => server.close())

/** Participants with an answer and all others. */
function answered(name: string, source = 'MARITAL'): CustomVariableDraft {
  const empty = emptyCustomVariable('downcode', [source])
  const [first, other] = empty.values.map((value, place) => ({ ...value, name: ['given', 'other'][place] ?? '' }))
  if (!first || !other) throw new Error('A draft begins with two values.')
  const criterion = { key: 'c', variableName: source, condition: { operator: 'VALID', values: [] } } as const
  return { ...empty, name, values: [{ ...first, parts: [criterion] }, other], defaultKey: other.key }
}

function shownCount(): () => number | undefined {
  const shown = client.show(allCustomVariablesAtom)
  return () => shown().data?.length
}

describe('saving a custom variable', () => {
  test('returns the name and adds the variable to the visible list', async () => {
    const count = shownCount()
    await expect.poll(count).toBe(0)
    const saved = await saveCustomVariable(client, constructRequest(answered('MARRIED_ONCE')), undefined)
    expect(saved).toEqual({ ok: true, value: 'MARRIED_ONCE' })
    await expect.poll(count).toBe(1)
  })

  test('reports a taken name beside the name field', async () => {
    await client.saveOnWire('/construct/new', AGE_GROUP)
    const saved = await saveCustomVariable(client, constructRequest(answered(AGE_GROUP.name)), undefined)
    if (saved.ok) throw new Error('The name is taken.')
    expect(saved.status).toBe(409)
    expect(refusalOf(saved)).toEqual({ field: FIELD.name, message: saved.serverMessage })
    await expect.poll(shownCount()).toBe(1)
  })

  test('reports an unknown source beside the sources', async () => {
    const saved = await saveCustomVariable(
      client,
      constructRequest(answered('MARRIED_ONCE', 'NO_SUCH_VARIABLE')),
      undefined,
    )
    if (saved.ok) throw new Error('There is no such source.')
    expect(refusalOf(saved).field).toBe(FIELD.sources)
  })
})

describe('starting from a custom variable', () => {
  test('reads the definition, its sources and its kind', async () => {
    await client.saveOnWire('/construct/new', AGE_GROUP)
    const loaded = await loadConstruct(client.call, AGE_GROUP.name)
    if (!loaded.ok) throw new Error(loaded.message)
    const { construct, sources } = loaded.value
    expect(construct).toMatchObject({ name: AGE_GROUP.name, description: AGE_GROUP.description, variables: ['AGE'] })
    expect(construct.values.map(({ name }) => name)).toEqual(['younger', 'older'])
    expect(sources).toHaveLength(1)
    expect(await findStart(client.call, AGE_GROUP.name)).toEqual({ ok: true, value: 'downcode' })
  })

  test('fails if no custom variable has that name', async () => {
    expect(await loadConstruct(client.call, 'NO_SUCH_VARIABLE')).toMatchObject({ ok: false, status: 404 })
    expect(await findStart(client.call, 'NO_SUCH_VARIABLE')).toMatchObject({ ok: false, status: 404 })
    expect(await findStart(client.call, 'AGE')).toMatchObject({ ok: false })
  })

  test('fails with the message about the sources if they cannot be read', async () => {
    await client.saveOnWire('/construct/new', AGE_GROUP)
    client.network.cutOff.add('/variable/lookup')
    expect(await loadConstruct(client.call, AGE_GROUP.name)).toMatchObject({
      ok: false,
      context: UNABLE_TO_GET_SOURCE_VARIABLES,
    })
  })

  test('rejects when aborted', async () => {
    const stop = new AbortController()
    stop.abort()
    await expect(loadConstruct(client.call, AGE_GROUP.name, stop.signal)).rejects.toThrow()
  })
})

describe('copying a custom variable', () => {
  test('returns the name of the copy in another project', async () => {
    await client.saveOnWire('/construct/new', AGE_GROUP)
    const projectId = await client.saveOnWire('/project/new', { name: 'Second' })
    const count = shownCount()
    await expect.poll(count).toBe(1)
    const copied = await copyCustomVariable(client, AGE_GROUP.name, projectId)
    if (!copied.ok) throw new Error(copied.message)
    expect(copied.value).toMatch(/^AGE_GROUP/)
    await expect.poll(count).toBe(2)
    expect(await loadConstruct(client.call, copied.value)).toMatchObject({ ok: true })
  })

  test('fails if the project or the variable does not exist', async () => {
    await client.saveOnWire('/construct/new', AGE_GROUP)
    expect(await copyCustomVariable(client, AGE_GROUP.name, 999)).toMatchObject({ ok: false, status: 404 })
    expect(await copyCustomVariable(client, 'NO_SUCH_VARIABLE', 1)).toMatchObject({ ok: false, status: 404 })
  })
})
