/** Columns of a pedigree; `sex` may be missing. */
export const PEDIGREE_FIELDS = ['id', 'family', 'father', 'mother', 'sex'] as const
export type PedigreeField = (typeof PEDIGREE_FIELDS)[number]

/**
 * Rules for repeated rows of an individual in a table: keep the first or the last, widen into columns (AGE_1, AGE_2 …),
 * count them, take the maximum of each column (worst), or yes if any row has it (any).
 */
export const REPEATS = ['first', 'last', 'wide', 'count', 'any', 'worst'] as const
export type Repeat = (typeof REPEATS)[number]

/** The rule for repeated rows of an individual, and the column that orders them; null is file order. */
export interface RepeatRule {
  readonly way: Repeat
  readonly orderBy: string | null
}

/** Rules by table name (lower case, without extension), and the default. */
export interface RepeatRules {
  readonly everywhere: RepeatRule | null
  readonly byTable: ReadonlyMap<string, RepeatRule>
}

export const NO_REPEATS: RepeatRules = { everywhere: null, byTable: new Map() }

/** Parses `last`, `first:DATE` or `ae=wide,visits=last:DATE`; a blank has no rule; null if malformed. */
export function readRepeatRules(text: string): RepeatRules | null {
  if (text.trim() === '') return NO_REPEATS
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

/** The text of rules, as `readRepeatRules` reads it. */
export function repeatText({ everywhere, byTable }: RepeatRules): string {
  const ruleText = ({ way, orderBy }: RepeatRule) => (orderBy === null ? way : `${way}:${orderBy}`)
  const named = [...byTable].map(([table, rule]) => `${table}=${ruleText(rule)}`)
  return [...(everywhere === null ? [] : [ruleText(everywhere)]), ...named].join(',')
}

/** What ids that look the same are: a reason to stop, spellings of one individual, or several individuals. */
export const SIMILAR_IDS = ['stop', 'join', 'apart'] as const
export type SimilarIds = (typeof SIMILAR_IDS)[number]

/** Codes of missing answers: in every column, and by `COLUMN` or `TABLE:COLUMN` (lower case). */
export interface MissingCodes {
  readonly everywhere: readonly string[]
  readonly byColumn: ReadonlyMap<string, readonly string[]>
}

export const NO_MISSING_CODES: MissingCodes = { everywhere: [], byColumn: new Map() }

/** Parses `-9,999,age=99`: codes for every column or for one; a blank has none; null if malformed. */
export function readMissingCodes(text: string): MissingCodes | null {
  if (text.trim() === '') return NO_MISSING_CODES
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

/** The codes of a column. */
export function missingCodesOf({ everywhere, byColumn }: MissingCodes, table: string, column: string): string[] {
  const named = [column, `${table}:${column}`].flatMap((name) => byColumn.get(name.toLowerCase()) ?? [])
  return [...everywhere, ...named]
}

/** The text of codes, as `readMissingCodes` reads it. */
export function missingText({ everywhere, byColumn }: MissingCodes): string {
  return [...everywhere, ...[...byColumn].flatMap(([column, codes]) => codes.map((code) => `${column}=${code}`))].join(
    ',',
  )
}

/** Existing variables that columns extend, by `COLUMN` or `TABLE:COLUMN` in lower case. */
export type SameVariables = ReadonlyMap<string, string>

export const NO_SAME_VARIABLES: SameVariables = new Map()

/** Parses `sexe=SEX,visits:alter=AGE`; a blank has none; null if malformed. */
export function readSameVariables(text: string): SameVariables | null {
  if (text.trim() === '') return NO_SAME_VARIABLES
  const same = new Map<string, string>()
  for (const part of text.split(',')) {
    const sign = part.lastIndexOf('=')
    const [column, name] = [part.slice(0, Math.max(0, sign)).trim().toLowerCase(), part.slice(sign + 1).trim()]
    if (column === '' || name === '' || same.has(column)) return null
    same.set(column, name.toUpperCase())
  }
  return same
}

/** Adds a column to the text, or replaces its variable. */
export function withSameVariable(text: string, column: string, variableName: string): string {
  const same = new Map(readSameVariables(text))
  same.set(column.toLowerCase(), variableName)
  return [...same].map(([key, name]) => `${key}=${name}`).join(',')
}

/** The form of a table file: its name without folder and extension. A sheet of a workbook has its own name. */
export function formName(file: string): string {
  const sheet = /\.xls[xm]\/([^/]*)$/i.exec(file)?.[1]
  if (sheet !== undefined) return sheet
  return file
    .replace(/^.*\//, '')
    .replace(/\.gz$/i, '')
    .replace(/\.[^.]*$/, '')
}

/** The name of a table in options: its form in lower case. */
export function tableName(file: string): string {
  return formName(file).toLowerCase()
}
