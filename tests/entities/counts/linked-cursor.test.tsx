import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider } from 'jotai'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PaneContext } from '#command-kit/hooks.ts'
import { useLinkedBars } from '#entities/counts/linked-cursor.ts'
import { hasDisclosureControlAtom } from '#entities/session/session.ts'
import { signInClient } from '#tests/support/signed-in-client.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'
import { BarList } from '#ui/charts/bar-list.tsx'
import { useDebounced } from '#ui/forms/use-debounced.ts'

let server: TestServer
beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  server.close()
})

const PREVIEW = 'POST /cohort/rules/preview'

function married(value: string, words: string) {
  return { words, where: [{ variableName: 'MARITAL', operator: 'EQ', values: [value] }] } as const
}

const BARS = [
  { key: '1', label: 'Married', count: 4, counted: married('1', 'MARITAL Married') },
  { key: '2', label: 'Divorced', count: 4, counted: married('2', 'MARITAL Divorced') },
  { key: '', label: 'Without an answer', count: 4 },
]

function Bars() {
  return <BarList label="Bars" {...useLinkedBars(BARS)} format={String} share={String} />
}

/** Longer than the pause before counts are fetched. */
const LATER = 400

function Clock({ isRunning }: { isRunning: boolean }) {
  return useDebounced(isRunning, LATER) ? 'Later' : ''
}

/** The same bars in two panes, over the real server. */
async function showPanes(minimumCell: number) {
  server = await createTestServer({ minimumCell })
  const client = await signInClient(server, 'researcher')
  const panes = (isRunning: boolean) => (
    <Provider store={client.store}>
      {['left', 'right'].map((pane) => (
        <PaneContext key={pane} value={pane}>
          <section aria-label={pane}>
            <Bars />
          </section>
        </PaneContext>
      ))}
      <Clock isRunning={isRunning} />
    </Provider>
  )
  const { rerender } = render(panes(false))
  const [left, right] = ['left', 'right'].map((name) => within(screen.getByRole('region', { name })))
  if (!left || !right) throw new Error('Two panes are drawn.')
  const passTime = async () => {
    rerender(panes(true))
    await screen.findByText('Later')
  }
  return { client, left, right, passTime }
}

test('a bar under the pointer shows its individuals in the bars of another pane, counted by the server', async () => {
  const { client, left, right } = await showPanes(0)
  await userEvent.hover(left.getByText('Married'))
  expect(await right.findByText(/^[1-9]\d* also MARITAL Married$/)).toBeTruthy()
  expect(left.queryByText(/also/)).toBeNull()
  // One request for all bars.
  expect(client.sent.filter((request) => request === PREVIEW)).toHaveLength(1)
  await userEvent.hover(left.getByText('Without an answer'))
  await waitFor(() => expect(right.queryByText(/also/)).toBeNull())
})

test('with suppressed small counts no count is fetched', async () => {
  const { client, left, right, passTime } = await showPanes(3)
  expect(client.store.get(hasDisclosureControlAtom)).toBe(true)
  await userEvent.hover(left.getByText('Married'))
  await passTime()
  expect(client.sent).not.toContain(PREVIEW)
  expect(right.queryByText(/also/)).toBeNull()
})
