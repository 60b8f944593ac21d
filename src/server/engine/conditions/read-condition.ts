import { conditionProblem, type Condition } from '#domain/constraint.ts'
import { isOperator, valueCount, type Operator } from '#domain/operators.ts'
import { meaningless } from '#server/platform/http/refusal.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { PatternUnknown } from '#server/platform/db/dialect.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'

/** An operator and its values as a condition that means something for the data type; refuses any other. */
export async function readCondition(
  connection: Connection,
  dataType: string,
  { operator, values }: { readonly operator: string; readonly values: readonly string[] },
): Promise<Condition> {
  if (!isOperator(operator)) throw meaningless(`There is no operator "${operator}".`, 'constraint_type')
  const condition = { operator, values: valuesFor(operator, values) }
  const problem = conditionProblem(dataType, condition)
  if (problem !== null) throw meaningless(problem, 'constraint_values')
  if (operator === 'REGEX' || operator === 'NREGEX') {
    const breaks = await patternProblem(connection, values[0] ?? '')
    if (breaks !== null) throw meaningless(breaks, 'constraint_values')
  }
  return condition
}

/** "Is any of" takes each value once; of two that mean different things, such as the ends of a range, both stay. */
function valuesFor(operator: Operator, values: readonly string[]): readonly string[] {
  if (valueCount(operator) === 'none') return []
  return valueCount(operator) === 'any' ? [...new Set(values)] : values
}

const PREFIX = /^Invalid Input Error: /

/** The error of a regular expression and its position, or null; RE2's own engine checks it. */
export async function patternProblem(connection: Connection, pattern: string): Promise<string | null> {
  try {
    const engine = await patternEngine(connection)
    await engine.run(sql`SELECT regexp_matches('', ${pattern}, 'i')`)
    if (engine !== connection) await tryPattern(connection, pattern)
    return null
  } catch (error) {
    if (error instanceof PatternUnknown) return describe(pattern, `too much for this database: ${error.part}`)
    const message = error instanceof Error ? error.message : ''
    if (!PREFIX.test(message)) throw error
    return describe(pattern, message.replace(PREFIX, ''))
  }
}

/** Whether the database that is to look for it can, which need not be so of all that RE2 takes. */
async function tryPattern(connection: Connection, pattern: string): Promise<void> {
  const written = connection.dialect.patternOf(pattern)
  try {
    await connection.run(sql`SELECT ${connection.dialect.matches(sql`''`, sql`${written}`)}`)
  } catch (error) {
    throw error instanceof Error && /regular expression/i.test(error.message) ? new PatternUnknown(pattern) : error
  }
}

function describe(pattern: string, message: string): string {
  // The engine says what is wrong and quotes the offending part: "invalid escape sequence: \8".
  const [, reason = message, part = ''] = /^([^:]*): ?(.*)$/s.exec(message) ?? []
  return `The pattern breaks at character ${placeOf(pattern, reason, part) + 1}: ${reason.trim()}${part === '' || part === pattern ? '' : ` (${part})`}.`
}

/** Where the fault is, counted from 0. An unclosed bracket is quoted with all that follows or as the whole pattern. */
function placeOf(pattern: string, reason: string, part: string): number {
  if (reason === 'missing )') return unclosed(pattern)
  if (reason === 'unexpected )') return unopened(pattern)
  const place = part === '' ? -1 : pattern.indexOf(part)
  return place === -1 ? Math.max(0, pattern.length - 1) : place
}

function unclosed(pattern: string): number {
  return groupsOf(pattern).open.at(-1) ?? Math.max(0, pattern.length - 1)
}

function unopened(pattern: string): number {
  return groupsOf(pattern).unopened ?? Math.max(0, pattern.length - 1)
}

/** The groups that are still open at the end, and the first bracket that closes none. */
function groupsOf(pattern: string): { open: number[]; unopened: number | null } {
  const open: number[] = []
  // Escaped characters and character classes are passed over: a bracket in them opens nothing.
  for (const match of pattern.matchAll(/\\.|\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\])*\]|[()]/gs)) {
    if (match[0] === '(') open.push(match.index)
    else if (match[0] === ')' && open.pop() === undefined) return { open, unopened: match.index }
  }
  return { open, unopened: null }
}

let opened: Promise<Connection> | null = null

/** Whom to ask whether a regular expression is one of RE2's: DuckDB, which where the data lie elsewhere holds none. */
export function patternEngine(connection: Connection): Promise<Connection> {
  if (connection.dialect.name === 'DuckDB') return Promise.resolve(connection)
  opened ??= openDatabase(':memory:').then((database) => database.connect())
  return opened
}
