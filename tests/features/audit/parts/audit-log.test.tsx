import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CommandProvider } from '#command-kit/kit.tsx'
import { AUDIT_ROWS_AT_ONCE } from '#domain/limits.ts'
import { AuditLog } from '#features/audit/parts/audit-log.tsx'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { smallKit } from '#tests/support/small-commands.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let client: SignedInClient
beforeEach(async () => {
  server = await createTestServer()
  client = await signInClient(server, 'admin')
})
afterEach(() => {
  cleanup()
  server.close()
})

function showLog() {
  const { registry, parts } = smallKit({})
  const { call, store } = client
  const user = { username: 'admin', isAdmin: true, collections: [] }
  render(
    <CommandProvider registry={registry} context={{ ...parts, call, store, user }}>
      <div style={{ overflowY: 'auto' }}>
        <AuditLog />
      </div>
    </CommandProvider>,
  )
}

test('shows the newest entries, and the older ones on request, without pages', async () => {
  for (let number = 1; number <= AUDIT_ROWS_AT_ONCE; number++) {
    await client.saveOnWire('/project/new', { name: `Study ${number}`, description: '' })
  }
  showLog()
  const status = await screen.findByText(/entries, newest first$/)
  const total = Number(status.textContent.replaceAll(/\D/g, ''))
  expect(total).toBeGreaterThan(AUDIT_ROWS_AT_ONCE)
  expect(screen.getByRole('table', { name: 'Audit log' }).getAttribute('aria-rowcount')).toBe(String(total + 1))
  expect(await screen.findByText(new RegExp(`Study ${AUDIT_ROWS_AT_ONCE}`))).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  const more = screen.getByRole('button', { name: `Show more of ${total}` })
  await userEvent.click(more)
  await expect.poll(() => screen.queryByRole('button', { name: /^Show more/ })).toBeNull()
  expect(client.sent.filter((request) => request === 'GET /audit')).toHaveLength(2)
})
