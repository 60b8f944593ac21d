import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { atom } from 'jotai'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChoiceState } from '#command-kit/argument-source.ts'
import { KeyListener } from '#command-kit/keys/key-listener.tsx'
import { CommandProvider } from '#command-kit/kit.tsx'
import '#command-kit/palette/palette-dialog.tsx'
import '#command-kit/palette/palette-ranking.ts'
import '#command-kit/palette/palette-frame.tsx'
import '#command-kit/palette/palette-preview.tsx'
import { Palette } from '#command-kit/palette/palette.tsx'
import { cohorts, commands, run, savableAtom, variables } from '#tests/support/palette-commands.ts'
import { smallKit } from '#tests/support/small-commands.ts'
import { typingUser } from '#tests/support/typing-user.ts'

const LOADING: ChoiceState = { status: 'loading' }
const READY: ChoiceState = {
  status: 'ready',
  rows: [
    { value: 1, title: 'All Individuals' },
    { value: 12, title: 'Women' },
  ],
}

/** A palette whose cohorts are still loading, and the function that resolves them. */
function askForPalette() {
  const coming = atom<ChoiceState>(LOADING)
  const small = smallKit(commands, { sources: [{ ...cohorts, rows: coming }, variables] })
  render(
    <CommandProvider registry={small.registry} sources={small.kit.sources} context={small.parts}>
      <KeyListener />
      <Palette />
    </CommandProvider>,
  )
  act(() => small.kit.contextFor('key').palette.open())
  const bring = () => act(() => small.kit.store.set(coming, READY))
  return { ...small, bring, user: typingUser() }
}

async function fieldFor(name: string | RegExp): Promise<void> {
  const field = await screen.findByRole('combobox', { name })
  await waitFor(() => expect(document.activeElement).toBe(field))
}

vi.setConfig({ testTimeout: 20_000 })

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  run.mockClear()
})

describe('Enter in the palette', () => {
  it('selects the first row once a loading list is ready', async () => {
    const { user, bring, workspace } = askForPalette()
    await fieldFor(/Search/)
    await user.keyboard('view c{Enter}')
    await fieldFor('Which cohort?')
    await user.keyboard('wom{Enter}')
    expect(screen.getByRole('status').textContent).toContain('The first result will be chosen.')
    bring()
    await waitFor(() => expect(workspace.open.mock.calls).toEqual([['/cohorts/12', 'here']]))
  })

  it('selects nothing if the text changed in the meantime', async () => {
    const { user, bring, workspace } = askForPalette()
    await fieldFor(/Search/)
    await user.keyboard('c wom{Enter}x{Backspace}')
    bring()
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('Women')
    expect(workspace.open).not.toHaveBeenCalled()
  })

  it('runs a command as soon as its page offers it, unless another key followed', async () => {
    const { user, kit } = askForPalette()
    await fieldFor(/Search/)
    await user.keyboard('save{Enter}x{Backspace}')
    act(() => kit.store.set(savableAtom, true))
    expect(run).not.toHaveBeenCalled()
    act(() => kit.store.set(savableAtom, false))
    await user.keyboard('{Enter}')
    expect(run).not.toHaveBeenCalled()
    act(() => kit.store.set(savableAtom, true))
    await waitFor(() => expect(run).toHaveBeenCalledOnce())
  })

  it('runs no fuzzy match while a list is loading', async () => {
    const { user, bring, workspace } = askForPalette()
    await fieldFor(/Search/)
    await user.keyboard('wo{Enter}')
    expect(screen.queryByRole('listbox')).toBeNull()
    bring()
    await waitFor(() => expect(workspace.open.mock.calls).toEqual([['/cohorts/12', 'here']]))
  })

  it('runs the text typed before the palette has loaded', async () => {
    const { user } = askForPalette()
    await user.keyboard('log{Enter}out')
    await waitFor(() => expect(run).toHaveBeenCalledOnce())
  })
})
