import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { atom } from 'jotai'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import { action, route } from '#command-kit/declaration.ts'
import { CommandProvider } from '#command-kit/kit.tsx'
import { smallKit } from '#tests/support/small-commands.ts'

const isReadyAtom = atom(false)
const run = vi.fn<() => void>()
const commands = {
  'form.save': action<'form.save'>({
    title: 'Save',
    section: 'Forms',
    help: 'Saves the draft of this pane.',
    keys: [{ seq: '$mod+S', scope: 'pane' }],
    available: ({ store }) => store.get(isReadyAtom) || { because: 'A name is missing.' },
    run,
  }),
  'session.log-out': action<'session.log-out'>({
    title: 'Log out',
    section: 'Session',
    help: 'Ends the session.',
    visible: ({ user }) => user?.isAdmin === true,
    run,
  }),
  'cohort.show': route<'cohort.show'>({
    path: '/cohorts/:id',
    screen: () => Promise.resolve({ default: () => null }),
    chapter: 'cohorts',
    title: (_context, { cohortId }) => `Cohort ${cohortId}`,
    section: 'Cohorts',
    help: 'Shows a cohort.',
    toTarget: ({ cohortId }) => ({ params: { id: String(cohortId) } }),
    fromTarget: (params) => ({ cohortId: Number(params['id']) }),
  }),
}

function renderWith(children: ReactNode) {
  const small = smallKit(commands)
  render(
    <CommandProvider registry={small.registry} context={small.parts}>
      {children}
    </CommandProvider>,
  )
  return { ...small, user: userEvent.setup() }
}

afterEach(() => {
  cleanup()
  run.mockClear()
})

describe('command button', () => {
  it('stays focusable and shows the reason while unavailable, and does nothing when pressed', async () => {
    const onDone = vi.fn<() => void>()
    const { user } = renderWith(<CommandButton id="form.save" args={{}} onDone={onDone} />)
    const button = screen.getByRole('button', { name: 'Save' })
    expect({
      off: button.getAttribute('aria-disabled'),
      disabled: button.hasAttribute('disabled'),
      reason: document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
      tooltip: button.dataset['tooltip'],
      keys: button.getAttribute('aria-keyshortcuts'),
    }).toEqual({
      off: 'true',
      disabled: false,
      reason: 'A name is missing.',
      tooltip: 'Saves the draft of this pane. A name is missing. (Ctrl+S)',
      keys: 'Control+S',
    })
    await user.tab()
    expect(document.activeElement).toBe(button)
    await user.keyboard('{Enter}')
    expect([run.mock.calls.length, onDone.mock.calls.length]).toEqual([0, 0])
  })

  it('becomes available when its rule changes, runs the command and reports success', async () => {
    const onDone = vi.fn<() => void>()
    const { user, store } = renderWith(
      <CommandButton id="form.save" args={{}} onDone={onDone}>
        Save subset
      </CommandButton>,
    )
    act(() => store.set(isReadyAtom, true))
    const button = screen.getByRole('button', { name: 'Save subset' })
    expect(button.hasAttribute('aria-disabled')).toBe(false)
    await user.click(button)
    await waitFor(() => expect([run.mock.calls.length, onDone.mock.calls.length]).toEqual([1, 1]))
  })

  it('renders nothing if the command is hidden from the user', () => {
    renderWith(<CommandButton id="session.log-out" args={{}} />)
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('command link', () => {
  it('has the plain URL, opens here on a click, and beside on a click with Shift', async () => {
    const { user, workspace } = renderWith(<CommandLink id="cohort.show" args={{ cohortId: 12 }} isCurrent />)
    const link = screen.getByRole('link', { name: 'Cohort 12' })
    expect([link.getAttribute('href'), link.getAttribute('aria-current')]).toEqual(['/cohorts/12', 'page'])
    await user.click(link)
    await user.keyboard('{Shift>}')
    await user.click(link)
    await user.keyboard('{/Shift}')
    await waitFor(() =>
      expect(workspace.open.mock.calls).toEqual([
        ['/cohorts/12', 'here'],
        ['/cohorts/12', 'beside'],
      ]),
    )
  })

  it('leaves other clicks to the browser', async () => {
    const { user, workspace } = renderWith(<CommandLink id="cohort.show" args={{ cohortId: 12 }} />)
    const left: boolean[] = []
    document.addEventListener(
      'click',
      (event) => {
        left.push(!event.defaultPrevented)
        event.preventDefault()
      },
      { once: true },
    )
    await user.keyboard('{Control>}')
    await user.click(screen.getByRole('link'))
    await user.keyboard('{/Control}')
    expect([left, workspace.open.mock.calls]).toEqual([[true], []])
  })
})
