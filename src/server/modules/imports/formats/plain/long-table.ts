import { answerOf } from '#server/modules/imports/source/missing.ts'
import { ImportRefused, problemAt } from '#server/modules/imports/source/problem.ts'
import type { DelimitedTable } from '#server/modules/imports/source/delimited-table.ts'

/** Names of columns that together make a long table, in lower case: which variable, and its answer. */
const PAIRS: readonly { readonly names: RegExp; readonly values: RegExp }[] = [
  { names: /^qnam$/, values: /^qval$/ },
  { names: /^paramcd$/, values: /^avalc?$/ },
  { names: /^[a-z]{2}testcd$/, values: /^[a-z]{2}(?:orres|stresc|stresn)$/ },
  {
    names: /^(?:variable|question|item|measure|field)(?:_?(?:name|id))?$/,
    values: /^(?:value|answer|response|result)$/,
  },
]

const SPREAD_IT = 'Spread it first, to one row a person and a column for each variable.'

/** A row for each answer of a person: what it would take is said once, not for each row. */
export function refuseLongTable(table: DelimitedTable, id: number): void {
  const words = longTableWords(table)
  if (words === null) return
  const ids = table.rows.map(({ at }) => answerOf(table.cell(at, id)))
  if (new Set(ids).size === ids.length) return
  throw new ImportRefused([problemAt(table.file, 1, `${words} ${SPREAD_IT}`)])
}

/** What makes a table a long one (a row for each answer), or null. */
function longTableWords({ header }: DelimitedTable): string | null {
  const names = header.map((name) => name.toLowerCase())
  for (const pair of PAIRS) {
    const [name, value] = [pair.names, pair.values].map((pattern) =>
      header.at(names.findIndex((one) => pattern.test(one))),
    )
    const isThere = names.some((one) => pair.names.test(one)) && names.some((one) => pair.values.test(one))
    if (isThere) return `This is a long table: ${name} names the variable and ${value} holds its answer.`
  }
  return null
}
