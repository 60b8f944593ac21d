import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { atom } from 'jotai'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { ChoiceRow, ChoiceState } from '#command-kit/argument-source.ts'
import { ChoicePicker } from '#entities/pickers/choice-picker.tsx'

// jsdom has no CSS.escape, which the list uses; these rows do not need it.
beforeAll(() => vi.stubGlobal('CSS', { escape: String }))
afterAll(() => vi.unstubAllGlobals())
afterEach(cleanup)

const row = (value: string): ChoiceRow => ({ value, title: value })
const BASE = ['AGE', 'SEX', 'MOOD'].map(row)
const CUSTOM = ['AGE_GROUPED', 'MOOD_BY_SEX'].map(row)
const ALL = [...BASE, ...CUSTOM]
const rowsAtom = atom<ChoiceState>({ status: 'ready', rows: ALL })
const GROUPS = [
  { label: 'Custom variables', rows: CUSTOM },
  { label: 'Catalog', rows: BASE },
]

/** The headings of the open list, each with its options. */
function shown() {
  return screen.getAllByRole('group').map((group) => [
    document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent,
    ...within(group)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ])
}

test('lists recent choices and the groups, and the group of the best match first', async () => {
  const user = userEvent.setup()
  const choose = vi.fn<(row: ChoiceRow) => void>()
  const recent = BASE.filter(({ value }) => value === 'SEX')
  render(
    <ChoicePicker
      label="Variable"
      rowsAtom={rowsAtom}
      groups={GROUPS}
      first={recent}
      chosen={null}
      onChoose={choose}
    />,
  )
  const field = screen.getByRole('combobox', { name: 'Variable' })
  await user.click(field)
  expect(shown()).toEqual([
    ['Recent', 'SEX'],
    ['Custom variables', 'AGE_GROUPED', 'MOOD_BY_SEX'],
    ['Catalog', 'AGE', 'MOOD'],
  ])
  await user.type(field, 'mood')
  expect(shown().map(([heading]) => heading)).toEqual(['Catalog', 'Custom variables'])
  await user.type(field, ' by')
  expect(shown()[0]).toEqual(['Custom variables', 'MOOD_BY_SEX'])
  await user.keyboard('{Enter}')
  expect(choose.mock.calls.map(([{ value }]) => value)).toEqual(['MOOD_BY_SEX'])
})

const OTHERS = { label: 'Or add', rows: ['Cohort', 'Family size'].map((title) => ({ value: `+${title}`, title })) }

test('rows for other things stand below all others, and above them once their name is typed', async () => {
  const user = userEvent.setup()
  const choose = vi.fn<(row: ChoiceRow) => void>()
  render(
    <ChoicePicker
      label="Variable"
      rowsAtom={rowsAtom}
      groups={GROUPS}
      others={OTHERS}
      chosen={null}
      onChoose={choose}
    />,
  )
  const field = screen.getByRole('combobox', { name: 'Variable' })
  await user.click(field)
  expect(shown().at(-1)).toEqual(['Or add', 'Cohort', 'Family size'])
  await user.type(field, 'mo')
  expect(shown().map(([heading]) => heading)).not.toContain('Or add')
  await user.clear(field)
  await user.type(field, 'size')
  expect(shown()).toEqual([['Or add', 'Family size']])
  await user.keyboard('{Enter}')
  expect(choose.mock.calls.map(([{ value }]) => value)).toEqual(['+Family size'])
})

test('chooses all versions of a question by Shift+Enter or by a click in its row', async () => {
  const user = userEvent.setup()
  const chooseAll = vi.fn<(rows: readonly ChoiceRow[]) => void>()
  const versions = ['MOOD_1', 'MOOD_2', 'MOOD_3'].map(row)
  render(
    <ChoicePicker
      label="Variable"
      rowsAtom={rowsAtom}
      answer={{ rows: [{ ...row('MOOD_1'), versions }], reading: '' }}
      refuse={({ value }) => (value === 'MOOD_3' ? 'It is in use.' : null)}
      chosen={null}
      onChoose={() => undefined}
      onTogether={chooseAll}
    />,
  )
  const field = screen.getByRole('combobox', { name: 'Variable' })
  await user.type(field, 'mood{Shift>}{Enter}{/Shift}')
  await user.type(field, 'mood')
  await user.click(screen.getByText(/^All 2 versions/))
  const names = chooseAll.mock.calls.map(([rows]) => rows.map(({ value }) => value))
  expect(names).toEqual([
    ['MOOD_1', 'MOOD_2'],
    ['MOOD_1', 'MOOD_2'],
  ])
})
