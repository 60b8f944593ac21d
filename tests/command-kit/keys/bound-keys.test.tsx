import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CommandButton } from '#command-kit/command-button.tsx'
import { action } from '#command-kit/declaration.ts'
import { keyFileText, readKeyFile, keyProblem } from '#command-kit/keyboard/key-settings.ts'
import { KeyboardDialog } from '#command-kit/keyboard/keyboard-dialog.tsx'
import { boundKeys } from '#command-kit/keys/bound-keys.ts'
import { KeyListener } from '#command-kit/keys/key-listener.tsx'
import { CommandProvider } from '#command-kit/kit.tsx'
import { createRegistry } from '#command-kit/registry.ts'
import { smallKit } from '#tests/support/small-commands.ts'

const ran = vi.fn<(id: string) => void>()
const COMMON = { section: 'Test', help: 'Does it.' } as const
const commands = {
  'cohorts.show': action<'cohorts.show'>({
    ...COMMON,
    title: 'Cohorts',
    keys: [{ seq: 'g c', scope: 'global' }],
    run: () => ran('cohorts'),
  }),
  'variable-sets.show': action<'variable-sets.show'>({
    ...COMMON,
    title: 'Sets',
    keys: [{ seq: 'g s', scope: 'global' }],
    run: () => ran('sets'),
  }),
  'list.next': action<'list.next'>({
    ...COMMON,
    title: 'Next row',
    keys: [{ seq: 'j', scope: 'table', repeats: true }],
    run: () => ran('next'),
  }),
  'working-set.clear': action<'working-set.clear'>({ ...COMMON, title: 'Clear', run: () => ran('clear') }),
}
const registry = createRegistry(commands)

// Rendering whole dialogs for every key is slow on a busy machine.
vi.setConfig({ testTimeout: 20_000 })

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  ran.mockClear()
})

describe('user-defined keys', () => {
  it('equal the declared keys if the user changed none', () => {
    const bound = boundKeys(registry, {})
    expect([bound.table, bound.conflicts]).toEqual([registry.keyTable, []])
  })

  it('override declared keys and report the conflict', () => {
    const bound = boundKeys(registry, { 'working-set.clear': ['g c'], 'list.next': ['n'] })
    expect(bound.seqsOf('working-set.clear')).toEqual(['g c'])
    expect(bound.seqsOf('cohorts.show')).toEqual([])
    expect(bound.conflicts).toEqual([{ id: 'cohorts.show', seq: 'g c', keyOwner: 'working-set.clear' }])
    expect(bound.table.find(({ id }) => id === 'list.next')).toEqual({
      id: 'list.next',
      strokes: ['n'],
      scope: 'table',
      repeats: true,
    })
  })

  it('have no hints where single-character shortcuts are off', () => {
    const bound = boundKeys(registry, { 'list.next': ['$mod+J'] }, false)
    expect(bound.seqsOf('list.next')).toEqual(['$mod+J'])
    expect(bound.seqsOf('cohorts.show')).toEqual([])
    expect(bound.bindingsOf('cohorts.show')).not.toEqual([])
  })

  it('report a key that is the prefix of another as a conflict', () => {
    const { conflicts } = boundKeys(registry, { 'working-set.clear': ['g'] })
    expect(conflicts.map(({ id }) => id)).toEqual(['cohorts.show', 'variable-sets.show'])
  })

  it('may be empty, and ignore invalid keys and unknown commands', () => {
    const bound = boundKeys(registry, { 'cohorts.show': [], 'list.next': ['nonsense', '$mod+W'], 'no.command': ['x'] })
    expect(bound.table.map(({ id }) => id)).toEqual(['variable-sets.show'])
  })

  it.each([
    ['g p', null],
    ['$mod+Shift+Z', null],
    ['+', null],
    ['$mod+T', 'The browser keeps “Ctrl+T” for itself.'],
    ['hello', 'Write keys as “g p”, “$mod+Enter” or “Shift+D”.'],
    ['a b c d', 'Use at most 3 keys in sequence.'],
  ])('validates %s: %s', (seq, problem) => {
    expect(keyProblem(seq)).toBe(problem)
  })
})

describe('key settings file', () => {
  it('restores the exported settings', () => {
    const settings = { bareKeys: false, keys: { 'cohorts.show': ['g h'], 'list.next': [] } }
    expect(readKeyFile(registry, keyFileText(settings))).toEqual({ settings })
  })

  it.each([
    ['', 'This is not an exported file of keys.'],
    ['{"keys":{}}', 'This is not an exported file of keys.'],
    [keyFileText({ bareKeys: true, keys: { 'no.command': ['x'] } }), 'There is no command “no.command”.'],
    [
      keyFileText({ bareKeys: true, keys: { 'cohorts.show': ['$mod+W'] } }),
      'cohorts.show, “$mod+W”: The browser keeps “Ctrl+W” for itself.',
    ],
  ])('reports the error of an invalid file', (text, problem) => {
    expect(readKeyFile(registry, text)).toEqual({ problem })
  })
})

describe('keyboard page', () => {
  async function openPage() {
    const small = smallKit(commands)
    const user = userEvent.setup()
    const shown = render(
      <CommandProvider registry={small.registry} context={small.parts}>
        <CommandButton id="cohorts.show" args={{}} />
        <KeyListener />
        <KeyboardDialog />
      </CommandProvider>,
    )
    small.kit.contextFor('key').palette.openKeyboard()
    await screen.findByRole('dialog')
    return { user, ...shown }
  }

  it('assigns another key to a command and updates key listener and hints', async () => {
    const { user } = await openPage()
    await user.click(screen.getByRole('button', { name: 'Change the key of Cohorts' }))
    const field = screen.getByRole('textbox', { name: /^Key of Cohorts/ })
    await user.clear(field)
    await user.type(field, '$mod+w{Enter}')
    expect(screen.getByText('The browser keeps “Ctrl+W” for itself.')).toBeTruthy()
    await user.clear(field)
    await user.type(field, 'g s')
    expect(screen.getByText('Takes it from: Sets.')).toBeTruthy()
    await user.type(field, '{Enter}')
    expect(screen.getByText(/“g s” is taken by Cohorts/)).toBeTruthy()
    const row = within(screen.getByRole('row', { name: /^Cohorts/ }))
    expect(row.getByRole('img', { name: 'g then s' })).toBeTruthy()

    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('gcgs')
    expect(ran.mock.calls).toEqual([['cohorts']])
    expect(screen.getByRole('button', { name: 'Cohorts' }).dataset['tooltip']).toContain('(g then s)')
  })

  it('records pressed keys, names their owner, and focuses the button again', async () => {
    const { user } = await openPage()
    const begin = () => screen.getByRole('button', { name: 'Change the key of Clear' })
    await user.click(begin())
    await user.keyboard('{Control>}{Shift>}Z{/Shift}{/Control}')
    const field = screen.getByRole('textbox', { name: /^Key of Clear/ })
    expect(field).toHaveProperty('value', 'Ctrl+Shift+Z')
    await user.keyboard('{Backspace}gs')
    expect(field).toHaveProperty('value', 'g then s')
    expect(screen.getByText('Takes it from: Sets.')).toBeTruthy()
    await user.keyboard('{Backspace}{F5}')
    expect(screen.getByText('The browser keeps “F5” for itself.')).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(begin())
    await user.keyboard('{Enter}gx{Enter}')
    expect(document.activeElement).toBe(begin())
    const row = within(screen.getByRole('row', { name: /^Clear/ }))
    expect(row.getByRole('img', { name: 'g then x' })).toBeTruthy()
    expect(ran).not.toHaveBeenCalled()
    await user.click(begin())
    await user.keyboard('gc{Tab}{Enter}')
    expect(row.getByRole('img', { name: 'g then c' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Reset the key of Clear' }))
    expect(document.activeElement).toBe(begin())
    await user.click(begin())
    await user.click(screen.getByRole('button', { name: 'Write as text' }))
    await user.keyboard('$mod+q{Escape}')
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  it('turns off keys without modifiers', async () => {
    const { user } = await openPage()
    await user.click(screen.getByRole('checkbox'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('gc')
    expect(ran).not.toHaveBeenCalled()
    expect(localStorage.getItem('bare-keys:tester')).toBe('false')
  })
})
