import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CommandProvider } from '#command-kit/kit.tsx'
import { AuditLog } from '#features/audit/audit-log.tsx'
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

test('shows the newest entries, and the older ones by page', async () => {
  for (let number = 1; number <= 25; number++) {
    await client.saveOnWire('/project/new', { name: `Study ${number}`, description: '' })
  }
  showLog()
  const status = await screen.findByText(/entries, newest first$/)
  const total = Number(status.textContent.replaceAll(/\D/g, ''))
  expect(total).toBeGreaterThan(25)
  expect(screen.getAllByText(/Study \d+/)).toHaveLength(10)
  expect(screen.getByText(/Study 25/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(await screen.findByText(/Study 15/)).toBeTruthy()
  expect(screen.queryByText(/Study 25/)).toBeNull()
})
