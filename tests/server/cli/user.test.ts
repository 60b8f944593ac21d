import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountSessions } from '#contract/account.ts'
import { audit } from '#contract/audit.ts'
import { user } from '#server/cli/user.ts'
import { commandContext } from '#tests/support/command-context.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

async function run(...words: string[]): Promise<string> {
  const lines: string[] = []
  await user(words)({ ...commandContext(server.database, 'a long password'), out: (text) => lines.push(text) })
  return lines.join('\n')
}

test('refuses collections for an administrator, who reads all, until the right is taken away', async () => {
  const admin = await server.callAs('admin')
  await expect(run('collections', 'admin', 'bp')).rejects.toThrow(
    'admin is an administrator and reads every collection. First run: npm run user -- admin-off admin',
  )
  expect(await run('list')).toContain('admin\tadmin')
  expect(await run('admin-off', 'admin')).toBe('admin is no administrator any more and may read no collection.')
  expect((await admin(accountSessions, {})).ok).toBe(true)
  expect(await admin(audit, {})).toMatchObject({ status: 403 })
  await expect(run('admin-off', 'admin')).rejects.toThrow('admin is no administrator.')
  expect(await run('collections', 'admin', 'bp')).toContain('admin may now read bp.')
})

test('an account whose name looks like that of another is refused', async () => {
  await expect(run('add', 'ＡＤＭＩＮ')).rejects.toThrow('The account admin already exists.')
  await expect(run('add', 'Researcher')).rejects.toThrow('The account researcher already exists.')
  expect(await run('add', 'ada')).toContain('Added ada')
})
