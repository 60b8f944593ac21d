import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, expect, test } from 'vitest'
import { DEFAULT_PAGE_SIZE } from '#domain/limits.ts'
import { NO_RESULTS } from '#domain/messages.ts'
import type { Column } from '#ui/tables/data-table.tsx'
import { rowsPerPageAtom } from '#workspace/lists/list-view.ts'
import { LocalTable } from '#workspace/lists/local-table.tsx'

interface Row {
  readonly name: string
  readonly file: string
}

const ROWS: readonly Row[] = Array.from({ length: 30 }, (_, index) => ({
  name: `AGE_${index}`,
  file: index % 2 === 0 ? 'even.csv' : 'odd.csv',
}))
const COLUMNS: readonly Column<Row>[] = [
  { key: 'name', header: 'Variable', cell: ({ name }) => name, sortValue: ({ name }) => name },
  { key: 'file', header: 'File', cell: ({ file }) => file },
]

function showTable(rows: readonly Row[]) {
  render(
    <LocalTable
      label="Variables"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ name }) => name}
      wordsOf={({ name, file }) => `${name} ${file}`}
    />,
  )
}
const names = () => screen.getAllByRole('row').map((row) => row.firstElementChild?.textContent)

afterEach(() => {
  cleanup()
  localStorage.clear()
  getDefaultStore().set(rowsPerPageAtom(''), DEFAULT_PAGE_SIZE)
})

test('shows pages of ten rows, in the chosen order', async () => {
  showTable(ROWS)
  expect(names()).toHaveLength(11)
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(names()[1]).toBe('AGE_10')
  await userEvent.type(screen.getByLabelText('Search variables'), 'even')
  expect(names()[1]).toBe('AGE_0')
  await userEvent.clear(screen.getByLabelText('Search variables'))
  await userEvent.click(screen.getByRole('button', { name: 'Variable' }))
  await userEvent.click(screen.getByRole('button', { name: /^Variable/ }))
  expect(names()[1]).toBe('AGE_29')
})

test('keeps the number of rows, and scrolls all rows in an area that takes the focus', async () => {
  showTable(ROWS)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '25')
  expect(names()).toHaveLength(26)
  cleanup()
  showTable(ROWS)
  expect(names()).toHaveLength(26)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), 'All (scroll)')
  expect(names()).toHaveLength(31)
  expect(screen.getByRole('group', { name: 'Variables, scrolls' }).tabIndex).toBe(0)
})

test('its search finds rows by all words and states their number', async () => {
  showTable(ROWS)
  const field = screen.getByLabelText('Search variables')
  await userEvent.type(field, 'odd age_1')
  expect(screen.getByRole('status').textContent).toBe('6 found')
  expect(names()).toHaveLength(7)
  await userEvent.type(field, 'x')
  expect(screen.getByRole('status').textContent).toBe(NO_RESULTS)
})

test('a short list has no search', () => {
  showTable(ROWS.slice(0, 10))
  expect(screen.queryByLabelText('Search variables')).toBeNull()
})
