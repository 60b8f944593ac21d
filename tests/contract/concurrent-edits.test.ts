import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortEdit, cohortInfo, cohortNew } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { constructEdit, constructInfo } from '#contract/custom-variables.ts'
import { projectEdit, projectInfo, projectNew } from '#contract/projects.ts'
import { variableSetEdit, variableSetInfo, variableSetNew } from '#contract/variable-sets.ts'
import { CHANGED_MEANWHILE } from '#domain/messages.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let call: WireCall
beforeAll(async () => {
  server = await createTestServer()
  call = await server.callAs('researcher')
})
afterAll(() => server.close())

interface Thing {
  readonly version: string | null
  readonly name?: string
  readonly description: string
}

interface Editing {
  readonly read: () => Promise<Thing | undefined>
  readonly edit: (version: string | null, naming: { name?: string; description?: string }) => ReturnType<WireCall>
}

const MAKE: Readonly<Record<string, () => Promise<Editing>>> = {
  cohort: async () => {
    const draft = { parent_id: 1, cohort_type: 'subset', variable: 'SMOKER', constraint_type: 'VALID' } as const
    const { new_cohort_id: cohortid } = valueOf(await call(cohortNew, { ...draft, name: 'First' }))
    return {
      read: async () => valueOf(await call(cohortInfo, { cohortid })).cohorts[0],
      edit: (version, naming) => call(cohortEdit, { cohortid, version, ...naming }),
    }
  },
  'variable set': async () => {
    const { id: varsetid } = valueOf(await call(variableSetNew, { name: 'First', variables: ['AGE'] }))
    return {
      read: async () => valueOf(await call(variableSetInfo, { varsetid })).variablesets[0],
      edit: (version, naming) => call(variableSetEdit, { varsetid, version, ...naming }),
    }
  },
  'custom variable': async () => {
    const made = await call(constructNew, {
      name: 'FIRST',
      construct_type: 'downcode',
      variables: ['AGE'],
      values: ['GTE', 'LT'].map((constraint_type) => ({
        name: constraint_type,
        definition: {
          relationship: 'AND' as const,
          constraints: [{ variable_name: 'AGE', constraint_type, constraint_value: '44' }],
        },
      })),
    })
    const { constructid } = valueOf(made)
    return {
      read: async () => valueOf(await call(constructInfo, { constructid: String(constructid) })).custom_vars[0],
      edit: (version, naming) => call(constructEdit, { constructid, version, ...naming }),
    }
  },
  project: async () => {
    const { new_project_id: id } = valueOf(await call(projectNew, { name: 'First', description: '' }))
    return {
      read: async () => valueOf(await call(projectInfo, { projectid: id })).projects[0],
      edit: (version, naming) => call(projectEdit, { id, version, ...naming }),
    }
  },
}

test.each(Object.keys(MAKE))(
  'refuses the second of two concurrent edits of one %s and keeps the first',
  async (kind) => {
    const { read, edit } = valueOfMade(await MAKE[kind]?.())
    const { version = null } = (await read()) ?? {}
    expect(version).toEqual(expect.any(String))
    expect(await edit(version, { description: 'theirs' })).toMatchObject({ ok: true })
    // A retry after a lost response: the change exists already.
    expect(await edit(version, { description: 'theirs' })).toMatchObject({ ok: true })
    expect(await edit(version, { description: 'mine' })).toMatchObject({
      ok: false,
      status: 412,
      serverMessage: CHANGED_MEANWHILE,
    })
    const now = await read()
    expect(now?.description).toBe('theirs')
    expect(await edit(now?.version ?? null, { description: 'mine' })).toMatchObject({ ok: true })
    // A client without versions edits as before.
    expect(await edit(null, { description: 'of a program' })).toMatchObject({ ok: true })
    expect((await read())?.description).toBe('of a program')
  },
)

function valueOfMade(made: Editing | undefined): Editing {
  if (!made) throw new Error('There is no such kind.')
  return made
}
