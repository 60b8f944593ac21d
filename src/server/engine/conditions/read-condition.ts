import { conditionProblem, type Condition } from '#domain/conditions/constraint.ts'
import { isOperator, valueCount, type Operator } from '#domain/conditions/operators.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { PatternUnknown } from '#server/platform/db/dialect.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { sql } from '#server/platform/db/sql.ts'
import { meaningless } from '#server/platform/http/refusal.ts'

/** Parses an operator and its values; refuses a condition that is invalid for the data type. */
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

/** "Is any of" ignores duplicates. Other operators keep them, such as the two ends of a range. */
function valuesFor(operator: Operator, values: readonly string[]): readonly string[] {
  if (valueCount(operator) === 'none') return []
  return valueCount(operator) === 'any' ? [...new Set(values)] : values
}

const PREFIX = /^Invalid Input Error: /

/** The error of a regular expression with its position, or null; RE2 itself checks it. */
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

/** Checks that the database can express the pattern: not every RE2 pattern has a translation. */
async function tryPattern(connection: Connection, pattern: string): Promise<void> {
  const written = connection.dialect.patternOf(pattern)
  try {
    await connection.run(sql`SELECT ${connection.dialect.matches(sql`''`, written)}`)
  } catch (error) {
    throw error instanceof Error && /regular expression/i.test(error.message) ? new PatternUnknown(pattern) : error
  }
}

function describe(pattern: string, message: string): string {
  // RE2 reports the reason and the offending part: "invalid escape sequence: \8".
  const [, reason = message, part = ''] = /^([^:]*): ?(.*)$/s.exec(message) ?? []
  return `The pattern breaks at character ${placeOf(pattern, reason, part) + 1}: ${reason.trim()}${part === '' || part === pattern ? '' : ` (${part})`}.`
}

/**
 * The position of the error, counted from 0. RE2 quotes an unclosed bracket with the rest of the pattern or as the
 * whole pattern.
 */
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

/** Unclosed groups, and the first unmatched closing bracket. */
function groupsOf(pattern: string): { open: number[]; unopened: number | null } {
  const open: number[] = []
  // Skips escaped characters and character classes: their brackets open no group.
  for (const match of pattern.matchAll(/\\.|\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\])*\]|[()]/gs)) {
    if (match[0] === '(') open.push(match.index)
    else if (match[0] === ')' && open.pop() === undefined) return { open, unopened: match.index }
  }
  return { open, unopened: null }
}

let opened: Promise<Connection> | null = null

/** Validates RE2 patterns in DuckDB. If another database holds the data, DuckDB opens without any. */
export function patternEngine(connection: Connection): Promise<Connection> {
  if (connection.dialect.hasRe2) return Promise.resolve(connection)
  opened ??= openDatabase(':memory:').then((database) => database.connect())
  return opened
}
