import { decodeHTML } from 'entities'
import { DATA_TYPES, type DataType } from '#domain/data-types.ts'
import { plainNumber } from '#domain/data-types/number.ts'
import { withFormula } from '#domain/text/tab-separated.ts'
import { linesToPipes } from '#domain/text/text.ts'
import { inFiles } from '#server/model/data-types.ts'
import { definitionInAnnotation } from '#server/model/variable-annotation.ts'
import type { DelimitedTable } from '#server/modules/imports/source/delimited-table.ts'
import { describedByOwn, undescribed, type ColumnDescription } from '#server/modules/imports/source/source-form.ts'

/** A field of a REDCap project: the question, and its columns in the records. */
export interface RedcapField {
  readonly name: string
  readonly form: string
  readonly description: ColumnDescription
  /** A checkbox has a 0/1 column for each code: `name___code`. */
  readonly isCheckbox: boolean
}

/** The columns of REDCap's data dictionary that are read: as the page exports them, and as the API does. */
const COLUMN = {
  name: ['Variable / Field Name', 'field_name'],
  form: ['Form Name', 'form_name'],
  section: ['Section Header', 'section_header'],
  type: ['Field Type', 'field_type'],
  label: ['Field Label', 'field_label'],
  choices: ['Choices, Calculations, OR Slider Labels', 'select_choices_or_calculations'],
  note: ['Field Note', 'field_note'],
  validation: ['Text Validation Type OR Show Slider Number', 'text_validation_type_or_show_slider_number'],
  minimum: ['Text Validation Min', 'text_validation_min'],
  maximum: ['Text Validation Max', 'text_validation_max'],
  identifier: ['Identifier?', 'identifier'],
  branching: ['Branching Logic (Show field only if...)', 'branching_logic'],
  annotation: ['Field Annotation', 'field_annotation'],
} as const

/** Field types without countable answers. */
const UNANSWERABLE_TYPES = new Set(['descriptive', 'file', 'signature'])
const YES_NO = new Map([
  ['1', 'Yes'],
  ['0', 'No'],
])
const TRUE_FALSE = new Map([
  ['1', 'True'],
  ['0', 'False'],
])

/** By three columns that every REDCap export has. */
export function isRedcapDictionary({ header }: DelimitedTable): boolean {
  return [COLUMN.name, COLUMN.type, COLUMN.label].every((names) => names.some((name) => header.includes(name)))
}

/** The fields in order; the first is the record id. A section header applies to the following fields of its form. */
export function readRedcapDictionary(table: DelimitedTable): RedcapField[] {
  const places = new Map(table.header.map((name, place) => [name, place]))
  const fields: RedcapField[] = []
  let section = { form: '', title: '' }
  for (const { offset } of table.rows) {
    const cell = (column: keyof typeof COLUMN) => {
      const place = COLUMN[column].map((name) => places.get(name)).find((found) => found !== undefined)
      return place === undefined ? '' : withFormula(table.cell(offset, place).trim()).trim()
    }
    const [name, form, type] = [cell('name'), cell('form'), cell('type')]
    if (form !== section.form || cell('section') !== '') section = { form, title: plainText(cell('section')) }
    if (name === '' || UNANSWERABLE_TYPES.has(type)) continue
    const levels = levelsOf(type, cell('choices'))
    const isCheckbox = type === 'checkbox'
    const definition = definitionInAnnotation(cell('annotation'))
    fields.push({
      name,
      form,
      isCheckbox,
      description: definition
        ? describedByOwn(linesToPipes(cell('label')), levels, definition)
        : {
            ...undescribed(name),
            question: plainText(cell('label')) || name,
            explicitContext: plainText(cell('note')),
            implicitContext:
              cell('branching') === '' ? '' : `Asked only if ${cell('branching').replaceAll(/\s+/g, ' ')}`,
            section: section.title,
            levels,
            delimiter: isCheckbox && levels.size > 1 ? ';' : null,
            dataType: levels.size > 0 ? null : typeOf(type, cell('validation'), cell('identifier')),
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
  for (const choice of choicesOf(choices)) {
    const [, written = choice.trim(), label = ''] = /^\s*([^,]*?)\s*,\s*([\s\S]*)$/.exec(choice) ?? []
    const [code, meaning] = [decodeHTML(written), plainLines(label).join(' ')]
    // Ignore a choice whose label repeats its code.
    if (code !== '' && !levels.has(code)) levels.set(code, meaning === code ? '' : meaning)
  }
  return levels
}

/** The choices `1, Yes | 2, No`; a part without a comma belongs to the label before it, which holds a pipe. */
function choicesOf(text: string): string[] {
  const choices: string[] = []
  for (const part of text.split('|')) {
    const before = choices.at(-1)
    if (before?.includes(',') && !part.includes(',')) choices.splice(-1, 1, `${before}|${part}`)
    else choices.push(part)
  }
  return choices
}

/** The data type of a validation; null infers it from the answers. */
function typeOf(type: string, validation: string, identifier: string): DataType | null {
  if (identifier.toLowerCase() === 'y') return 'identifier'
  const known = DATA_TYPES.find((dataType) => {
    const { fieldTypes, validations } = inFiles(dataType).redcap ?? {}
    return fieldTypes?.includes(type) === true || validations?.test(validation) === true
  })
  return known ?? null
}

/** A label without HTML. Line breaks become "|", which pages show as a line break (spec section 3, "question"). */
function plainText(html: string): string {
  return plainLines(html).join('|')
}

/** The lines of a label without its HTML. */
function plainLines(html: string): string[] {
  const broken = html
    .replaceAll(/<\s*(?:br|\/p|\/div|\/li|\/h\d)\b[^>]*>/gi, '\n')
    .replaceAll(/<\/?[a-z][^<>]*>/gi, ' ')
  const lines = broken.split(/\r\n|\n|\r/).map((line) => decodeHTML(line).replaceAll(/\s+/g, ' ').trim())
  return lines.filter((line) => line !== '')
}

/** The column of a checkbox's code, as REDCap names it: lower case, with an underscore for any other character. */
export function columnOfCode(name: string, code: string): string {
  return `${name}___${code.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_')}`
}

/** The field of a checkbox's column. */
export function checkboxOf(column: string): string {
  return column.replace(/___.*$/, '')
}
