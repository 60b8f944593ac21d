import { expect, it } from 'vitest'
import type { Column } from '#ui/tables/data-table.tsx'
import { tableText } from '#workspace/lists/paged-table.tsx'

interface Row {
  readonly name: string
  readonly size: number | null
}
const columns: readonly Column<Row>[] = [
  { key: 'name', header: 'Name', sortValue: ({ name }) => name, cell: ({ name }) => name },
  {
    key: 'size',
    header: 'Size',
    sortValue: ({ size }) => size,
    cell: ({ size }) => size?.toLocaleString('en-US') ?? '',
  },
  { key: 'words', header: 'Words', cell: ({ name }) => `called ${name}` },
]

it('copies plain values and escapes characters that break a cell, a row or a spreadsheet', () => {
  const rows = [
    { name: 'Women', size: 106466 },
    { name: 'a\tb\nc', size: null },
    { name: '=1+1', size: 1 },
  ]
  expect(tableText(columns, rows)).toBe(
    "Name\tSize\tWords\nWomen\t106466\tcalled Women\na b c\t\tcalled a b c\n'=1+1\t1\tcalled =1+1\n",
  )
})
