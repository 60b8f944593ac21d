import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { DataTable } from '#ui/tables/data-table.tsx'

afterEach(cleanup)

const columns = [{ key: 'name', header: 'Name', cell: (row: number) => `row ${row}` }]

function printTable(rows: number, total?: number) {
  const all = Array.from({ length: rows }, (_, place) => place)
  render(<DataTable label="All" columns={columns} rows={all} total={total} rowKey={String} rowHeight={28} />)
  const before = screen.queryAllByText(/^row /).length
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  const printed = screen.queryAllByText(/^row /).length
  const note = screen.queryByText(/rows are printed/)?.textContent
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(screen.queryByText(/rows are printed/)).toBeNull()
  expect(screen.queryAllByText(/^row /)).toHaveLength(before)
  return { printed, note }
}

test('paper has all rows of a virtual list, without a note', () => {
  expect(printTable(400)).toEqual({ printed: 400, note: undefined })
})

test('paper says how many rows of a longer list it has', () => {
  expect(printTable(800)).toEqual({ printed: 500, note: 'The first 500 of 800 rows are printed.' })
})

test('the paper states how many rows of a partly loaded list are printed', () => {
  expect(printTable(100, 5629)).toEqual({ printed: 100, note: 'The first 100 of 5,629 rows are printed.' })
})
