import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Link, Route, Routes, useParams } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CommandButton } from '#command-kit/command-button.tsx'
import { action, route } from '#command-kit/declaration.ts'
import { KeyListener } from '#command-kit/keys/key-listener.tsx'
import { CommandProvider } from '#command-kit/kit.tsx'
import { createRegistry } from '#command-kit/registry.ts'
import { UNEXPECTED_ERROR } from '#domain/messages.ts'
import { smallKit } from '#tests/support/small-commands.ts'
import { Combobox } from '#ui/forms/combobox.tsx'
import { createWorkspaceHistory } from '#workspace/history.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { createWorkspacePort } from '#workspace/workspace-port.ts'
import { Workspace } from '#workspace/workspace.tsx'

const COMMON = { section: 'Test', help: 'Does it.' } as const
const lazyScreen = () => Promise.resolve({ default: () => null })
const commands = {
  'variable.show': route<'variable.show'>({
    ...COMMON,
    path: '/variables/:id',
    screen: lazyScreen,
    chapter: 'cohorts',
    title: 'Variable',
    heading: (_get, args) => args?.variableName ?? '',
    toTarget: ({ variableName }) => ({ params: { id: variableName } }),
    fromTarget: (params) => ({ variableName: params['id'] ?? '' }),
    subject: ({ variableName }) => ({ kind: 'variable', value: variableName }),
  }),
  'pane.close': action<'pane.close'>({
    ...COMMON,
    title: 'Close pane',
    keys: [{ seq: 'p w', scope: 'global' }],
    places: [{ location: 'pane-menu', order: 1 }],
    available: ({ workspace }) => workspace.paneCount() > 1 || { because: 'There is only one pane.' },
    run: ({ workspace }) => workspace.close(),
  }),
  'pane.next': action<'pane.next'>({
    ...COMMON,
    title: 'Next pane',
    keys: [{ seq: 'F6', scope: 'global' }],
    available: ({ workspace }) => !workspace.isLastFocused() || { because: 'This is the last pane.' },
    run: ({ workspace }) => workspace.focusNext(),
  }),
  'form.save': action<'form.save'>({
    ...COMMON,
    title: 'Save',
    keys: [{ seq: '$mod+S', scope: 'pane' }],
    places: [{ location: 'pane-menu', order: 2 }],
    available: ({ workspace }) => workspace.paneAction('form.save')?.available ?? { because: 'Nothing to save.' },
    run: async ({ workspace }) => workspace.paneAction('form.save')?.run(),
  }),
}

const ROWS = [{ value: 'yes', title: 'Yes' }]
const allRows = () => ROWS
const rendered: string[] = []
const saved: string[] = []

function VariableScreen() {
  const name = useParams()['id'] ?? ''
  const [draft, setDraft] = useState('')
  rendered.push(name)
  usePaneActions({
    'form.save': {
      available: draft !== '' || { because: 'Write something.' },
      run: () => void saved.push(`${name}: ${draft}`),
    },
  })
  if (name === 'BROKEN') throw new Error('This one is broken')
  return (
    <>
      <input aria-label={`Draft of ${name}`} value={draft} onChange={(event) => setDraft(event.target.value)} />
      <Combobox label={`Choice of ${name}`} chosen="" rowsFor={allRows} onChoose={setDraft} emptyText="None" />
      <Link to="/variables/NEXT">Next variable</Link>
      <CommandButton id="form.save" args={{}} />
    </>
  )
}

const routes = (
  <Routes>
    <Route path="/variables/:id" element={<VariableScreen />} />
    <Route path="*" element={<p>Nowhere</p>} />
  </Routes>
)

function show(address: string) {
  window.history.replaceState(null, '', address)
  const { parts, store } = smallKit(commands)
  const registry = createRegistry(commands)
  const history = createWorkspaceHistory({ store, isRoute: registry.isRoute })
  const workspace = createWorkspacePort({ history, registry })
  render(
    <CommandProvider registry={registry} context={{ ...parts, workspace }}>
      <KeyListener />
      <Workspace history={history} routes={routes} />
    </CommandProvider>,
  )
  return { user: userEvent.setup(), port: workspace(store) }
}

// Without layout, all points are on the separator, which takes each click.
const goTo = (label: string) => act(() => screen.getByLabelText(label).focus())
const pane = (name: string) => within(screen.getByRole('region', { name }))
const headings = () => screen.getAllByRole('heading', { level: 1 }).map((heading) => heading.textContent)

beforeEach(() => {
  rendered.length = 0
  saved.length = 0
  localStorage.clear()
})
afterEach(cleanup)

describe('workspace', () => {
  it('shows one pane per page of the URL and the title of the focused pane as document title', async () => {
    show('/variables/A?beside=/variables/B')
    expect([headings(), document.title]).toEqual([['A', 'B'], 'A | DIVER'])
    expect(await screen.findByRole('separator', { name: 'Width of A' })).toBeTruthy()
  })

  it('keeps the field and draft of a single pane while a second one opens and closes', async () => {
    const { user, port } = show('/variables/A')
    goTo('Draft of A')
    await user.keyboard('half typed')
    const field = screen.getByLabelText('Draft of A')
    act(() => port.open('/variables/B', 'beside'))
    await screen.findByRole('separator', { name: 'Width of A' })
    expect(screen.getByLabelText('Draft of A')).toBe(field)
    act(() => port.close())
    expect(screen.queryByRole('separator')).toBeNull()
    expect(screen.getByLabelText('Draft of A')).toBe(field)
    expect(field).toHaveProperty('value', 'half typed')
  })

  it('leaves a field on Escape, so that letters are commands again', async () => {
    const { user } = show('/variables/A?beside=/variables/B')
    goTo('Draft of A')
    await user.keyboard('pw')
    expect(headings()).toEqual(['A', 'B'])
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(pane('A').getByRole('heading', { level: 1 }))
    await user.keyboard('pw')
    await waitFor(() => expect(headings()).toEqual(['B']))
  })

  it('closes the list of a combobox on the first Escape, clears it on the second, and leaves it on the third', async () => {
    const { user } = show('/variables/A?beside=/variables/B')
    const heading = pane('A').getByRole('heading', { level: 1 })
    goTo('Choice of A')
    const field = pane('A').getByRole('combobox')
    await user.keyboard('y{Escape}')
    expect([field.getAttribute('aria-expanded'), document.activeElement]).toEqual(['false', field])
    // Ark UI focuses the field again in the next frame; a user's second key comes later.
    await act(() => new Promise<void>((resolve) => void requestAnimationFrame(() => resolve())))
    await user.keyboard('{Escape}')
    expect(field).toHaveProperty('value', '')
    expect(document.activeElement).toBe(field)
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(heading)
  })

  it('does not render other panes during navigation in one', async () => {
    const { user } = show('/variables/A?beside=/variables/B')
    await user.click(pane('B').getByText('Next variable'))
    rendered.length = 0
    await user.click(pane('A').getByText('Next variable'))
    await waitFor(() => expect(headings()).toEqual(['NEXT', 'NEXT']))
    expect(rendered).not.toContain('B')
    expect(window.location.search).toContain(encodeURIComponent('/variables/NEXT'))
  })

  it('enables a button by the state of its own pane, whichever pane has the focus', async () => {
    const { user, port } = show('/variables/A?beside=/variables/B')
    const isOff = (name: string) => pane(name).getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')
    goTo('Draft of B')
    await user.keyboard('written')
    expect([isOff('A'), isOff('B')]).toEqual(['true', null])
    act(() => port.focus(1))
    expect([isOff('A'), isOff('B')]).toEqual(['true', null])
  })

  it('keeps drafts when panes open and close', async () => {
    const { user, port } = show('/variables/A?beside=/variables/B')
    goTo('Draft of B')
    await user.keyboard('kept')
    act(() => port.focus(1))
    act(() => port.close())
    expect([headings(), screen.getByLabelText('Draft of B')]).toEqual([
      ['B'],
      expect.objectContaining({ value: 'kept' }),
    ])
  })

  it('opens a link beside with Shift', async () => {
    const { user } = show('/variables/A')
    await user.keyboard('{Shift>}')
    await user.click(screen.getByText('Next variable'))
    await user.keyboard('{/Shift}')
    await waitFor(() => expect(headings()).toEqual(['A', 'NEXT']))
  })

  it('moves the keyboard focus to the pane of a key, and back to the previous element', async () => {
    const { user, port } = show('/variables/A?beside=/variables/B')
    goTo('Draft of A')
    await user.keyboard('{F6}')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('B'))
    act(() => port.focusPrevious())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Draft of A')))
  })

  it('provides the current actions of the focused pane', async () => {
    const { user, port } = show('/variables/A?beside=/variables/B')
    expect(port.paneAction('form.save')?.available).toEqual({ because: 'Write something.' })
    goTo('Draft of B')
    await user.keyboard('x')
    expect(port.paneAction('form.save')?.available).toBe(true)
    await user.keyboard('y{Control>}s{/Control}')
    await waitFor(() => expect(saved).toEqual(['B: xy']))
    goTo('Draft of A')
    expect(port.paneAction('form.save')?.available).toEqual({ because: 'Write something.' })
  })

  it('returns the subjects of its panes, the focused one first', async () => {
    const { port } = show('/variables/A?beside=/variables/B&beside=|&beside=/variables/C')
    expect(port.subjects().map(({ value }) => value)).toEqual(['A', 'C', 'B'])
    expect(port.address()).toMatch(/\/variables\/A\?beside=%2Fvariables%2FB&beside=%7C&beside=%2Fvariables%2FC$/)
  })

  it('contains a failing screen within its pane', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const { port } = show('/variables/A?beside=/variables/BROKEN')
    expect(screen.getByRole('alert').textContent).toContain(UNEXPECTED_ERROR)
    expect(pane('A').getByText('Next variable')).toBeTruthy()
    act(() => port.focus(2))
    act(() => port.open('/variables/C', 'here'))
    await waitFor(() => expect(headings()).toEqual(['A', 'C']))
    expect(screen.queryByRole('alert')).toBeNull()
    log.mockRestore()
  })

  it('shows Page Not Found for an unknown page', () => {
    show('/nowhere')
    expect([headings(), screen.getByText('Nowhere').textContent]).toEqual([['Page Not Found'], 'Nowhere'])
  })
})
