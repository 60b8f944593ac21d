import { isDateType, type DataType } from '#domain/data-types.ts'
import { dateInterval } from '#domain/fuzzy-date.ts'
import type { Column } from '#server/platform/db/append-columns.ts'
import type { Answer } from '#server/modules/imports/source/store-types.ts'

/** A column of a form's wide table. */
export interface FormColumn {
  readonly name: string
  readonly type: Column['type']
  readonly toValue: (answer: Answer) => Column['values'][number]
}

/** The columns of a variable's answers: one, or three for a date. */
export function formColumns(name: string, dataType: DataType): FormColumn[] {
  const asItIs = (answer: Answer) => answer
  if (dataType === 'numberrange') return [{ name, type: 'FLOAT8', toValue: asItIs }]
  const text = { name, type: 'TEXT' as const, toValue: asItIs }
  if (!isDateType(dataType)) return [text]
  const end = (which: 'first' | 'last') => ({
    name: `${name}__${which}`,
    type: 'DATE' as const,
    toValue: (answer: Answer) => dayOf(answer, which),
  })
  return [text, end('first'), end('last')]
}

function dayOf(answer: Answer, which: 'first' | 'last'): string | null {
  const interval = typeof answer === 'string' ? dateInterval(answer) : null
  return interval?.[which] ?? null
}
