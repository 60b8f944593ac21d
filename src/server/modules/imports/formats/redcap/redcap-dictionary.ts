import type { DataType } from '#domain/data-types.ts'
import { linesToPipes } from '#domain/text.ts'
import { definitionInAnnotation } from '#server/model/variable-annotation.ts'
import type { DelimitedTable } from '#server/modules/imports/source/delimited-table.ts'
import { describedByOwn, undescribed, type ColumnDescription } from '#server/modules/imports/source/description.ts'
import { plainNumber } from '#server/modules/imports/source/plain-number.ts'
import { plainLines, plainText, withoutEntities } from '#server/modules/imports/formats/redcap/plain-text.ts'

/** A field of a REDCap project: the question, and where its answers stand in the records. */
export interface RedcapField {
  readonly name: string
  readonly form: string
  readonly description: ColumnDescription
  /** A checkbox has a column of 0 and 1 for each code: `name___code`. */
  readonly isCheckbox: boolean
}

/** The columns of REDCap's data dictionary that are read, in its own words. */
const COLUMN = {
  name: 'Variable / Field Name',
  form: 'Form Name',
  section: 'Section Header',
  type: 'Field Type',
  label: 'Field Label',
  choices: 'Choices, Calculations, OR Slider Labels',
  note: 'Field Note',
  validation: 'Text Validation Type OR Show Slider Number',
  minimum: 'Text Validation Min',
  maximum: 'Text Validation Max',
  branching: 'Branching Logic (Show field only if...)',
  annotation: 'Field Annotation',
} as const

/** What is shown to people filling in a form but holds no answer that could be counted. */
const NO_ANSWERS = new Set(['descriptive', 'file', 'signature'])
const YES_NO = new Map([
  ['1', 'Yes'],
  ['0', 'No'],
])
const TRUE_FALSE = new Map([
  ['1', 'True'],
  ['0', 'False'],
])

/** Told by three of the columns that REDCap's export always has. */
export function isRedcapDictionary({ header }: DelimitedTable): boolean {
  return [COLUMN.name, COLUMN.type, COLUMN.label].every((name) => header.includes(name))
}

/** The fields in their order; the first is the record's id. A section header holds for the fields after it in its form. */
export function readRedcapDictionary(table: DelimitedTable): RedcapField[] {
  const places = new Map(table.header.map((name, place) => [name, place]))
  const fields: RedcapField[] = []
  let section = { form: '', title: '' }
  for (const { at } of table.rows) {
    const cell = (column: keyof typeof COLUMN) => {
      const place = places.get(COLUMN[column])
      return place === undefined ? '' : table.cell(at, place).trim()
    }
    const [name, form, type] = [cell('name'), cell('form'), cell('type')]
    if (form !== section.form || cell('section') !== '') section = { form, title: plainText(cell('section')) }
    if (name === '' || NO_ANSWERS.has(type)) continue
    const levels = levelsOf(type, cell('choices'))
    const isCheckbox = type === 'checkbox'
    const own = definitionInAnnotation(cell('annotation'))
    fields.push({
      name,
      form,
      isCheckbox,
      description: own
        ? describedByOwn(linesToPipes(cell('label')), levels, own)
        : {
            ...undescribed(name),
            question: plainText(cell('label')) || name,
            explicitContext: plainText(cell('note')),
            implicitContext:
              cell('branching') === '' ? '' : `Asked only if ${cell('branching').replaceAll(/\s+/g, ' ')}`,
            section: section.title,
            levels,
            delimiter: isCheckbox && levels.size > 1 ? ';' : null,
            dataType: levels.size > 0 ? null : typeOf(type, cell('validation')),
            minimum: plainNumber(cell('minimum')),
            maximum: plainNumber(cell('maximum')),
          },
    })
  }
  return fields
}

function levelsOf(type: string, choices: string): ReadonlyMap<string, string> {
  if (type === 'yesno') return YES_NO
  if (type === 'truefalse') return TRUE_FALSE
  if (!['radio', 'dropdown', 'checkbox'].includes(type)) return new Map()
  const levels = new Map<string, string>()
  for (const choice of choices.split('|')) {
    const [, written = choice.trim(), label = ''] = /^\s*([^,]*?)\s*,\s*([\s\S]*)$/.exec(choice) ?? []
    const [code, meaning] = [withoutEntities(written), plainLines(label).join(' ')]
    // A choice needs a label; one that only repeats the code says nothing of it.
    if (code !== '' && !levels.has(code)) levels.set(code, meaning === code ? '' : meaning)
  }
  return levels
}

/** The type that a validation names; null leaves it to the answers. */
function typeOf(type: string, validation: string): DataType | null {
  if (type === 'slider' || type === 'calc') return 'numberrange'
  if (/^(number|integer)/.test(validation)) return 'numberrange'
  if (validation.startsWith('date_')) return 'fuzzydate'
  return type === 'notes' ? 'text' : null
}
