import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { atom } from 'jotai'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { invocationOf } from '#command-kit/declaration.ts'
import { CommandProvider } from '#command-kit/kit.tsx'
import { languageAtom, type LanguageSource } from '#command-kit/language.ts'
import { Palette } from '#command-kit/palette/palette.tsx'
import '#command-kit/palette/palette-dialog.tsx'
import '#command-kit/palette/palette-ranking.ts'
import '#command-kit/palette/palette-frame.tsx'
import '#command-kit/palette/palette-preview.tsx'
import { cohorts, commands, variables } from '#tests/support/palette-commands.ts'
import { smallKit } from '#tests/support/small-commands.ts'
import { typingUser } from '#tests/support/typing-user.ts'

/** Reads "A=1" and completes "A=". */
function languageOf() {
  const save = vi.fn<() => void>()
  const text = atom('')
  const state = atom((get) => {
    const written = get(text)
    const isWhole = /^A=\d$/.test(written)
    const shown = (cohortId: number) => invocationOf('cohort.show', { cohortId })
    return {
      text: written,
      isMeant: isWhole,
      meaning: isWhole
        ? {
            title: 'Count: 5 of 9',
            detail: written,
            run: { words: 'save', run: save },
            beside: shown(2),
            tab: { words: 'build', invocation: shown(3) },
          }
        : null,
      completions: written === 'A=' ? [{ title: 'One', note: '5', text: 'A=1' }] : [],
      problem: written === 'A' ? 'A sign is missing.' : null,
    }
  })
  const load = vi.fn<LanguageSource['load']>(() =>
    Promise.resolve({ text, state, Preview: () => <p>Four outcomes</p> }),
  )
  return { save, label: 'Count', isLikely: (typed: string) => typed.includes('='), load }
}

function openPalette({ isKnown = true } = {}) {
  const { save, ...language } = languageOf()
  const small = smallKit(commands, { sources: [cohorts, variables] })
  if (isKnown) small.kit.store.set(languageAtom, language)
  render(
    <CommandProvider registry={small.registry} sources={small.kit.sources} context={small.parts}>
      <Palette />
    </CommandProvider>,
  )
  act(() => small.kit.contextFor('key').palette.open())
  return { ...small, language, save, user: typingUser() }
}

const selected = (name: RegExp) => screen.findByRole('option', { selected: true, name })

async function fieldHasFocus(): Promise<void> {
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /Search/ })))
}

vi.setConfig({ testTimeout: 20_000 })

beforeEach(() => localStorage.clear())
afterEach(cleanup)

it('completes a text after the prefix, shows its meaning and preview, and saves by Enter', async () => {
  const { user, save } = openPalette()
  await fieldHasFocus()
  await user.keyboard('=A')
  expect(await screen.findByText('A sign is missing.')).toBeTruthy()
  await user.keyboard('=')
  await selected(/One/)
  await user.keyboard('{Tab}')
  expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('A=1')
  await selected(/Count: 5 of 9/)
  expect(await screen.findByText('Four outcomes')).toBeTruthy()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
})

it.each([
  ['{Tab}', '/cohorts/3', 'here'],
  ['{Shift>}{Enter}{/Shift}', '/cohorts/2', 'beside'],
])('a text without the prefix has its meaning first: %s', async (keys, address, where) => {
  const { user, workspace } = openPalette()
  await fieldHasFocus()
  await user.keyboard('A=1')
  await selected(/Count: 5 of 9/)
  await user.keyboard(keys)
  await waitFor(() => expect(workspace.open.mock.calls).toEqual([[address, where]]))
})

it('names are searched without the code of the language', async () => {
  const { user, language } = openPalette()
  await fieldHasFocus()
  await user.keyboard('wom')
  await selected(/Women/)
  expect(language.load).not.toHaveBeenCalled()
})

it('a text with the prefix waits for the language, and opens no name in its place', async () => {
  const { user, save, kit, language, workspace } = openPalette({ isKnown: false })
  await fieldHasFocus()
  await user.keyboard('=wom')
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('option')).toBeNull()
  await user.keyboard('{Backspace}{Backspace}{Backspace}A=1')
  act(() => kit.store.set(languageAtom, language))
  await selected(/Count: 5 of 9/)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(workspace.open).not.toHaveBeenCalled()
})
