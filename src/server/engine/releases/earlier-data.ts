import * as v from 'valibot'
import { inChunks } from '#domain/chunks.ts'
import { isNumber } from '#domain/data-types.ts'
import { answersBefore, correctedSince } from '#server/engine/releases/answers-before.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import { storedColumns } from '#server/model/data-types.ts'
import type { Release } from '#server/model/release.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { EMPTY, identifier, isAmong, join, literal, raw, sql, type Sql } from '#server/platform/db/sql.ts'

/**
 * Gives the statements of a connection the answers to these variables as of an earlier release, until its transaction
 * is rolled back: temporary views take the names of the form tables.
 */
export async function readEarlierAnswers(
  connection: Connection,
  release: Release,
  variables: readonly CatalogVariable[],
): Promise<void> {
  const forms = await formTablesOf(connection, variables)
  const corrected = await correctedSince(
    connection,
    release.no,
    variables.map(({ name }) => name),
  )
  const schema = await schemaOf(connection)
  await createIntervals(connection, release, variables, corrected)
  const tables = new Set(variables.map(({ tableName }) => tableName))
  for (const [place, table] of [...tables].entries()) {
    const tableVariables = variables.filter(({ tableName }) => tableName === table)
    const form = forms.get(tableVariables[0]?.name ?? '') ?? table
    await createView(connection, {
      release,
      table,
      form,
      tableVariables,
      corrected,
      schema,
      beforeTable: `answers_before_${place}`,
    })
  }
}

/** Gives the statements of a connection the individuals of an earlier release, until its transaction is rolled back. */
export async function readEarlierIndividuals(connection: Connection, { lastIndividual }: Release): Promise<void> {
  const schema = await schemaOf(connection)
  await connection.run(
    sql`CREATE TEMP VIEW individual AS
      SELECT * FROM ${schema}.individual WHERE individual_no <= ${literal(lastIndividual)}`,
  )
}

/** The cohort whose members `readMembers` gives; no saved cohort has this id. */
export const GIVEN_COHORT_ID = 0

/** Individuals of one statement. */
const MEMBERS_AT_ONCE = 10_000

/** Gives the statements of a connection one cohort with these members, until its transaction is rolled back. */
export async function readMembers(connection: Connection, individuals: ArrayLike<number>): Promise<void> {
  await connection.run('CREATE TEMP TABLE cohort_member (cohortid INTEGER, individual_no INTEGER)')
  for (const some of inChunks(Array.from(individuals), MEMBERS_AT_ONCE)) {
    await connection.run(
      sql`INSERT INTO cohort_member
        SELECT ${literal(GIVEN_COHORT_ID)}, CAST(number AS INTEGER)
        FROM (SELECT unnest(CAST(${some.map(String)} AS VARCHAR[])) AS number) given`,
    )
  }
}

const Schema = v.object({ database: v.string(), schema: v.string() })

/** The prefix of a table's name that no temporary view takes. */
async function schemaOf(connection: Connection): Promise<Sql> {
  const [row] = await rowsOf(
    connection,
    Schema,
    'SELECT CAST(current_database() AS VARCHAR) AS "database", CAST(current_schema() AS VARCHAR) AS "schema"',
  )
  return sql`${identifier(row?.database ?? '')}.${identifier(row?.schema ?? '')}`
}

const FormOf = v.object({ variable_name: v.string(), table_name: v.string() })

/** The table with the records of each variable's form; the answers may be in a further one. */
async function formTablesOf(
  connection: Connection,
  variables: readonly CatalogVariable[],
): Promise<ReadonlyMap<string, string>> {
  const names = variables.map(({ name }) => name)
  const rows = await rowsOf(
    connection,
    FormOf,
    sql`SELECT variable_name, table_name FROM variable JOIN form USING (form_no) WHERE ${isAmong(sql`variable_name`, names)}`,
  )
  return new Map(rows.map(({ variable_name, table_name }) => [variable_name, table_name]))
}

const INTERVALS = 'interval_before'
const Answer = v.object({ answer: v.string() })

/** A table of the intervals of the earlier dates, which are not kept with them. */
async function createIntervals(
  connection: Connection,
  { no }: Release,
  variables: readonly CatalogVariable[],
  corrected: readonly string[],
): Promise<void> {
  await connection.run(
    `CREATE TEMP TABLE ${INTERVALS} (data_type VARCHAR, answer VARCHAR, first_day DATE, last_day DATE)`,
  )
  const dates = variables.filter((variable) => corrected.includes(variable.name) && hasInterval(variable))
  for (const dataType of new Set(dates.map((variable) => variable.dataType))) {
    const names = dates.filter((variable) => variable.dataType === dataType).map(({ name }) => name)
    const answers = await rowsOf(
      connection,
      Answer,
      sql`SELECT DISTINCT answer FROM answer_before
        WHERE release_no > ${no} AND answer IS NOT NULL AND ${isAmong(sql`variable_name`, names)}`,
    )
    const [, first, last] = storedColumns('', dataType)
    const texts = answers.map(({ answer }) => answer)
    const ends = (column: typeof first) => texts.map((text) => String(column?.toValue(text) ?? ''))
    await connection.run(
      sql`INSERT INTO ${raw(INTERVALS)}
        SELECT ${dataType}, answer, CAST(NULLIF(first_day, '') AS DATE), CAST(NULLIF(last_day, '') AS DATE)
        FROM (SELECT unnest(CAST(${texts} AS VARCHAR[])) AS answer, unnest(CAST(${ends(first)} AS VARCHAR[])) AS first_day,
          unnest(CAST(${ends(last)} AS VARCHAR[])) AS last_day) given`,
    )
  }
}

/** A temporary table within a view: joined by its name, Citus 13.2 reads NULL from columns that no condition names. */
function wholeTable(name: string): Sql {
  return sql`(SELECT * FROM ${identifier(name)})`
}

function hasInterval({ dataType }: CatalogVariable): boolean {
  return storedColumns('', dataType).length > 1
}

interface EarlierTable {
  readonly release: Release
  readonly table: string
  /** The table with the records of the form. */
  readonly form: string
  readonly tableVariables: readonly CatalogVariable[]
  readonly corrected: readonly string[]
  readonly schema: Sql
  /** The temporary table of the answers before. */
  readonly beforeTable: string
}

async function createView(connection: Connection, earlier: EarlierTable): Promise<void> {
  const { release, table, form, tableVariables, schema, beforeTable } = earlier
  const corrected = tableVariables.map(({ name }) => name).filter((name) => earlier.corrected.includes(name))
  if (corrected.length > 0) {
    await connection.run(sql`CREATE TEMP TABLE ${identifier(beforeTable)} AS ${answersBefore(corrected, release.no)}`)
  }
  const columns = tableVariables.flatMap((variable) => columnsOf(variable, corrected.indexOf(variable.name)))
  const intervals = tableVariables.flatMap((variable) => intervalJoin(variable, corrected.indexOf(variable.name)))
  await connection.run(
    sql`CREATE TEMP VIEW ${identifier(table)} AS
      SELECT f.individual_no, ${join(columns)}
      FROM ${schema}.${identifier(table)} f
      ${corrected.length === 0 ? EMPTY : sql`LEFT JOIN ${wholeTable(beforeTable)} b ON b.individual_no = f.individual_no`}
      ${join(intervals, '\n      ')}
      WHERE f.individual_no <= ${literal(release.lastIndividual)} AND NOT EXISTS (
        SELECT 1 FROM record_before later
        WHERE later.table_name = ${literal(form)} AND later.release_no > ${literal(release.no)}
          AND later.individual_no = f.individual_no)`,
  )
}

/** The columns of a variable; `place`: that of its answer before, negative if no later release corrected it. */
function columnsOf({ columnName, dataType }: CatalogVariable, place: number): Sql[] {
  return storedColumns(columnName, dataType).map(({ name }, index) => {
    const column = sql`f.${identifier(name)}`
    if (place < 0) return column
    const text = raw(`b.before${place}`)
    const value = isNumber(dataType) ? sql`CAST(${text} AS FLOAT8)` : text
    const before = index === 0 ? value : raw(`i${place}.${index === 1 ? 'first_day' : 'last_day'}`)
    return sql`CASE WHEN ${raw(`b.had${place}`)} THEN ${before} ELSE ${column} END AS ${identifier(name)}`
  })
}

function intervalJoin(variable: CatalogVariable, place: number): Sql[] {
  if (place < 0 || !hasInterval(variable)) return []
  const alias = raw(`i${place}`)
  return [
    sql`LEFT JOIN ${wholeTable(INTERVALS)} ${alias}
      ON ${alias}.answer = ${raw(`b.before${place}`)} AND ${alias}.data_type = ${literal(variable.dataType)}`,
  ]
}
