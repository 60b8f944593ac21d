import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_PREFIX } from '#domain/limits.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let varsetid: Readonly<Record<string, number>>
beforeAll(async () => {
  server = await createTestServer()
  const made = ROLES.map(async (role) => {
    const response = await ask(role, 'POST /variableset/new', { name: 'Set', variables: ['AGE'] })
    return [role, (await response.json()).id] as const
  })
  varsetid = Object.fromEntries(await Promise.all(made))
})
afterAll(() => server.close())

/** Reads everything; bp and sz; nothing. */
const ROLES = ['admin', 'researcher', 'newcomer'] as const
type Role = (typeof ROLES)[number]

async function ask(role: Role, call: string, body: object): Promise<Response> {
  const [method = '', path = ''] = call.split(' ')
  const fetch = await server.fetchAs(role)
  return fetch(`${API_PREFIX}${path}`, {
    method,
    ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
}

const SUBSET = { parent_id: 1, cohort_type: 'subset', variable: 'SMOKER', constraint_type: 'VALID' }
const EDIT = { variable_name: 'AGE', question: 'How old are you now?', comment: 'Plainer.' }

/** Permissions by role (spec section 6): all for any signed-in user, except editing variables and data. */
const TABLE: readonly (readonly [
  what: string,
  call: string,
  body: object,
  statuses: readonly [number, number, number],
])[] = [
  ['search the catalog', 'POST /variable/search', { searchstring: '', searchtype: 'question' }, [200, 200, 200]],
  ['look up a variable', 'POST /variable/lookup', { variable_names: ['AGE'] }, [200, 200, 200]],
  ['count a cohort over all collections', 'POST /cohort/preview', SUBSET, [200, 200, 200]],
  ['save a cohort', 'POST /cohort/new', { ...SUBSET, name: 'Smokers', description: '' }, [200, 200, 200]],
  ['create a project', 'POST /project/new', { name: 'Own', description: '' }, [200, 200, 200]],
  ['edit a variable', 'POST /variable/edit', EDIT, [200, 403, 403]],
  ['list queued edits', 'GET /variable/edits', {}, [200, 403, 403]],
  ['decide on an edit', 'POST /variable/edits/decide', { edit_id: 1, approve: false }, [404, 403, 403]],
  ['read the audit log', 'GET /audit', {}, [200, 403, 403]],
  ['prepare a download of all individuals', 'POST /cohort/download/new', { cohortid: 1 }, [200, 200, 403]],
  ['delete All Individuals', 'DELETE /cohort/delete?cohortid=1', {}, [403, 403, 403]],
  ['delete project 1', 'DELETE /project/delete?projectid=1', {}, [403, 403, 403]],
]

test.each(TABLE)('enforces who may %s', async (_, call, body, expected) => {
  const statuses = await Promise.all(
    ROLES.map(async (role) => {
      const request = call.endsWith('download/new') ? { ...body, varsetid: varsetid[role] } : body
      const response = await ask(role, call, request)
      await response.arrayBuffer()
      return response.status
    }),
  )
  expect(statuses).toEqual(expected)
})

test('explains to a user without readable collections why there is no download', async () => {
  const response = await ask('newcomer', 'POST /cohort/download/new', { cohortid: 1, varsetid: varsetid['newcomer'] })
  expect(await response.json()).toEqual({ message: expect.stringMatching(/collection/) })
})
