import { DATE, DOUBLE, DuckDBDateValue, VARCHAR } from '@duckdb/node-api'
import { isDateType, type DataType } from '#domain/data-types.ts'
import { dateInterval } from '#domain/fuzzy-date.ts'
import type { Column } from '#server/import/append-columns.ts'
import type { Answer } from '#server/import/store-types.ts'

/** A column of a form's wide table. */
export interface FormColumn {
  readonly name: string
  readonly sqlType: string
  readonly type: Column['type']
  readonly toValue: (answer: Answer) => Column['values'][number]
}

const MILLISECONDS_A_DAY = 86_400_000

/** The columns that a variable's answers take: one, or of a date three. */
export function formColumns(name: string, dataType: DataType): FormColumn[] {
  const asItIs = (answer: Answer) => answer
  if (dataType === 'numberrange') return [{ name, sqlType: 'DOUBLE', type: DOUBLE, toValue: asItIs }]
  const text = { name, sqlType: 'VARCHAR', type: VARCHAR, toValue: asItIs }
  if (!isDateType(dataType)) return [text]
  const end = (which: 'first' | 'last') => ({
    name: `${name}__${which}`,
    sqlType: 'DATE',
    type: DATE,
    toValue: (answer: Answer) => dayOf(answer, which),
  })
  return [text, end('first'), end('last')]
}

function dayOf(answer: Answer, which: 'first' | 'last'): DuckDBDateValue | null {
  const interval = typeof answer === 'string' ? dateInterval(answer) : null
  return interval === null ? null : new DuckDBDateValue(Date.parse(`${interval[which]}T00:00:00Z`) / MILLISECONDS_A_DAY)
}
