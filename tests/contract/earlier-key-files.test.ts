import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { downloadNew } from '#contract/downloads.ts'
import { login } from '#contract/session.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { API_PREFIX, ROOT_COHORT_ID } from '#domain/limits.ts'
import { audit } from '#server/cli/audit.ts'
import type { Command } from '#server/cli/command.ts'
import { trace } from '#server/cli/trace.ts'
import { secretKeyIn, serverKeysIn } from '#server/platform/security/secret-key.ts'
import { signingKeyOf } from '#server/platform/security/signing-key.ts'
import { chainEntries } from '#server/store/audit/chain.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { commandContext } from '#tests/support/command-context.ts'
import { temporaryFolder } from '#tests/support/import-folders.ts'
import { codeAt, turnOn } from '#tests/support/second-factor.ts'
import { createTestServer, PASSWORD, type TestServer } from '#tests/support/test-server.ts'

const HALF_A_MINUTE = 30_000
const FILES = ['second-factor.key', 'audit.key', 'trace.key'] as const

let folder: ReturnType<typeof temporaryFolder>
/** A server of an earlier version, whose three keys have files of their own. */
let earlier: TestServer
beforeEach(async () => {
  folder = temporaryFolder(Object.fromEntries(FILES.map((file) => [file, `${randomBytes(32).toString('hex')}\n`])))
  const [sealKey, auditKey, traceKey] = FILES.map((file) => secretKeyIn(folder.path, file, null))
  earlier = await createTestServer({
    ...(sealKey && { sealKey }),
    ...(traceKey && { traceKey }),
    tracesDownloads: true,
  })
  earlier.clock.now = Date.now()
  const secret = await auditKey?.read()
  signEntries = () => chainEntries(earlier.database, signingKeyOf(secret ?? randomBytes(32)), earlier.clock.now)
})
afterEach(() => {
  earlier.close()
  folder.remove()
})
let signEntries: () => Promise<unknown>

/** Runs a command with the keys of the folder, with SECRET_KEY set or not. */
async function run(command: Command, words: readonly string[], secretKey: Uint8Array | null): Promise<string> {
  const lines: string[] = []
  const keys = serverKeysIn(folder.path, secretKey)
  const context = { ...commandContext(earlier.database), ...keys, folder: folder.path }
  await command(words)({ ...context, out: (text) => lines.push(text) })
  return lines.join('\n')
}

test.each([
  ['without SECRET_KEY', null],
  ['with SECRET_KEY', randomBytes(32)],
])('a data folder of an earlier version keeps second factors, audit log and traces, %s', async (_, secretKey) => {
  const researcher = await earlier.callAs('researcher')
  const varsetid = valueOf(await researcher(variableSetNew, { name: 'Set', variables: ['AGE'] })).id
  const [prepared] = valueOf(await researcher(downloadNew, { cohortid: ROOT_COHORT_ID, varsetid }))
  const path = `/cohort/downloadstream?downloadid=${prepared?.download_id ?? ''}&filename=a.csv`
  const leak = await (await (await earlier.fetchAs('researcher'))(`${API_PREFIX}${path}`)).text()
  const { secret } = await turnOn(researcher, earlier.clock.now)
  await signEntries()

  const keys = serverKeysIn(folder.path, secretKey)
  const later = await createTestServer({ holding: earlier.database, isShared: true, ...keys, tracesDownloads: true })
  later.clock.now = earlier.clock.now + HALF_A_MINUTE
  const anonymous = await later.callAs()
  const code = codeAt(secret, later.clock.now)
  expect(await anonymous(login, { username: 'researcher', password: PASSWORD, code })).toMatchObject({ ok: true })

  writeFileSync(join(folder.path, 'leak.csv'), leak)
  expect(await run(trace, ['leak.csv'], secretKey)).toMatch(/^researcher: a\.csv: /)

  await chainEntries(earlier.database, signingKeyOf(await keys.auditKey.readOrMake()), later.clock.now)
  expect(await run(audit, ['--verify'], secretKey)).toMatch(/ are as written\./)
})
