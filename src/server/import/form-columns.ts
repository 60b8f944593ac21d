import { DATE, DOUBLE, DuckDBDateValue, VARCHAR } from '@duckdb/node-api'
import { isDateType } from '#domain/data-types.ts'
import { dateInterval } from '#domain/fuzzy-date.ts'
import type { Column } from '#server/import/append-columns.ts'
import type { Answer, StoredVariable } from '#server/import/store-types.ts'

/** A column of a form's wide table. */
export interface FormColumn extends Column {
  readonly name: string
  readonly sqlType: string
}

const MILLISECONDS_A_DAY = 86_400_000

/** The columns that a variable's answers take: one, or of a date three. */
export function formColumns(columnName: string, variable: StoredVariable): FormColumn[] {
  const { answers, dataType } = variable
  if (dataType === 'numberrange') return [{ name: columnName, sqlType: 'DOUBLE', type: DOUBLE, values: answers }]
  const text = { name: columnName, sqlType: 'VARCHAR', type: VARCHAR, values: answers }
  if (!isDateType(dataType)) return [text]
  const end = (which: 'first' | 'last') => ({
    name: `${columnName}__${which}`,
    sqlType: 'DATE',
    type: DATE,
    values: answers.map((answer) => dayOf(answer, which)),
  })
  return [text, end('first'), end('last')]
}

function dayOf(answer: Answer, which: 'first' | 'last'): DuckDBDateValue | null {
  const interval = typeof answer === 'string' ? dateInterval(answer) : null
  return interval === null ? null : new DuckDBDateValue(Date.parse(`${interval[which]}T00:00:00Z`) / MILLISECONDS_A_DAY)
}
