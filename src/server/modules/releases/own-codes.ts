import * as v from 'valibot'
import { hasSeveralCodes, isCategory } from '#domain/data-types.ts'
import { plainNumber } from '#domain/data-types/number.ts'
import { compareTexts } from '#domain/text/text.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { identifier, sql, type Sql } from '#server/platform/db/sql.ts'

const Variable = v.object({
  variable_name: v.string(),
  data_type: v.string(),
  column_name: v.string(),
  table_name: v.string(),
  possible_values: v.array(v.string()),
  value_mapping: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string())),
})
type Variable = v.InferOutput<typeof Variable>

/** The codes of a variable that remain. */
interface RemainingCodes {
  readonly variableName: string
  readonly possibleValues: readonly string[]
}

/**
 * Removes codes that no dictionary explains and that only some individuals gave: an import took them from their
 * answers. The remaining ones are put in order, since the imports in which the individuals gave them decided it.
 * `individuals`: a query with their numbers. Returns the variables whose codes change.
 */
export async function codesWithout(connection: Connection, individuals: Sql): Promise<RemainingCodes[]> {
  const remaining: RemainingCodes[] = []
  for (const variable of await codedVariables(connection, individuals)) {
    const { variable_name, possible_values, value_mapping } = variable
    const isFromAnswers = (code: string) => !Object.hasOwn(value_mapping, code)
    if (!possible_values.some(isFromAnswers)) continue
    const own = await codesGiven(connection, variable, sql`individual_no IN (${individuals})`)
    const others = await codesGiven(connection, variable, sql`individual_no NOT IN (${individuals})`)
    const kept = possible_values.filter((code) => !isFromAnswers(code) || !own.has(code) || others.has(code))
    const possibleValues = inOrder(kept, isFromAnswers)
    if (possibleValues.join(';') !== possible_values.join(';')) {
      remaining.push({ variableName: variable_name, possibleValues })
    }
  }
  return remaining
}

/** Explained codes keep their places; the others follow their number, or else their text. */
function inOrder(codes: readonly string[], isFromAnswers: (code: string) => boolean): string[] {
  const numberOf = (code: string) => plainNumber(code) ?? Number.NaN
  const areNumbers = codes.every((code) => plainNumber(code) !== null)
  const sorted = codes
    .filter(isFromAnswers)
    .toSorted((one, other) => (areNumbers ? numberOf(one) - numberOf(other) : compareTexts(one, other)))
  return codes.map((code) => (isFromAnswers(code) ? (sorted.shift() ?? code) : code))
}

const Table = v.object({ has_any: v.boolean() })

/** The coded variables of forms with a record of one of the individuals. */
async function codedVariables(connection: Connection, individuals: Sql): Promise<Variable[]> {
  const variables = await rowsOf(
    connection,
    Variable,
    `SELECT variable_name, data_type, column_name, possible_values, value_mapping,
       coalesce(part_table, table_name) AS table_name
     FROM variable JOIN form USING (form_no) ORDER BY variable_name`,
  )
  const tables = new Set<string>()
  for (const table of new Set(variables.map(({ table_name }) => table_name))) {
    const isOwn = sql`SELECT 1 FROM ${identifier(table)} WHERE individual_no IN (${individuals})`
    const [row] = await rowsOf(connection, Table, sql`SELECT EXISTS (${isOwn}) AS has_any`)
    if (row?.has_any === true) tables.add(table)
  }
  const isCoded = ({ data_type }: Variable) => isCategory(data_type) || hasSeveralCodes(data_type)
  return variables.filter((variable) => tables.has(variable.table_name) && isCoded(variable))
}

export async function storeCodes(connection: Connection, codes: readonly RemainingCodes[]): Promise<void> {
  for (const { variableName, possibleValues } of codes) {
    await connection.run(
      sql`UPDATE variable SET possible_values = CAST(${possibleValues} AS VARCHAR[]) WHERE variable_name = ${variableName}`,
    )
  }
}

const Answer = v.object({ answer: v.string() })

/** The codes of present and earlier answers in the rows that meet a condition. */
async function codesGiven(
  connection: Connection,
  { variable_name, data_type, column_name, table_name }: Variable,
  where: Sql,
): Promise<ReadonlySet<string>> {
  const column = identifier(column_name)
  const rows = await rowsOf(
    connection,
    Answer,
    sql`SELECT ${column} AS answer FROM ${identifier(table_name)} WHERE ${column} IS NOT NULL AND ${where}
      UNION SELECT answer FROM answer_before
      WHERE variable_name = ${variable_name} AND answer IS NOT NULL AND ${where}`,
  )
  return new Set(rows.flatMap(({ answer }) => (hasSeveralCodes(data_type) ? answer.split(';') : answer)))
}
