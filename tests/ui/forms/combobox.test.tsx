import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Combobox } from '#ui/forms/combobox.tsx'

// jsdom has no CSS.escape, which the list uses; these rows do not need it.
beforeAll(() => vi.stubGlobal('CSS', { escape: String }))
afterAll(() => vi.unstubAllGlobals())
afterEach(cleanup)

const ROWS = [
  { value: 'age', title: 'Age', because: 'It is in use.' },
  { value: 'aged', title: 'Aged' },
  { value: 'agent', title: 'Agent' },
]

const rowsFor = (text: string) => ROWS.filter((row) => row.title.toLowerCase().startsWith(text.toLowerCase()))
const none = () => []

function Picker({ isLoading = false }: { isLoading?: boolean }) {
  const [chosen, setChosen] = useState('')
  return (
    <>
      <Combobox
        label="Variable"
        chosen={chosen}
        rowsFor={isLoading ? none : rowsFor}
        isLoading={isLoading}
        onChoose={setChosen}
        emptyText="None"
      />
      <output aria-label="Chosen">{chosen}</output>
    </>
  )
}

const field = () => screen.getByRole('combobox', { name: 'Variable' })
const chosen = () => screen.getByRole('status', { name: 'Chosen' }).textContent

test('selects the first available option on Enter at once', async () => {
  const user = userEvent.setup()
  render(<Picker />)
  await user.type(field(), 'ag{Enter}')
  expect(chosen()).toBe('aged')
  expect(field().getAttribute('aria-expanded')).toBe('false')
})

test('uses the latest letter on Enter instead of the option marked before', async () => {
  const user = userEvent.setup()
  render(<Picker />)
  await user.type(field(), 'ag')
  await user.type(field(), 'en{Enter}')
  expect(chosen()).toBe('agent')
})

test('selects the option once a loading list is ready after Enter', async () => {
  const user = userEvent.setup()
  const { rerender } = render(<Picker isLoading />)
  await user.type(field(), 'age{Enter}')
  expect(chosen()).toBe('')
  rerender(<Picker />)
  expect(chosen()).toBe('aged')
})

test('cancels a pending Enter when the user continues to type', async () => {
  const user = userEvent.setup()
  const { rerender } = render(<Picker isLoading />)
  await user.type(field(), 'age{Enter}n')
  rerender(<Picker />)
  await waitFor(() => expect(field()).toHaveProperty('value', 'agen'))
  expect(chosen()).toBe('')
})

test('selects nothing and keeps the text on Enter without a match', async () => {
  const user = userEvent.setup()
  render(<Picker />)
  await user.type(field(), 'xyz{Enter}')
  expect(chosen()).toBe('')
  expect(field()).toHaveProperty('value', 'xyz')
})

test('selects the option reached by an arrow key', async () => {
  const user = userEvent.setup()
  render(<Picker />)
  await user.type(field(), 'ag')
  expect(field().getAttribute('aria-activedescendant')).toContain('aged')
  await user.keyboard('{ArrowDown}{Enter}')
  expect(chosen()).toBe('agent')
})

function RepeatingPicker({ isLoading = false }: { isLoading?: boolean }) {
  const [taken, setTaken] = useState<readonly string[]>([])
  const free = (text: string) =>
    ROWS.filter((row) => row.title.toLowerCase().startsWith(text.toLowerCase())).map((row) =>
      taken.includes(row.value) ? { ...row, wasChosen: true, because: 'It is in the list.' } : row,
    )
  return (
    <>
      <Combobox
        label="Variable"
        chosen=""
        rowsFor={isLoading ? none : free}
        isLoading={isLoading}
        onChoose={(value) => setTaken([...taken, value])}
        emptyText="None"
        isRepeating
      />
      <output aria-label="Chosen">{taken.join(' ')}</output>
    </>
  )
}

test('adds all options that were typed before a loading list is ready', async () => {
  const user = userEvent.setup()
  const { rerender } = render(<RepeatingPicker isLoading />)
  await user.type(field(), 'aged{Enter}agent{Enter}x')
  expect(chosen()).toBe('')
  expect(field()).toHaveProperty('value', 'aged')
  rerender(<RepeatingPicker />)
  await waitFor(() => expect(chosen()).toBe('aged agent'))
  expect(field()).toHaveProperty('value', 'x')
})

test('after each of several choices the field is empty and the list closed, and typing opens it again', async () => {
  const user = userEvent.setup()
  render(<RepeatingPicker />)
  await user.type(field(), 'age')
  await user.keyboard('{Enter}')
  expect(chosen()).toBe('aged')
  expect(field()).toHaveProperty('value', '')
  expect(field().getAttribute('aria-expanded')).toBe('false')
  expect(screen.getByText('Aged added, 1 so far')).toBeTruthy()
  // A second Enter adds nothing.
  await user.keyboard('{Enter}')
  expect(chosen()).toBe('aged')
  await user.keyboard('age')
  expect(field()).toHaveProperty('value', 'age')
  expect(screen.getByRole('option', { name: /Aged/ }).textContent).toContain('✓')
  await user.keyboard('{Enter}')
  expect(chosen()).toBe('aged agent')
  expect(screen.getByText('Agent added, 2 so far')).toBeTruthy()
})

test('texts of several choices do not run together for a user of the pointer', async () => {
  const user = userEvent.setup()
  render(<RepeatingPicker />)
  await user.type(field(), 'aged')
  await user.click(await screen.findByRole('option', { name: /Aged/ }))
  await waitFor(() => expect(field()).toHaveProperty('value', ''))
  await user.click(field())
  await user.keyboard('agent{Enter}')
  expect(chosen()).toBe('aged agent')
})

test('the first Escape closes the list, the second clears the text', async () => {
  const user = userEvent.setup()
  render(<Picker />)
  await user.type(field(), 'age')
  await user.keyboard('{Escape}')
  expect(field().getAttribute('aria-expanded')).toBe('false')
  // The list closes a task before the text would be dropped.
  await new Promise((resolve) => setTimeout(resolve))
  expect(field()).toHaveProperty('value', 'age')
  await user.keyboard('{Escape}')
  expect(field()).toHaveProperty('value', '')
})

function StandIn({ isStale }: { isStale: boolean }) {
  const [chosen, setChosen] = useState('')
  const answered = () => (isStale ? ROWS : [ROWS[2], ROWS[1]].flatMap((row) => row ?? []))
  return (
    <>
      <Combobox
        label="Variable"
        chosen={chosen}
        rowsFor={answered}
        isStale={isStale}
        reading={isStale ? undefined : 'Nearest matches:'}
        onChoose={setChosen}
        emptyText="None"
      />
      <output aria-label="Chosen">{chosen}</output>
    </>
  )
}

test('Enter and arrows wait for the rows of the typed text while others stand in', async () => {
  const user = userEvent.setup()
  const { rerender } = render(<StandIn isStale />)
  await user.type(field(), 'old')
  expect(screen.getByRole('listbox').getAttribute('aria-busy')).toBe('true')
  await user.keyboard('{ArrowDown}{Enter}')
  expect(chosen()).toBe('')
  rerender(<StandIn isStale={false} />)
  expect(chosen()).toBe('aged')
})

test('says how the text was read, and takes Enter at once when the rows have come', async () => {
  const user = userEvent.setup()
  render(<StandIn isStale={false} />)
  await user.type(field(), 'old')
  expect(screen.getByText('Nearest matches:')).toBeTruthy()
  await user.keyboard('{Enter}')
  expect(chosen()).toBe('agent')
})

test('a row stands for one version, and the right arrow moves it to the next', async () => {
  const user = userEvent.setup()
  const choose = vi.fn<(value: string) => void>()
  const versions = [
    { value: 'new', title: 'NEW' },
    { value: 'old', title: 'OLD' },
  ]
  const both = versions.map((row) => ({ ...row, versions: [] as typeof versions }))
  for (const row of both) row.versions = both
  const rows = both.slice(0, 1)
  render(<Combobox label="Subject" chosen="" rowsFor={() => rows} onChoose={choose} emptyText="Nothing" />)
  await user.type(screen.getByRole('combobox'), 'n')
  expect(screen.getAllByRole('option')).toHaveLength(1)
  await user.keyboard('{ArrowRight}{Enter}')
  expect(choose.mock.calls).toEqual([['old']])
})

test('selects by pointer an option that only the typed text finds, although the list closes first', async () => {
  const user = userEvent.setup()
  const chosen = vi.fn<(value: string) => void>()
  const found = (text: string) => (text === 'zoo' ? [{ value: 'zoo', title: 'Zoology' }] : ROWS)
  render(<Combobox label="Subject" chosen="" rowsFor={found} onChoose={chosen} emptyText="Nothing" />)
  await user.type(screen.getByRole('combobox'), 'zoo')
  await user.click(await screen.findByRole('option', { name: 'Zoology' }))
  await waitFor(() => expect(chosen.mock.calls).toEqual([['zoo']]))
  expect(screen.getByRole('combobox')).toHaveProperty('value', '')
})
