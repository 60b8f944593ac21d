import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChoiceRow } from '#command-kit/argument-source.ts'
import { invocationOf } from '#command-kit/declaration.ts'
import { KeyListener } from '#command-kit/keys/key-listener.tsx'
import { CommandProvider } from '#command-kit/kit.tsx'
import { Palette } from '#command-kit/palette/palette.tsx'
import '#command-kit/palette/palette-dialog.tsx'
import '#command-kit/palette/palette-ranking.ts'
import '#command-kit/palette/palette-frame.tsx'
import '#command-kit/palette/palette-preview.tsx'
import { helpCommands } from '#commands/help.ts'
import { NO_RESULTS } from '#domain/messages.ts'
import { cohorts, commands, variables } from '#tests/support/palette-commands.ts'
import { smallKit } from '#tests/support/small-commands.ts'
import { typingUser } from '#tests/support/typing-user.ts'

interface Asked {
  readonly text: string
  readonly signal: AbortSignal
  readonly answer: (rows: readonly ChoiceRow[]) => void
}

const asked: Asked[] = []
const searching = {
  ...variables,
  page: { name: 'catalog', toInvocation: (text: string) => invocationOf('variables.search', { text }) },
  search: (text: string, { signal }: { signal: AbortSignal }) =>
    new Promise<readonly ChoiceRow[]>((resolve) => {
      asked.push({ text, signal, answer: resolve })
    }),
}
const all = { ...commands, ...helpCommands }

async function openPalette(username = 'tester') {
  const small = smallKit(all, { sources: [searching, cohorts] })
  const user = typingUser()
  render(
    <CommandProvider
      registry={small.registry}
      sources={small.kit.sources}
      context={{ ...small.parts, user: { username, isAdmin: false, collections: [] } }}
    >
      <KeyListener />
      <Palette />
    </CommandProvider>,
  )
  const open = async () => {
    act(() => small.kit.contextFor('key').palette.open())
    const input = await screen.findByRole('combobox')
    await waitFor(() => expect(document.activeElement).toBe(input))
  }
  await open()
  return { user, open }
}

const rows = () => screen.queryAllByRole('option').map((row) => row.textContent)
/** Searched texts; on a busy machine keys are far apart, so prefixes are searched too. */
const askedFor = (text: string) => asked.findLast((each) => each.text === text)
const answer = async (text: string, found: readonly ChoiceRow[]) => {
  await waitFor(() => expect(askedFor(text)).toBeDefined())
  await act(async () => {
    askedFor(text)?.answer(found)
    await Promise.resolve()
  })
}

// Rendering whole dialogs for every key is slow on a busy machine.
vi.setConfig({ testTimeout: 20_000 })

beforeEach(() => {
  localStorage.clear()
  asked.length = 0
})
afterEach(cleanup)

describe('server search of the palette', () => {
  it('starts when typing pauses and appends its rows to the local rows', async () => {
    const { user } = await openPalette()
    await user.keyboard('v AGE_29')
    await answer('AGE_29', [
      { value: 'AGE_29', title: 'AGE_29' },
      { value: 'ONSET', title: 'ONSET', detail: 'age, 29 or more' },
    ])
    await waitFor(() => expect(rows()).toHaveLength(12))
    expect(rows().at(-1)).toContain('ONSET')
    expect(rows().filter((row) => row === 'AGE_29')).toHaveLength(1)
  })

  it('leads to the page with all results, and counts them', async () => {
    const { user } = await openPalette()
    await user.keyboard('AGE_29')
    expect(screen.queryByRole('option', { name: /See all/ })).toBeNull()
    const many = Array.from({ length: 1_168 }, (_, index) => ({ value: `AGE_${index}`, title: `AGE_${index}` }))
    await answer('AGE_29', many)
    const row = await screen.findByRole('option', { name: /^See all 1,168 in the catalog →/ })
    expect(row.getAttribute('aria-description')).toBe('Variables')
  })

  it('makes Enter wait for its rows where they can lead', async () => {
    const { user } = await openPalette()
    await user.keyboard('sex{Enter}')
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('Women')
    expect(screen.getByRole('listbox').getAttribute('aria-busy')).toBe('true')
    await answer('sex', [{ value: 'ENTERED', title: 'ENTERED', detail: 'sex' }])
    // The variable that the server found, which is counted in a cohort here.
    await screen.findByRole('combobox', { name: 'Counted in which cohort?' })
    expect(await screen.findByText('ENTERED')).toBeTruthy()
  })

  it('narrows rows by the terms of a query, and searches for its words', async () => {
    const { user } = await openPalette()
    await user.keyboard('AGE_29 n>5k')
    const facts = { dataType: 'numberrange', variableType: 'variable', contributors: [] }
    await answer('AGE_29', [
      { value: 'FEW', title: 'FEW', facts: { ...facts, observations: 10 } },
      { value: 'MANY', title: 'MANY', facts: { ...facts, observations: 10_000 } },
    ])
    await waitFor(() => expect(rows()).toEqual([expect.stringContaining('MANY')]))
  })

  it.each(['{Enter}', '{Tab}'])('completes the term under the cursor by %s and stays open', async (key) => {
    const { user } = await openPalette()
    await user.keyboard('AGE_29 type:num')
    const row = await screen.findByRole('option', { name: 'type:number' })
    expect(row.getAttribute('aria-description')).toBe('Complete the term')
    await user.keyboard(key)
    const field = screen.getByRole<HTMLInputElement>('combobox')
    expect(field.value).toBe('AGE_29 type:number ')
    expect(document.activeElement).toBe(field)
    await waitFor(() => expect(screen.queryByRole('option', { name: 'type:number' })).toBeNull())
  })

  it('describes the field by the reason for a wrong term', async () => {
    const { user } = await openPalette()
    const field = screen.getByRole('combobox')
    await user.keyboard('AGE_29 type:nonsense')
    const reason = await screen.findByText(/^Unknown type “nonsense”. Use /)
    expect(reason.getAttribute('aria-live')).toBe('polite')
    expect(field.getAttribute('aria-describedby')).toBe(reason.id)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await user.clear(field)
    await user.keyboard('>type:nonsense')
    expect(reason.textContent).toBe('')
    expect(field.getAttribute('aria-invalid')).toBe('false')
  })

  it('shows only results of the current text, and aborts superseded requests', async () => {
    const { user } = await openPalette()
    await user.keyboard('v zzz')
    await waitFor(() => expect(askedFor('zzz')).toBeDefined())
    expect(screen.getByText('Searching…')).toBeTruthy()
    await user.keyboard('z')
    expect(askedFor('zzz')?.signal.aborted).toBe(true)
    await answer('zzzz', [{ value: 'RIGHT', title: 'RIGHT' }])
    await answer('zzz', [{ value: 'WRONG', title: 'WRONG' }])
    await waitFor(() => expect(rows()).toEqual(['RIGHT']))
    await user.keyboard('zz')
    await answer('zzzzzz', [])
    await screen.findByText(NO_RESULTS)
  })

  it('keeps the cursor on its row', async () => {
    const { user } = await openPalette()
    await user.keyboard('v AGE_29{ArrowDown}{ArrowDown}')
    const before = screen.getByRole('option', { selected: true }).textContent
    await answer('AGE_29', [{ value: 'ONSET', title: 'ONSET' }])
    await waitFor(() => expect(rows()).toHaveLength(12))
    expect(screen.getByRole('option', { selected: true }).textContent).toBe(before)
  })
})

describe('palette pins', () => {
  it('keep a row at the top for the user who pinned it until it is unpinned', async () => {
    const { user, open } = await openPalette()
    await user.keyboard('c wom{Control>}d{/Control}')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await open()
    expect(rows()[0]).toContain('Women')
    expect(rows()[0]).toContain('pinned')
    await user.keyboard('{Control>}d{/Control}')
    await waitFor(() => expect(rows()[0]).not.toContain('Women'))
  })

  it('are stored per account', async () => {
    localStorage.setItem('palette-pins:tester', '["cohort:12"]')
    await openPalette('another user')
    expect(rows()[0]).not.toContain('Women')
  })

  it('are ignored if the stored value is malformed', async () => {
    localStorage.setItem('palette-pins:tester', '{"cohort":12}')
    await openPalette()
    expect(rows()[0]).not.toContain('Women')
  })
})
