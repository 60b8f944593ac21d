import { readAmount } from '#server/demo/answers/amounts.ts'
import { columnName } from '#server/demo/answers/answer-columns.ts'
import type { FormItem } from '#server/demo/answers/form-item.ts'
import { variableName, type FormVersion } from '#server/demo/forms/form.ts'
import { dataTypeOf, meaningsOf } from '#server/demo/forms/item.ts'
import { type Connection, appendColumns } from '#server/platform/db/database.ts'

export interface MadeForm {
  readonly formNo: number
  readonly version: FormVersion
  readonly observations: readonly number[]
}

export function tableName(formNo: number): string {
  return `form_${formNo}`
}

/** Writes the forms and the variables of the catalog; codebook pages follow later. */
export async function makeCatalog(connection: Connection, forms: readonly MadeForm[]): Promise<void> {
  const formText = (value: (form: MadeForm) => string) => ({ type: 'TEXT' as const, values: forms.map(value) })
  await appendColumns(connection, 'form', [
    { type: 'INTEGER' as const, values: forms.map((form) => form.formNo) },
    formText((form) => tableName(form.formNo)),
    formText((form) => form.version.form.instrument),
    formText((form) => form.version.version),
    formText((form) => `${form.version.form.instrument} (synthetic)`),
  ])
  const entries = forms.flatMap((form) => form.version.items.map((asked, index) => ({ form, asked, index })))
  const text = (value: (asked: FormItem) => string) => ({
    type: 'TEXT' as const,
    values: entries.map(({ asked }) => value(asked)),
  })
  const items = forms.flatMap((form) => itemNumbers(form.version.items))
  await appendColumns(connection, 'variable', [
    { type: 'TEXT' as const, values: entries.map(({ form, asked }) => variableName(form.version, asked.item)) },
    { type: 'INTEGER' as const, values: entries.map(({ form }) => form.formNo) },
    text((asked) => columnName(asked.place)),
    text((asked) => asked.item.code.toLowerCase()),
    text((asked) => dataTypeOf(asked.item.kind)),
    text((asked) => asked.item.question),
    text(leadOf),
    text((asked) => asked.item.tags),
    { type: 'TEXT[]' as const, values: entries.map(({ asked }) => Object.keys(meaningsOf(asked.item.kind))) },
    text((asked) => JSON.stringify(meaningsOf(asked.item.kind))),
    text((asked) => ruleOf(asked).rule),
    text((asked) => ruleOf(asked).words),
    text((asked) => asked.section),
    text(() => ''),
    { type: 'TEXT' as const, values: items },
    text(() => ''),
    text(() => ''),
    { type: 'INTEGER' as const, values: entries.map(({ form, index }) => form.observations[index] ?? 0) },
    { type: 'TEXT' as const, values: entries.map(() => null) },
  ])
}

/** Items are numbered by section and position: 2.14 */
function itemNumbers(items: readonly FormItem[]): string[] {
  let section = 0
  let within = 0
  return items.map((asked, index) => {
    if (items[index - 1]?.section !== asked.section) {
      section += 1
      within = 0
    }
    within += 1
    return `${section}.${within}`
  })
}

function leadOf({ item, condition: asked }: FormItem): string {
  const leads: string[] = []
  if (item.gate !== null) leads.push(`Asked only where ${item.gate} was answered with yes.`)
  if (asked === `sex = 'F'`) leads.push('Women are asked.')
  else if (asked !== null) leads.push('Asked from the age of sixteen.')
  return leads.join(' ')
}

const MISSING = 'Blank, "refused" and "not known" are missing.'

function ruleOf({ item: { kind } }: FormItem): { rule: string; words: string } {
  switch (kind.name) {
    case 'first':
    case 'last':
    case 'age':
      return { rule: '0..110', words: `A whole number of years. ${MISSING}` }
    case 'count':
    case 'score': {
      const { least, most, unit } = readAmount(kind.argument)
      return { rule: `${least}..${most}`, words: `A number from ${least} to ${most}, in ${unit}. ${MISSING}` }
    }
    case 'date':
      return { rule: 'YYYY-MM-DD', words: `A date. ${MISSING}` }
    case 'fuzzy':
    case 'onset':
    case 'birth':
      return { rule: 'YYYY-MM-DD', words: `A date; U stands for a digit that is not known. ${MISSING}` }
    default:
      return { rule: '', words: MISSING }
  }
}
