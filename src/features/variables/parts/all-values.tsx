import type { Variable } from '#contract/shapes.ts'
import { isCoded } from '#domain/data-types.ts'
import { PAGE_SIZES, TOP_ANSWERS_SHOWN } from '#domain/limits.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { textAt } from '#domain/text.ts'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { LocalPages } from '#ui/local-pages.tsx'

interface Value {
  readonly code: string
  readonly meaning: string
}

/** All values of a variable with their meanings, where they are more than the top answers show. */
export function AllValues({ variable }: { variable: Variable }) {
  const codes = [...new Set([...variable.possible_values, ...Object.keys(variable.value_mapping)])]
  if (!isCoded(variable.data_type) || codes.length <= TOP_ANSWERS_SHOWN) return null
  const values = codes.map((code) => ({ code, meaning: textAt(variable.value_mapping, code) }))
  return (
    <section aria-label="All values">
      <h2>{countOf(values.length, 'value')}</h2>
      <LocalPages rows={values} sizes={PAGE_SIZES} format={formatCount}>
        {(rows) => <DataTable label="All values" columns={COLUMNS} rows={rows} rowKey={({ code }) => code} />}
      </LocalPages>
    </section>
  )
}

const COLUMNS: readonly Column<Value>[] = [
  { key: 'code', header: 'Value', cell: ({ code }) => code },
  { key: 'meaning', header: 'Meaning', cell: ({ meaning }) => meaning },
]
