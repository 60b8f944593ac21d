import { QueryClient, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { Route, Routes, useParams } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { route } from '#command-kit/declaration.ts'
import { CommandProvider } from '#command-kit/kit.tsx'
import { createRegistry } from '#command-kit/registry.ts'
import { smallKit } from '#tests/support/small-commands.ts'
import { createWorkspaceHistory } from '#workspace/history.ts'
import { createWorkspacePort } from '#workspace/workspace-port.ts'
import { Workspace } from '#workspace/workspace.tsx'

const commands = {
  'variable.show': route<'variable.show'>({
    path: '/variables/:id',
    screen: () => Promise.resolve({ default: () => null }),
    chapter: 'cohorts',
    title: 'Variable',
    heading: (_get, args) => args?.variableName ?? '',
    section: 'Test',
    help: 'Does it.',
    toTarget: ({ variableName }) => ({ params: { id: variableName } }),
    fromTarget: (params) => ({ variableName: params['id'] ?? '' }),
  }),
}

const rendered: string[] = []
const fetched: string[] = []
let client = new QueryClient()

function VariableScreen() {
  const name = useParams()['id'] ?? ''
  rendered.push(name)
  const { data } = useQuery(
    {
      queryKey: ['variable', name],
      staleTime: 60_000,
      queryFn: () => {
        fetched.push(name)
        return Promise.resolve(`answer of ${name}`)
      },
    },
    client,
  )
  return <p>{data}</p>
}

const routes = (
  <Routes>
    <Route path="/variables/:id" element={<VariableScreen />} />
  </Routes>
)

async function show(address: string) {
  window.history.replaceState(null, '', address)
  const { parts, store } = smallKit(commands)
  const registry = createRegistry(commands)
  const history = createWorkspaceHistory({ store, isRoute: registry.isRoute })
  const workspace = createWorkspacePort({ history, registry })
  render(
    <CommandProvider registry={registry} context={{ ...parts, workspace }}>
      <Workspace history={history} routes={routes} />
    </CommandProvider>,
  )
  await screen.findByText('answer of B')
  await waitFor(() => expect(fetched.toSorted()).toEqual(['A', 'B', 'C']))
  rendered.length = 0
  fetched.length = 0
  return workspace(store)
}

const headings = () => screen.getAllByRole('heading', { level: 1 }).map((heading) => heading.textContent)

beforeEach(() => {
  client = new QueryClient()
  rendered.length = 0
  fetched.length = 0
})
afterEach(cleanup)

describe('rendering of panes', () => {
  it.each([
    ['focusing another pane', (port: Awaited<ReturnType<typeof show>>) => port.focus(3), ['A', 'B', 'C'], []],
    ['moving a pane', (port: Awaited<ReturnType<typeof show>>) => port.move(1), ['B', 'A', 'C'], []],
    ['closing a pane', (port: Awaited<ReturnType<typeof show>>) => port.close(), ['B', 'C'], []],
    ['maximising a pane', (port: Awaited<ReturnType<typeof show>>) => port.maximise(), ['A', 'B', 'C'], []],
    [
      'opening a page',
      (port: Awaited<ReturnType<typeof show>>) => port.open('/variables/D', 'beside'),
      ['A', 'D', 'B', 'C'],
      ['D'],
    ],
    [
      'opening an open page again',
      (port: Awaited<ReturnType<typeof show>>) => port.open('/variables/B', 'beside'),
      ['A', 'B', 'B', 'C'],
      [],
    ],
  ])('renders no other screen and sends no redundant request when %s', async (_what, change, order, asked) => {
    const port = await show('/variables/A?beside=/variables/B&beside=/variables/C')
    act(() => change(port))
    await waitFor(() => expect(headings()).toEqual(order))
    const opened = order.length > 3 ? [order[1]] : []
    await waitFor(() => expect(fetched).toEqual(asked))
    expect(new Set(rendered)).toEqual(new Set(opened))
    // Only the new pane renders, not its twin.
    expect(rendered.length).toBeLessThanOrEqual(3)
  })
})
