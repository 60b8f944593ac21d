import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { serve, type ServerType } from '@hono/node-server'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortNew } from '#contract/cohorts.ts'
import { rulesPreview } from '#contract/rules.ts'
import { tokenNew, tokenRevoke } from '#contract/tokens.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { EXIT } from '#terminal/context.ts'
import { main } from '#terminal/main.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer, PASSWORD, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let listening: ServerType
let address = ''
let call: WireCall
let token = ''
let folder = ''

beforeAll(async () => {
  server = await createTestServer()
  address = await new Promise((resolve) => {
    listening = serve({ fetch: server.app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}`),
    )
  })
  call = await server.callAs('researcher')
  const scopes = ['catalog' as const, 'counts' as const, 'write' as const, 'download' as const]
  token = valueOf(await call(tokenNew, { current_password: PASSWORD, name: 'Terminal', scopes })).token
  const smokers = { parent_id: 1, cohort_type: 'subset', variable: 'SMOKER', constraint_type: 'VALID' } as const
  valueOf(await call(cohortNew, { ...smokers, name: 'Asked about smoking', description: '' }))
  valueOf(await call(variableSetNew, { name: 'Core', variables: ['AGE', 'SMOKER'] }))
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'diver-terminal-'))
  return () => rm(folder, { recursive: true })
})
afterAll(() => {
  listening.close()
  server.close()
})

/** Runs a command; without an environment it is logged in by variables. */
async function diver(words: readonly string[], { input = '', environment = {} } = {}) {
  const [output, error] = [new PassThrough(), new PassThrough()]
  const streams = {
    input: Readable.from([input]),
    output,
    error,
    platform: 'linux' as const,
    environment: { HOME: folder, DIVER_SERVER: address, DIVER_TOKEN: token, ...environment },
  }
  const written = Promise.all([text(output), text(error)])
  const exit = await main(words, streams)
  output.end()
  error.end()
  const [out, err] = await written
  return { exit, out, err }
}

async function json(words: readonly string[]): Promise<unknown> {
  const { exit, out, err } = await diver([...words, '--json'])
  if (exit !== EXIT.done) throw new Error(err)
  return JSON.parse(out)
}

describe('login', () => {
  const loggedOut = { DIVER_SERVER: undefined, DIVER_TOKEN: undefined }

  test('keeps the token where only its owner reads it, and works with it until logout', async () => {
    const { exit, out } = await diver(['login', address], { input: `${token}\n`, environment: loggedOut })
    expect([exit, out]).toEqual([EXIT.done, `Logged in as researcher on ${address}.\n`])
    const file = join(folder, '.config', 'diver', 'settings.json')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ server: address, token })
    expect((await diver(['search', 'smoke'], { environment: loggedOut })).exit).toBe(EXIT.done)
    const elsewhere = { ...loggedOut, DIVER_SERVER: 'http://127.0.0.1:9' }
    expect((await diver(['search', 'smoke'], { environment: elsewhere })).err).not.toContain(token)
    await diver(['logout'], { environment: loggedOut })
    for (const place of [[], ['--server', address]]) {
      expect((await diver(['search', 'smoke', ...place], { environment: loggedOut })).exit).toBe(EXIT.notSignedIn)
    }
  })

  test('refuses a token that the server does not know, and keeps nothing', async () => {
    const { exit, err } = await diver(['login', address], { input: 'diver_wrong\n', environment: loggedOut })
    expect(exit).toBe(EXIT.notSignedIn)
    expect(err).toContain('Your account…')
    await expect(stat(join(folder, '.config'))).rejects.toThrow('ENOENT')
  })

  test('a revoked token ends with code 3', async () => {
    const made = { current_password: PASSWORD, name: 'Short', scopes: ['catalog' as const] }
    const other = valueOf(await call(tokenNew, made))
    valueOf(await call(tokenRevoke, { token_id: other.token_id }))
    expect((await diver(['search', 'smoke'], { environment: { DIVER_TOKEN: other.token } })).exit).toBe(3)
  })
})

test('search finds variables, as a table and as JSON', async () => {
  const { out } = await diver(['search', 'smoke'])
  expect(out).toMatch(/^Variable +Question +Type +Observations\nSMOKER /)
  expect(await json(['search', 'smoke', '--limit', '1'])).toMatchObject([{ variableName: 'SMOKER' }])
})

const Values = v.object({ values: v.array(v.object({ individuals: v.number() })) })

describe('count', () => {
  const SMOKERS = { variable_name: 'SMOKER', constraint_type: 'VALID' }
  const preview = async (parent_id = 1) => {
    const rules = { version: 1 as const, match: 'all' as const, count: 1, rules: [SMOKERS] }
    return valueOf(await call(rulesPreview, { parent_id, rules })).split
  }

  test('gives the four outcomes of the builder', async () => {
    expect(await json(['count', 'smoker answered'])).toEqual({ expression: 'SMOKER answered', ...(await preview()) })
    const { out } = await diver(['count', 'smoker answered'])
    expect(out).toMatch(/^Outcome +Individuals\nmatch +\d+\nno match +\d+\nunknown +\d+\nno record +\d+\n$/)
  })

  test('counts within a cohort, and by the values of a variable, which add up to those who match', async () => {
    const inside = await json(['count', 'SMOKER answered', '--in', 'asked about smoking'])
    expect(inside).toMatchObject({ match: (await preview())?.match, no_match: 0 })
    const { values } = v.parse(Values, await json(['count', 'AGE answered', '--by', 'SMOKER']))
    const sum = values.reduce((total, { individuals }) => total + individuals, 0)
    expect(await json(['count', 'AGE answered'])).toMatchObject({ match: sum })
  })

  test('names errors by line and column', async () => {
    const { exit, err, out } = await diver(['count', 'SMOKR answered'])
    expect([exit, out]).toEqual([EXIT.failed, ''])
    expect(err).toMatch(/^1:1 .*SMOKER/)
    expect((await diver(['count', 'SMOKER answered', '--in', 'Nowhere'])).err).toBe('There is no cohort Nowhere.\n')
    expect((await diver(['count', 'SMOKER answered', '--by', 'AGE'])).exit).toBe(EXIT.failed)
  })
})

test('a project is exported, planned and applied, and the second time nothing is to do', async () => {
  const file = join(folder, 'project.diver')
  await diver(['export', '-o', file])
  const exported = await readFile(file, 'utf8')
  expect(exported).toContain('cohort "Asked about smoking"')
  expect((await diver(['plan', file])).out).toContain('Nothing to do.')
  await writeFile(file, `${exported}\ncohort "Over forty" = AGE > 40\n`)
  const planned = await diver(['plan', file])
  expect(planned.out).toMatch(/^\+ create cohort Over forty · \d+/)
  expect(await diver(['apply', file])).toMatchObject({ exit: EXIT.misused, err: expect.stringContaining('--yes') })
  expect((await diver(['apply', file, '--yes'])).out).toBe(planned.out)
  expect((await diver(['apply', file, '--yes'])).out).toContain('Nothing to do.')
  await writeFile(file, `release Pilot\n${exported}`)
  expect((await diver(['plan', file])).out).toContain('There is no release “Pilot” here')
  await writeFile(file, `${exported}\ncohort "Wrong" = AGES > 40\n`)
  const refused = await diver(['plan', file])
  expect([refused.exit, refused.out]).toEqual([EXIT.failed, expect.stringMatching(/project\.diver:\d+:\d+: .*AGE/)])
})

test('downloads a file that is complete, to a file or to the output', async () => {
  const file = join(folder, 'core.csv')
  expect((await diver(['download', 'Asked about smoking', 'Core', '-o', file])).exit).toBe(EXIT.done)
  const written = await readFile(file, 'utf8')
  expect(written).toMatch(/AGE,SMOKER/)
  expect((await diver(['download', 'Asked about smoking', 'Core', '-o', '-'])).out).toBe(written)
  expect((await diver(['download', 'Asked about smoking', 'Core'])).exit).toBe(EXIT.misused)
  await expect(stat(`${file}.part`)).rejects.toThrow('ENOENT')
})

test('prints its usage; unknown commands and options end with code 2', async () => {
  expect((await diver([])).out).toContain('Usage: diver COMMAND')
  expect((await diver(['count', '--help'])).out).toContain('--by VARIABLE')
  for (const words of [['counts', 'x'], ['count'], ['count', 'a', 'b'], ['count', 'a', '--nothing']])
    expect((await diver(words)).exit).toBe(EXIT.misused)
})

test.each(['bash', 'zsh', 'fish'])('completes all commands in %s', async (shell) => {
  const { out } = await diver(['completion', shell])
  for (const name of ['login', 'count', 'plan', 'download']) expect(out).toContain(name)
  expect(out).toContain('by')
})
