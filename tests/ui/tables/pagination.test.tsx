import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#domain/limits.ts'
import { Pagination } from '#ui/tables/pagination.tsx'
import { pageOf, type PageSize } from '#ui/tables/paging.ts'

afterEach(cleanup)

const ROWS = Array.from({ length: 123 }, (_, index) => index + 1)

function Table() {
  const [page, setPage] = useState(1)
  const [size, setSize] = useState<PageSize>(DEFAULT_PAGE_SIZE)
  const shown = pageOf(ROWS, page, size)
  return (
    <>
      <p data-testid="rows">{`${shown.rows[0]} to ${shown.rows.at(-1)}`}</p>
      <Pagination
        page={shown}
        size={size}
        sizes={[...PAGE_SIZES, 'all']}
        onPage={setPage}
        onSize={setSize}
        format={String}
      />
    </>
  )
}

test('has pages of 10, 25 or 50 rows with first, previous, next, last and jump to page', async () => {
  const user = userEvent.setup()
  render(<Table />)
  const rows = () => screen.getByTestId('rows').textContent
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  expect(rows()).toBe('1 to 10')
  expect(screen.getByRole('button', { name: 'First page' })).toHaveProperty('disabled', true)
  await press('Next page')
  expect(rows()).toBe('11 to 20')
  await press('Last page')
  expect(rows()).toBe('121 to 123')
  expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true)
  await press('Previous page')
  expect(rows()).toBe('111 to 120')
  await user.clear(screen.getByLabelText('Jump to page'))
  await user.type(screen.getByLabelText('Jump to page'), '5{Enter}')
  expect(rows()).toBe('41 to 50')
  await user.clear(screen.getByLabelText('Jump to page'))
  await user.type(screen.getByLabelText('Jump to page'), '99{Enter}')
  expect(rows()).toBe('41 to 50')
  await press('First page')
  const sizes = screen.getByRole('combobox', { name: 'Rows per page' })
  expect([...sizes.querySelectorAll('option')].map((option) => option.value)).toEqual(['10', '25', '50', 'all'])
  await user.selectOptions(sizes, '50')
  expect(rows()).toBe('1 to 50')
})

test('all rows have their number in place of pages', async () => {
  const user = userEvent.setup()
  render(<Table />)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), 'All (scroll)')
  expect(screen.getByTestId('rows').textContent).toBe('1 to 123')
  expect(screen.getByRole('navigation', { name: 'Pages' }).textContent).toContain('All 123')
  expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull()
})
