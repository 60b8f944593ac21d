import { isCategory, isNumber } from '#domain/data-types.ts'
import { withoutFormula } from '#domain/text/tab-separated.ts'
import { inFiles } from '#server/model/data-types.ts'
import { annotationOf, OWN_MEMBER } from '#server/model/variable-annotation.ts'
import type { DescribedColumn } from '#server/modules/downloads/dictionaries/columns.ts'
import { csvLine } from '#server/modules/downloads/stream/csv.ts'
import { mapWithPauses } from '#server/platform/scheduling/yield.ts'

const CHOICES = 'Choices, Calculations, OR Slider Labels'
const ANNOTATION = 'Field Annotation'

/** The columns of a REDCap data dictionary, verbatim. */
export const REDCAP_COLUMNS = [
  'Variable / Field Name',
  'Form Name',
  'Section Header',
  'Field Type',
  'Field Label',
  CHOICES,
  'Field Note',
  'Text Validation Type OR Show Slider Number',
  'Text Validation Min',
  'Text Validation Max',
  'Identifier?',
  'Branching Logic (Show field only if...)',
  'Required Field?',
  'Custom Alignment',
  'Question Number (surveys only)',
  'Matrix Group Name',
  'Matrix Ranking?',
  ANNOTATION,
] as const

/** A REDCap data dictionary; fields are named like the columns. */
export async function redcapDictionary(columns: readonly DescribedColumn[]): Promise<string> {
  let before = ''
  const lines = await mapWithPauses(columns, (column) => {
    const place = `${column.form} ${column.section}`
    const header = place === before ? '' : column.section
    before = place
    return csvLine(rowOf(column, header))
  })
  return csvLine(REDCAP_COLUMNS) + lines.join('')
}

function rowOf(column: DescribedColumn, sectionHeader: string): string[] {
  const bounds = isNumber(column.dataType) ? (column.definition?.AnswerValidation ?? '').split('..') : []
  const redcap = inFiles(column.dataType).redcap ?? {}
  const cells: Partial<Record<(typeof REDCAP_COLUMNS)[number], string>> = {
    'Variable / Field Name': column.name,
    'Form Name': formName(column.form),
    'Section Header': sectionHeader,
    'Field Type': fieldType(column),
    'Field Label': column.question,
    [CHOICES]: choices(column),
    'Field Note': column.note,
    'Text Validation Type OR Show Slider Number': redcap.validation ?? '',
    'Text Validation Min': bounds[0] ?? '',
    'Text Validation Max': bounds[1] ?? '',
    'Identifier?': redcap.isIdentifier ? 'y' : '',
    [ANNOTATION]: column.definition ? annotationOf(column.definition) : '',
  }
  return REDCAP_COLUMNS.map((name) => {
    const cell = cells[name] ?? ''
    // REDCap would read an apostrophe as a part of the code or tag. Its separator `|` is an entity within a choice.
    const isRead = (name === CHOICES && /^[-+]?\d/.test(cell)) || (name === ANNOTATION && /^@[A-Z]+=/.test(cell))
    return isRead ? cell : withoutFormula(cell)
  })
}

function fieldType({ dataType, codes }: DescribedColumn): string {
  if (codes.length === 0) return inFiles(dataType).isProse ? 'notes' : 'text'
  return isCategory(dataType) ? 'radio' : 'checkbox'
}

/** "1, Never | 2, Often": separators within a label are HTML entities, because REDCap's labels are HTML. */
function choices({ codes }: DescribedColumn): string {
  return codes
    .map(({ code, meaning }) => `${withEntities(code, /[,|&]/g)}, ${withEntities(meaning || code, /[|&<]/g)}`)
    .join(' | ')
}

function withEntities(text: string, signs: RegExp): string {
  return text.replaceAll(signs, (sign) => `&#${sign.codePointAt(0)};`)
}

function formName(form: string): string {
  return form
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
}

/** A BIDS sidecar: each column with its description, and the levels in the file. */
export async function bidsSidecar(columns: readonly DescribedColumn[]): Promise<string> {
  // Member by member: a whole catalog would hold the main thread.
  const members = await mapWithPauses(columns, (column) =>
    JSON.stringify({ [column.name]: entryOf(column) }, null, 2).slice(1, -2),
  )
  return members.length === 0 ? '{}\n' : `{${members.join(',')}\n}\n`
}

function entryOf({ dataType, form, section, question, note, codes, definition }: DescribedColumn) {
  const levels = codes.map(
    ({ code, meaning, written }) => [written, written === code ? meaning : `code ${code}`] as const,
  )
  return {
    LongName: question.split('\n')[0] ?? '',
    // Our own definition has fields for the context of a question.
    Description: definition ? question : [question, note].filter(Boolean).join('\n'),
    ...(levels.length > 0 && { Levels: Object.fromEntries(levels) }),
    DataType: dataType,
    Form: form,
    ...(section !== '' && { Section: section }),
    ...(definition && { [OWN_MEMBER]: definition }),
  }
}
