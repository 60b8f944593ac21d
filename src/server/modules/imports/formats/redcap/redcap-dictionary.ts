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

/** The columns of REDCap's data dictionary that are read. */
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
  return [COLUMN.name, COLUMN.type, COLUMN.label].every((name) => header.includes(name))
}

/** The fields in order; the first is the record id. A section header applies to the following fields of its form. */
export function readRedcapDictionary(table: DelimitedTable): RedcapField[] {
  const places = new Map(table.header.map((name, place) => [name, place]))
  const fields: RedcapField[] = []
  let section = { form: '', title: '' }
  for (const { offset } of table.rows) {
    const cell = (column: keyof typeof COLUMN) => {
      const place = places.get(COLUMN[column])
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
    // Ignore a choice whose label repeats its code.
    if (code !== '' && !levels.has(code)) levels.set(code, meaning === code ? '' : meaning)
  }
  return levels
}

/** The data type of a validation; null infers it from the answers. */
function typeOf(type: string, validation: string): DataType | null {
  const known = DATA_TYPES.find((dataType) => {
    const { fieldTypes, validations } = inFiles(dataType).redcap ?? {}
    return fieldTypes?.includes(type) === true || validations?.test(validation) === true
  })
  return known ?? null
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** A label without HTML. Line breaks become "|", which pages show as a line break (spec section 3, "question"). */
function plainText(html: string): string {
  return plainLines(html).join('|')
}

/** The lines of a label without its HTML. */
function plainLines(html: string): string[] {
  const broken = html
    .replaceAll(/<\s*(?:br|\/p|\/div|\/li|\/h\d)\b[^>]*>/gi, '\n')
    .replaceAll(/<\/?[a-z][^<>]*>/gi, ' ')
  const lines = broken.split(/\r\n|\n|\r/).map((line) => withoutEntities(line).replaceAll(/\s+/g, ' ').trim())
  return lines.filter((line) => line !== '')
}

/** Decodes HTML entities such as `&#124;` and `&amp;`. */
function withoutEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,6})|(\w{2,6}));/g, (whole, code?: string, name?: string) => {
    if (code !== undefined) return Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : whole
    return ENTITIES[name?.toLowerCase() ?? ''] ?? whole
  })
}
