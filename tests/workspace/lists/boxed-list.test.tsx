import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { BoxedList } from '#workspace/lists/boxed-list.tsx'

const COLUMNS = [{ key: 'name', header: 'Name', cell: (row: string) => row }]
const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => `Row ${index + 1}`)

function showList(count: number) {
  render(<BoxedList label="Cohorts" columns={COLUMNS} rows={rowsOf(count)} rowKey={(row) => row} rowHeight={36} />)
}

afterEach(cleanup)

test('a boxed list shows all rows, and its pages are positions', async () => {
  showList(30)
  expect(screen.getAllByRole('cell')).toHaveLength(30)
  expect(screen.getByRole('navigation', { name: 'Pages' }).textContent).toContain('1–10 of 30')
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(screen.getByRole('navigation', { name: 'Pages' }).textContent).toContain('11–20 of 30')
  expect(screen.getAllByRole('cell')).toHaveLength(30)
})

test('the scroll area of a long list takes the focus, that of a short one does not', () => {
  showList(11)
  expect(screen.getByRole('group', { name: 'Cohorts, scrolls' }).tabIndex).toBe(0)
  cleanup()
  showList(10)
  expect(screen.queryByRole('group')).toBeNull()
  expect(screen.queryByRole('navigation')).toBeNull()
})
