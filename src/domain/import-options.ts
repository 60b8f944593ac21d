/** Columns of a pedigree; `sex` may be missing. */
export const PEDIGREE_FIELDS = ['id', 'family', 'father', 'mother', 'sex'] as const
export type PedigreeField = (typeof PEDIGREE_FIELDS)[number]

/**
 * Several rows of an individual in one table: keep the first or the last, make columns of all (AGE_1, AGE_2 …), or
 * count them; or of each column the highest number (worst), or yes if any row has it (any).
 */
export const REPEATS = ['first', 'last', 'wide', 'count', 'any', 'worst'] as const
export type Repeat = (typeof REPEATS)[number]

/** Collection and study of rows that name none. */
export const DEFAULT_COLLECTION = 'ct'
export const DEFAULT_STUDY = '1'

/** Which of a person's rows of a table are kept, and by which column they are ordered; null is the order of the file. */
export interface RepeatRule {
  readonly way: Repeat
  readonly orderBy: string | null
}

/** The rule of the tables named (in lower case, without ending), and of all others. */
export interface RepeatRules {
  readonly everywhere: RepeatRule | null
  readonly byTable: ReadonlyMap<string, RepeatRule>
}

export const NO_REPEATS: RepeatRules = { everywhere: null, byTable: new Map() }

/** Reads `last`, `first:DATE` or `ae=wide,visits=last:DATE`. Null if it is not of that form. */
export function readRepeatRules(text: string): RepeatRules | null {
  let everywhere: RepeatRule | null = null
  const byTable = new Map<string, RepeatRule>()
  for (const part of text.split(',')) {
    const [, table = '', word = '', column = ''] = /^\s*(?:([^=]+)=)?\s*([a-z]+)\s*(?::\s*(.+?))?\s*$/.exec(part) ?? []
    const way = REPEATS.find((known) => known === word)
    const name = table.trim().toLowerCase()
    if (way === undefined || (name === '' ? everywhere !== null : byTable.has(name))) return null
    const rule = { way, orderBy: column === '' ? null : column }
    if (name === '') everywhere = rule
    else byTable.set(name, rule)
  }
  return { everywhere, byTable }
}

/** Codes that stand for a missing answer: in every column, and in columns of a name (in lower case). */
export interface MissingCodes {
  readonly everywhere: readonly string[]
  readonly byColumn: ReadonlyMap<string, readonly string[]>
}

export const NO_MISSING_CODES: MissingCodes = { everywhere: [], byColumn: new Map() }

/** Reads `-9,999,age=99`: codes, each for every column or for one. Null if it is not of that form. */
export function readMissingCodes(text: string): MissingCodes | null {
  const everywhere: string[] = []
  const byColumn = new Map<string, string[]>()
  for (const part of text.split(',').map((one) => one.trim())) {
    const sign = part.lastIndexOf('=')
    const [column, code] = [part.slice(0, Math.max(0, sign)).trim().toLowerCase(), part.slice(sign + 1).trim()]
    if (code === '' || (sign !== -1 && column === '')) return null
    if (sign === -1) everywhere.push(code)
    else byColumn.set(column, [...(byColumn.get(column) ?? []), code])
  }
  return { everywhere, byColumn }
}

/** Which variable of the database a column holds further answers to, by `COLUMN` or `TABLE:COLUMN` in lower case. */
export type SameVariables = ReadonlyMap<string, string>

export const NO_SAME_VARIABLES: SameVariables = new Map()

/** Reads `sexe=SEX,visits:alter=AGE`. Null if it is not of that form. */
export function readSameVariables(text: string): SameVariables | null {
  const same = new Map<string, string>()
  for (const part of text.split(',')) {
    const sign = part.lastIndexOf('=')
    const [column, name] = [part.slice(0, Math.max(0, sign)).trim().toLowerCase(), part.slice(sign + 1).trim()]
    if (column === '' || name === '' || same.has(column)) return null
    same.set(column, name.toUpperCase())
  }
  return same
}

/** The text with a column more, or with another variable for one that it names. */
export function withSameVariable(text: string, column: string, variableName: string): string {
  const same = new Map(text.trim() === '' ? [] : readSameVariables(text))
  same.set(column.toLowerCase(), variableName)
  return [...same].map(([key, name]) => `${key}=${name}`).join(',')
}

/** The form that a table's file is: its name without folder and ending. */
export function formName(file: string): string {
  return file.replace(/^.*\//, '').replace(/\.[^.]*$/, '')
}

/** The name of a table in options: the name of its form in lower case. */
export function tableName(file: string): string {
  return formName(file).toLowerCase()
}
