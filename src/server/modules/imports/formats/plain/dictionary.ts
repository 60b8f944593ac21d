import { DATA_TYPES, hasSeveralCodes, isDataType, type DataType } from '#domain/data-types.ts'
import { CODES_SEPARATOR } from '#domain/data-types/category.ts'
import { inFiles } from '#server/model/data-types.ts'
import { pedigreeColumns } from '#server/modules/imports/formats/pedigree/pedigree-columns.ts'
import type { DelimitedTable } from '#server/modules/imports/source/delimited-table.ts'
import { problemAt, type Problem, answerOf } from '#server/modules/imports/source/problem.ts'
import { undescribed, type ColumnDescription, type SourceForm } from '#server/modules/imports/source/source-form.ts'

export interface PlainDictionary {
  readonly describe: (form: string, column: string) => ColumnDescription | null
  /** The described forms in the order of the dictionary, for a catalog without tables. */
  readonly forms: readonly SourceForm[]
  readonly notes: readonly Problem[]
}

/** Types that only say that there are levels. */
const CHOICES = new Set(['radio', 'select', 'dropdown'])
/** Other names of the columns; the first non-empty one wins. */
const COLUMN_NAMES = {
  variable: ['variable', 'field'],
  form: ['form', 'table'],
  section: ['section'],
  question: ['question', 'label', 'description'],
  type: ['type', 'input_type'],
  values: ['values', 'choices', 'levels'],
  missing: ['missing'],
} as const

/**
 * Whether a table is a dictionary: `variable,form,section,question,type,values,missing`, of which two are required.
 * With other names for these two, only a table without an id column is a dictionary.
 */
export function isDictionary({ header }: DelimitedTable): boolean {
  const names = header.map((name) => name.toLowerCase())
  if (names.includes('variable') && names.includes('question')) return true
  const has = (known: readonly string[]) => known.some((name) => names.includes(name))
  return has(COLUMN_NAMES.variable) && has(COLUMN_NAMES.question) && !pedigreeColumns(header, new Map()).has('id')
}

/** Reads a plain dictionary (one line a column). Invalid lines are reported and left out. */
export function readDictionary(table: DelimitedTable): PlainDictionary {
  const names = table.header.map((name) => name.toLowerCase())
  const columns = new Map<string, ColumnDescription>()
  const forms = new Map<string, SourceForm['columns'][number][]>()
  const notes: Problem[] = table.bad.map(({ problem }) => problem)
  for (const { line, offset } of table.rows) {
    const named = (name: string) => {
      const place = names.indexOf(name)
      return place === -1 ? '' : (answerOf(table.cell(offset, place)) ?? '')
    }
    const cell = (column: keyof typeof COLUMN_NAMES) =>
      COLUMN_NAMES[column].map(named).find((text) => text !== '') ?? ''
    const variable = cell('variable')
    if (variable === '') continue
    const [type, question, description] = [cell('type'), cell('question') || variable, named('description')]
    const dataType = dataTypeNamed(type.toLowerCase())
    if (type !== '' && dataType === null && !CHOICES.has(type.toLowerCase())) {
      notes.push(
        problemAt(table.file, line, `"${type}" is no data type; that of ${variable} follows from its answers.`),
      )
    }
    const levels = readLevels(cell('values'))
    const isSeveral = dataType !== null && hasSeveralCodes(dataType)
    const described = {
      ...undescribed(variable),
      question,
      explicitContext: description === question ? '' : description,
      section: cell('section'),
      // Levels say by themselves whether it is a flag or a category.
      dataType: levels.size > 0 && !isSeveral ? null : dataType,
      levels,
      delimiter: isSeveral ? CODES_SEPARATOR : null,
      missing: readCodes(cell('missing')),
    }
    columns.set(keyOf(cell('form'), variable), described)
    forms.set(cell('form'), [...(forms.get(cell('form')) ?? []), { name: variable, description: described }])
  }
  const title = table.file.replace(/\.[^.]*$/, '')
  return {
    notes,
    forms: [...forms].map(([form, columns]) => ({
      file: table.file,
      instrument: form || title,
      title: form || title,
      isParticipants: false,
      columns,
      rows: [],
      cell: () => '',
    })),
    describe: (form, column) => columns.get(keyOf(form, column)) ?? columns.get(keyOf('', column)) ?? null,
  }
}

function dataTypeNamed(type: string): DataType | null {
  if (isDataType(type)) return type
  return DATA_TYPES.find((dataType) => inFiles(dataType).aliases?.includes(type)) ?? null
}

function keyOf(form: string, column: string): string {
  return JSON.stringify([form.toLowerCase(), column.toLowerCase()])
}

/** The codes of `-9; -99`, `-9,-99` or `-9=Refused; -99=Not asked`. */
function readCodes(text: string): string[] {
  return [...readLevels(/[=;|]/.test(text) ? text : text.replaceAll(',', ';')).keys()]
}

/** The codes and meanings of `1=Yes; 2=No`, `1, Yes | 2, No` or `1|2`. */
function readLevels(text: string): Map<string, string> {
  const parts = text.split(text.includes('|') ? '|' : ';').map((part) => part.trim())
  const levels = new Map<string, string>()
  for (const part of parts.filter((part) => part !== '')) {
    const [, code = part, meaning = ''] = /^([^=,:]+?)\s*[=,:]\s*(.*)$/.exec(part) ?? []
    if (!levels.has(code)) levels.set(code, meaning)
  }
  return levels
}
