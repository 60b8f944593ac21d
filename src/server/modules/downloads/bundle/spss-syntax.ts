import { hasSeveralCodes, isCategory, isDateType, isFlag, isNumber, isPartialDate } from '#domain/data-types.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import type { DescribedColumn } from '#server/modules/downloads/dictionaries/columns.ts'
import { mapWithPauses } from '#server/platform/scheduling/yield.ts'

/** The limits of SPSS, in bytes. A line of syntax has at most 256. */
const NAME_BYTES = 64
const VARIABLE_LABEL_BYTES = 255
const VALUE_LABEL_BYTES = 120
const MISSING_VALUE_BYTES = 8
const TEXT_BYTES = 32_767
const PIECE_BYTES = 80
/** Room for a code that the dictionary lacks. */
const CODE_BYTES = 64

const RESERVED = new Set(['ALL', 'AND', 'BY', 'EQ', 'GE', 'GT', 'LE', 'LT', 'NE', 'NOT', 'OR', 'TO', 'WITH'])

interface SpssVariable {
  readonly name: string
  readonly column: DescribedColumn
  /** As which SPSS reads it. */
  readonly format: string
  readonly kind: 'number' | 'code number' | 'code text' | 'date' | 'text'
}

/** Syntax that reads a CSV of these columns in SPSS: types, labels of variables and values, and missing values. */
export async function spssSyntax(fileName: string, columns: readonly DescribedColumn[]): Promise<string> {
  const names = spssNames(columns.map(({ name }) => name))
  const variables = await mapWithPauses([...columns.entries()], ([place, column]): SpssVariable => ({
    name: names[place] ?? '',
    column,
    ...formatOf(column),
  }))
  const labels = await mapWithPauses(variables, variableLabel)
  const values = await mapWithPauses(variables, valueLabels)
  const namesOf = (...kinds: readonly SpssVariable['kind'][]) =>
    variables.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name)
  return [
    '* Encoding: UTF-8.',
    "* Reads the CSV of the same download. First name its folder: CD 'folder'.",
    'PRESERVE.',
    'SET DECIMAL=DOT.',
    'GET DATA',
    '  /TYPE=TXT',
    `  /FILE='${fileName.replaceAll("'", "''")}'`,
    "  /ENCODING='UTF8'",
    '  /ARRANGEMENT=DELIMITED',
    '  /FIRSTCASE=2',
    '  /DELIMITERS=","',
    `  /QUALIFIER='"'`,
    '  /VARIABLES=',
    `${variables.map(({ name, format }) => `    ${name} ${format}`).join('\n')}.`,
    'RESTORE.',
    ...forEach('FORMATS', namesOf('number'), '(F12.2)'),
    '* Texts are as long as their longest answer.',
    ...forEach('ALTER TYPE', namesOf('text'), '(A=AMIN)'),
    ...labels.flat(),
    ...values.flat(),
    '* An empty cell: no answer or no record.',
    ...variables.flatMap(missingValues),
    ...forEach('VARIABLE LEVEL', namesOf('number', 'date'), '(SCALE)'),
    ...forEach('VARIABLE LEVEL', namesOf('code number', 'code text', 'text'), '(NOMINAL)'),
    'EXECUTE.',
    '',
  ].join('\n')
}

/** The names in SPSS, all different: at most 64 bytes that begin with a letter, and no word of the syntax. */
export function spssNames(names: readonly string[]): string[] {
  const used = new Set<string>()
  return names.map((name) => {
    const signs = name.normalize('NFC').replaceAll(/[^\p{L}\p{N}_]/gu, '_')
    const begun = /^\p{L}/u.test(signs) ? signs : `V${signs}`
    const plain = RESERVED.has(begun.toUpperCase()) ? `${begun}_1` : begun
    for (let number = 1; ; number++) {
      const end = number === 1 ? '' : `_${number}`
      const one = cut(plain, NAME_BYTES - end.length) + end
      if (used.has(one.toUpperCase())) continue
      used.add(one.toUpperCase())
      return one
    }
  })
}

function formatOf({ dataType, codes }: DescribedColumn): Pick<SpssVariable, 'format' | 'kind'> {
  if (isNumber(dataType)) return { kind: 'number', format: 'F16.0' }
  // It reads 2020-01-02. Partial dates are texts.
  if (isDateType(dataType) && !isPartialDate(dataType)) return { kind: 'date', format: 'SDATE10' }
  const hasCodes = (isCategory(dataType) || isFlag(dataType)) && !hasSeveralCodes(dataType) && codes.length > 0
  if (!hasCodes || codes.some(({ code, written }) => code !== written)) {
    return { kind: 'text', format: `A${TEXT_BYTES}` }
  }
  if (codes.every(({ code }) => /^(?:0|-?[1-9]\d{0,9})$/.test(code))) return { kind: 'code number', format: 'F10.0' }
  const longest = Math.max(CODE_BYTES, ...codes.map(({ code }) => Buffer.byteLength(code)))
  return { kind: 'code text', format: `A${Math.min(longest, TEXT_BYTES)}` }
}

function variableLabel({ name, column: { question } }: SpssVariable): string[] {
  return question.trim() === '' ? [] : [`VARIABLE LABELS ${name}`, `  ${literal(cut(question, VARIABLE_LABEL_BYTES))}.`]
}

function valueLabels({ name, kind, column }: SpssVariable): string[] {
  const known = column.codes.filter(({ meaning }) => meaning.trim() !== '')
  if ((kind !== 'code number' && kind !== 'code text') || known.length === 0) return []
  const lines = known.map(({ code, meaning }) => {
    const value = kind === 'code number' ? code : literal(code)
    return `  ${value} ${literal(cut(meaning, VALUE_LABEL_BYTES))}`
  })
  return [`VALUE LABELS ${name}`, `${lines.join('\n')}.`]
}

function missingValues({ name, kind, column: { codes } }: SpssVariable): string[] {
  if (kind !== 'text' && kind !== 'code text') return []
  const unknown = codes
    .filter(({ code, written }) => code === UNKNOWN_VALUE && Buffer.byteLength(written) <= MISSING_VALUE_BYTES)
    .map(({ written }) => `, ${literal(written)}`)
  return [`MISSING VALUES ${name} (' '${unknown.join('')}).`]
}

/** A command for several variables, one a line. */
function forEach(command: string, names: readonly string[], settings: string): string[] {
  return names.length === 0 ? [] : [command, ...names.map((name) => `  ${name}`), `  ${settings}.`]
}

/** The beginning of a text, of at most a number of bytes in UTF-8. */
function cut(text: string, bytes: number): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  if (Buffer.byteLength(line) <= bytes) return line
  return piecesOf(line, bytes)[0] ?? ''
}

/** Quoted for SPSS: quotes doubled, long texts in pieces, so that no line is too long. */
function literal(text: string): string {
  return piecesOf(text.replaceAll(/[\r\n]/g, ' '), PIECE_BYTES)
    .map((piece) => `'${piece.replaceAll("'", "''")}'`)
    .join(' +\n    ')
}

function piecesOf(text: string, bytes: number): string[] {
  if (Buffer.byteLength(text) <= bytes) return [text]
  const pieces: string[] = []
  let [from, place, taken] = [0, 0, 0]
  for (const character of text) {
    const size = Buffer.byteLength(character)
    if (taken + size > bytes) {
      pieces.push(text.slice(from, place))
      ;[from, taken] = [place, 0]
    }
    place += character.length
    taken += size
  }
  return [...pieces, text.slice(from)]
}
