import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cohortInfo } from '#contract/cohorts.ts'
import { rulesInfo } from '#contract/rules.ts'
import { cohortsAtom } from '#entities/cohorts/cohorts.ts'
import { copyDefinition, countAgain, pasteFromClipboard } from '#features/definitions/use-cases.ts'
import { raiseDataVersion } from '#server/platform/db/data-version.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'
import { ADULTS, AGE_GROUP } from '#tests/support/wire-drafts.ts'

let server: TestServer
let client: SignedInClient
/** The text in the clipboard; null where the browser refuses to read it. */
let clipboard: string | null
beforeEach(async () => {
  server = await createTestServer()
  client = await signInClient(server, 'researcher')
  clipboard = ''
  vi.stubGlobal('navigator', {
    clipboard: {
      writeText: async (text: string) => {
        clipboard = text
      },
      readText: async () => {
        if (clipboard === null) throw new DOMException('Read permission denied.', 'NotAllowedError')
        return clipboard
      },
    },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  server.close()
})

async function nestedCohort(): Promise<number> {
  const adults = await client.saveOnWire('/cohort/new', ADULTS)
  const married = { variable: 'MARITAL', constraint_type: 'EQ', constraint_value: '1' }
  return client.saveOnWire('/cohort/new', { ...ADULTS, ...married, parent_id: adults, name: 'Married' })
}

async function cohortByRules(): Promise<number> {
  const cohortid = await nestedCohort()
  const condition = { variable_name: 'AGE', constraint_type: 'GTE', constraint_value: '18' }
  const group = {
    match: 'none',
    rules: [
      { ...condition, constraint_value: '90' },
      { cohortid: 1, off: true },
    ],
  }
  const rules = { version: 1, match: 'all', rules: [condition, { cohortid, note: 'Married' }, group] }
  return client.saveOnWire('/cohort/rules/new', { parent_id: 1, rules, name: 'By rules' })
}

describe('copying and pasting', () => {
  test('reuses an existing cohort by rules, with the cohorts in its rules', async () => {
    const cohortId = await cohortByRules()
    expect(await copyDefinition(client, { kind: 'cohort', cohortId })).toBeUndefined()
    expect(await pasteFromClipboard(client, undefined)).toEqual({ ok: true, value: { kind: 'cohort', cohortId } })
  })

  test('recreates a colleague’s cohort by rules on the colleague’s own cohorts', async () => {
    await copyDefinition(client, { kind: 'cohort', cohortId: await cohortByRules() })
    const colleague = await signInClient(server, 'colleague')
    const ownId = await colleague.saveOnWire('/cohort/new', { ...ADULTS, name: 'Adults, mine' })
    const pasted = await pasteFromClipboard(colleague, undefined)
    expect(pasted).toMatchObject({ ok: true, value: { kind: 'cohort' } })
    const cohortId = pasted.ok && pasted.value.kind === 'cohort' ? pasted.value.cohortId : 0
    const cohorts = await colleague.call(cohortInfo, {})
    const married = cohorts.ok ? cohorts.value.cohorts.find(({ name }) => name === 'Married') : undefined
    expect(married).toMatchObject({ parentId: ownId })
    expect(await colleague.call(rulesInfo, { cohortId })).toMatchObject({
      ok: true,
      value: {
        parentId: 1,
        rules: {
          match: 'all',
          rules: [
            { variableName: 'AGE' },
            { cohortId: married?.cohortId, note: 'Married' },
            { match: 'none', rules: [{ constraintValue: '90' }, { cohortId: 1, off: true }] },
          ],
        },
      },
    })
  })

  test('refuses rules that test a later cohort', async () => {
    await copyDefinition(client, { kind: 'cohort', cohortId: await cohortByRules() })
    clipboard = clipboard?.replace('"cohortid": 3', '"cohortid": 4') ?? null
    expect(await pasteFromClipboard(client, undefined)).toMatchObject({ ok: false })
  })

  test('reuses an existing cohort and its parent', async () => {
    const cohortId = await nestedCohort()
    expect(await copyDefinition(client, { kind: 'cohort', cohortId })).toBeUndefined()
    expect(await pasteFromClipboard(client, undefined)).toEqual({ ok: true, value: { kind: 'cohort', cohortId } })
  })

  test('recreates a colleague’s cohort with its parent and shows both in the list', async () => {
    const cohortId = await nestedCohort()
    await copyDefinition(client, { kind: 'cohort', cohortId })
    const colleague = await signInClient(server, 'colleague')
    const cohorts = colleague.show(cohortsAtom)
    await expect.poll(() => cohorts().data?.length).toBe(1)
    expect(await pasteFromClipboard(colleague, undefined)).toMatchObject({ ok: true, value: { kind: 'cohort' } })
    await expect.poll(() => cohorts().data?.map(({ name }) => name)).toEqual(['All Individuals', 'Adults', 'Married'])
  })

  test('creates another variable set under a free name', async () => {
    const set = { name: 'Mood', description: 'Scores', variables: ['AGE', 'MOOD_SCORE'] }
    const variableSetId = await client.saveOnWire('/variableset/new', set)
    await copyDefinition(client, { kind: 'variable-set', variableSetId })
    expect(await pasteFromClipboard(client, undefined)).toMatchObject({ value: { kind: 'variable-set' } })
    expect(await client.readWire('/variableset/info')).toMatchObject({
      variablesets: [set, { ...set, name: 'Mood (2)' }],
    })
  })

  test('reuses an identical custom variable and renames a different one', async () => {
    await client.saveOnWire('/construct/new', AGE_GROUP)
    await copyDefinition(client, { kind: 'custom-variable', variableName: AGE_GROUP.name })
    const value = { kind: 'custom-variable', variableName: AGE_GROUP.name }
    expect(await pasteFromClipboard(client, undefined)).toEqual({ ok: true, value })
    clipboard = clipboard?.replaceAll('"40"', '"50"') ?? null
    const renamed = { ...value, variableName: `${AGE_GROUP.name}_2` }
    expect(await pasteFromClipboard(client, undefined)).toEqual({ ok: true, value: renamed })
  })
})

describe('failures of copy and paste', () => {
  test('fails for an unknown item and keeps the clipboard', async () => {
    clipboard = 'kept'
    const missing = [
      { kind: 'cohort', cohortId: 999 },
      { kind: 'variable-set', variableSetId: 999 },
      { kind: 'custom-variable', variableName: 'NO_SUCH_VARIABLE' },
    ] as const
    for (const each of missing) expect(await copyDefinition(client, each)).toMatchObject({ ok: false })
    expect(clipboard).toBe('kept')
  })

  test('refuses to copy All Individuals, which has no definition', async () => {
    expect(await copyDefinition(client, { kind: 'cohort', cohortId: 1 })).toMatchObject({
      message: 'All Individuals has no definition to copy.',
    })
  })

  test('fails if the clipboard is unreadable or holds no definition', async () => {
    clipboard = null
    expect(await pasteFromClipboard(client, undefined)).toMatchObject({
      message: 'The browser denies access to the clipboard.',
    })
    clipboard = 'AGE, MARITAL'
    expect(await pasteFromClipboard(client, undefined)).toMatchObject({
      message: 'The clipboard contains no definition from this product.',
    })
  })

  test('fails if a variable of the definition does not exist', async () => {
    await client.saveOnWire('/construct/new', AGE_GROUP)
    await copyDefinition(client, { kind: 'custom-variable', variableName: AGE_GROUP.name })
    clipboard = clipboard?.replaceAll('"AGE"', '"NO_SUCH_VARIABLE"') ?? null
    expect(await pasteFromClipboard(client, undefined)).toMatchObject({
      message: 'There is no variable named NO_SUCH_VARIABLE here.',
    })
  })
})

describe('recounting a cohort', () => {
  test('makes nothing until data were added', async () => {
    const cohortId = await nestedCohort()
    expect(await countAgain(client, cohortId, undefined)).toEqual({ ok: true, value: null })
  })

  test('creates another cohort after data were added', async () => {
    const cohortId = await client.saveOnWire('/cohort/new', ADULTS)
    await inTransaction(server.database, raiseDataVersion)
    const made = await countAgain(client, cohortId, undefined)
    expect(made).toMatchObject({ ok: true, value: { kind: 'cohort' } })
    expect(made).not.toMatchObject({ value: { cohortId } })
  })

  test('creates another cohort by rules after data were added', async () => {
    const cohortId = await cohortByRules()
    await inTransaction(server.database, raiseDataVersion)
    const made = await countAgain(client, cohortId, undefined)
    expect(made).toMatchObject({ ok: true, value: { kind: 'cohort' } })
    expect(made).not.toMatchObject({ value: { cohortId } })
  })

  test('fails if the cohort does not exist', async () => {
    expect(await countAgain(client, 999, undefined)).toMatchObject({ ok: false, status: 404 })
  })
})
