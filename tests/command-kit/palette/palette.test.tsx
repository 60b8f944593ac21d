import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { invocationOf, type Subject } from '#command-kit/declaration.ts'
import { CommandProvider } from '#command-kit/kit.tsx'
import '#command-kit/palette/palette-dialog.tsx'
import '#command-kit/palette/palette-ranking.ts'
import '#command-kit/palette/palette-frame.tsx'
import '#command-kit/palette/palette-preview.tsx'
import { Palette } from '#command-kit/palette/palette.tsx'
import { countUse } from '#command-kit/usage.ts'
import { NO_RESULTS } from '#domain/messages.ts'
import { cohorts, commands, run, sets, variables } from '#tests/support/palette-commands.ts'
import { smallKit } from '#tests/support/small-commands.ts'
import { painted, typingUser } from '#tests/support/typing-user.ts'

async function openPalette(subjects: readonly Subject[] = []) {
  const small = smallKit(commands, { subjects, sources: [cohorts, variables, sets] })
  const user = typingUser()
  render(
    <CommandProvider registry={small.registry} sources={small.kit.sources} context={small.parts}>
      <button type="button">Before</button>
      <Palette />
    </CommandProvider>,
  )
  await user.click(screen.getByText('Before'))
  act(() => small.kit.contextFor('key').palette.open())
  const input = await screen.findByRole('combobox')
  await waitFor(() => expect(document.activeElement).toBe(input))
  return { ...small, user, input }
}

/** Waits for a question's page with a focused field. */
async function fieldFor(name: string | RegExp): Promise<void> {
  const field = await screen.findByRole('combobox', { name })
  await waitFor(() => expect(document.activeElement).toBe(field))
}

function activeText(): string {
  const input = screen.getByRole('combobox')
  const id = input.getAttribute('aria-activedescendant') ?? ''
  const rows = screen.getAllByRole('option')
  const active = rows.filter((row) => row.id === id)
  expect(active).toEqual(rows.filter((row) => row.getAttribute('aria-selected') === 'true'))
  return active[0]?.textContent ?? ''
}

const sections = () => screen.getAllByRole('option').map((row) => row.getAttribute('aria-description'))

// Rendering whole dialogs for every key is slow on a busy machine.
vi.setConfig({ testTimeout: 20_000 })

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  run.mockClear()
})

describe('palette', () => {
  it('marks the row that Enter runs after every key', async () => {
    const { user } = await openPalette()
    expect(activeText()).toContain('View Cohort')
    for (const [key, text] of [
      ['{ArrowDown}', 'View Variable'],
      ['{ArrowDown}', 'Log out'],
      ['{ArrowUp}', 'View Variable'],
      ['{Control>}{End}{/Control}', 'Save'],
      ['{ArrowDown}', 'Save'],
      ['{Control>}{Home}{/Control}', 'View Cohort'],
      ['{PageDown}', 'Save'],
      ['{PageUp}', 'View Cohort'],
      ['l', 'Log out'],
      ['o', 'Log out'],
      ['{Backspace}{Backspace}', 'View Cohort'],
    ] as const) {
      await user.keyboard(key)
      expect(activeText()).toContain(text)
    }
  })

  it('moves through all rows, also those out of view', async () => {
    const { user, workspace } = await openPalette()
    await user.keyboard('v {Control>}{End}{/Control}')
    expect(activeText()).toContain('AGE_299')
    await user.keyboard('{ArrowUp}{PageUp}')
    expect(activeText()).toContain('AGE_288')
    expect(screen.getAllByRole('option').length).toBeLessThan(60)
    await user.keyboard('{Shift>}{Enter}{/Shift}')
    await fieldFor('Counted in which cohort?')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(workspace.open.mock.calls).toEqual([['/variables/AGE_288?cohort=1', 'beside']]))
  })

  it('runs a command and restores the focus', async () => {
    const { user } = await openPalette()
    await user.keyboard('log{Enter}')
    await waitFor(() => expect(run).toHaveBeenCalledOnce())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Before')))
  })

  it('shows an unavailable command with its reason and does not run it', async () => {
    const { user, input } = await openPalette()
    await user.keyboard('save{Enter}')
    const row = screen.getByRole('option', { selected: true })
    expect(row.textContent).toContain('There is nothing to save.')
    expect(row.getAttribute('aria-disabled')).toBe('true')
    expect(run).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(input)
  })

  it('finds names with a typing error, and no names of scattered letters', async () => {
    const { user, input } = await openPalette()
    await user.keyboard('wo')
    expect(screen.getAllByRole('option').map((row) => row.textContent)).toEqual([expect.stringContaining('Women')])
    await user.clear(input)
    await user.keyboard('view')
    expect(sections()).toEqual(['Best matches', 'Best matches'])
    await user.clear(input)
    await user.keyboard('>veiw')
    expect(activeText()).toContain('View Cohort')
  })

  it('lists actions of the focused pane, recent rows and other commands in sections', async () => {
    const { kit } = await openPalette([{ kind: 'cohort', value: 12 }])
    act(() => countUse(kit.store, kit.username, 'cohort:1'))
    expect(screen.getAllByRole('option').map((row) => row.querySelectorAll('span')[1]?.textContent)).toEqual([
      'View Variable',
      'All Individuals',
      'View Cohort',
      'Log out',
      'Save',
    ])
    expect(sections()).toEqual(['Here', 'Recent', 'More commands', 'More commands', 'Not available now'])
    expect(['Here', 'Recent', 'Not available now'].map((title) => screen.getAllByText(title).length)).toEqual([1, 1, 1])
  })

  it('ranks names that start with the text before commands that contain it', async () => {
    const { user } = await openPalette()
    await user.keyboard('al')
    expect(screen.getAllByRole('option')[0]?.textContent).toContain('All Individuals')
  })

  it('never lists itself', async () => {
    const { user } = await openPalette()
    await user.keyboard('>')
    expect(screen.getAllByRole('option').map((row) => row.textContent)).not.toContainEqual(
      expect.stringContaining('Command palette'),
    )
  })

  it('finds pages by "go to"', async () => {
    const { user } = await openPalette()
    await user.keyboard('go to cohort')
    expect(activeText()).toContain('View Cohort')
  })

  it('shows recently used rows first while the text is empty', async () => {
    const { user, kit } = await openPalette()
    act(() => countUse(kit.store, kit.username, 'cohort:12'))
    await user.keyboard('x{Backspace}')
    expect(screen.getAllByRole('option')[0]?.textContent).toContain('Women')
  })

  it('shows a message without an empty list if there is no result', async () => {
    const { user, input } = await openPalette()
    await user.keyboard('c qqqq')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(screen.getByText(NO_RESULTS).getAttribute('role')).toBe('status')
    expect([input.getAttribute('aria-expanded'), input.hasAttribute('aria-activedescendant')]).toEqual(['false', false])
  })

  it('asks for missing arguments and goes back', async () => {
    const { user, workspace } = await openPalette()
    await user.keyboard('view c{Enter}')
    await fieldFor('Which cohort?')
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(activeText()).toContain('No access.')
    await user.keyboard('{Backspace}')
    await fieldFor(/Search/)
    await user.keyboard('view c{Enter}')
    await fieldFor('Which cohort?')
    await user.keyboard('wom{Enter}')
    await waitFor(() => expect(workspace.open.mock.calls).toEqual([['/cohorts/12', 'here']]))
  })

  it('asks for the argument of a command on Tab, and names the keys of the active row', async () => {
    const { user } = await openPalette([{ kind: 'cohort', value: 12 }])
    await user.keyboard('log')
    expect(screen.queryByText('choose the argument')).toBeNull()
    await user.keyboard('{Backspace}{Backspace}{Backspace}view c')
    expect(await screen.findByText('choose the argument')).toBeTruthy()
    await user.keyboard('{Tab}')
    await fieldFor('Which cohort?')
    expect(await screen.findByText('back')).toBeTruthy()
  })

  it('lists the actions of a thing on Tab, runs one with it, and goes back', async () => {
    const { user, workspace } = await openPalette()
    await user.keyboard('wom')
    await waitFor(() => expect(activeText()).toContain('Women'))
    expect(await screen.findByText('actions')).toBeTruthy()
    await user.keyboard('{Tab}')
    await fieldFor('What to do with Women?')
    expect(sections()).toEqual(['Actions of Women', 'Actions of Women'])
    await user.keyboard('{Backspace}')
    await fieldFor(/Search/)
    await user.keyboard('wom{Tab}')
    await fieldFor('What to do with Women?')
    await user.keyboard('view c{Enter}')
    await waitFor(() => expect(workspace.open.mock.calls).toEqual([['/cohorts/12', 'here']]))
  })

  it('never offers the answer of another question of the same kind', async () => {
    const { kit } = await openPalette([{ kind: 'cohort', value: 12 }])
    act(() => kit.contextFor('key').palette.ask(invocationOf('cohort.compare', { cohortId: 12 })))
    await fieldFor('With which cohort?')
    expect(screen.getAllByRole('option').map((row) => row.textContent)).toEqual([
      expect.stringContaining('All Individuals'),
      expect.stringContaining('Closed'),
    ])
  })

  it('lists objects of the panes first, and fills in known arguments', async () => {
    const { user } = await openPalette([{ kind: 'cohort', value: 12 }])
    await user.keyboard('view c{Enter}')
    await fieldFor('Which cohort?')
    expect(activeText()).toContain('Women')
    await user.keyboard('{Backspace}')
    await fieldFor(/Search/)
    await user.keyboard('view var{Enter}')
    await fieldFor('Which variable?')
    expect(screen.getAllByRole('listitem').map((crumb) => crumb.textContent)).toEqual(['View Variable', 'Women'])
    await user.keyboard('{Backspace}')
    await fieldFor('Counted in which cohort?')
  })

  it('filters by a prefix, which Backspace turns back into text', async () => {
    const { user, input } = await openPalette()
    await user.keyboard('c wom')
    expect(screen.getAllByRole('option').map((row) => row.textContent)).toEqual([expect.stringContaining('Women')])
    expect(input).toHaveProperty('value', 'wom')
    await user.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}')
    expect(input).toHaveProperty('value', 'c')
    await user.clear(input)
    await user.keyboard('>log')
    expect(screen.getAllByRole('option')).toHaveLength(1)
    await user.clear(input)
    await user.keyboard('{Backspace}{Backspace}s ')
    expect(screen.getByText('Loading Variable sets…').getAttribute('role')).toBe('status')
  })

  it('does not search during input method composition', async () => {
    const { input } = await openPalette()
    const type = (data: string, isComposing: boolean) => {
      if (!(input instanceof HTMLInputElement)) throw new Error('The field is an input')
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, data)
      input.dispatchEvent(new InputEvent('input', { bubbles: true, data, isComposing }))
    }
    act(() => type('qq', true))
    await painted()
    expect(input).toHaveProperty('value', 'qq')
    expect(screen.getAllByRole('option')).toHaveLength(4)
    act(() => {
      input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'qq' }))
    })
    await painted()
    expect(screen.queryByRole('option')).toBeNull()
  })
})
