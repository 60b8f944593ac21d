import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { isNumber } from '#domain/data-types.ts'
import { compareTexts } from '#domain/text/text.ts'
import { valueText } from '#server/engine/conditions/shown-value.ts'
import { answersBefore, correctedSince } from '#server/engine/releases/answers-before.ts'
import { ANY_RECORD, type Release } from '#server/model/release.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { EMPTY, identifier, join, literal, raw, sql, type Sql } from '#server/platform/db/sql.ts'

const Hash = v.object({ hash: v.nullable(v.string()) })
const Form = v.object({ form_no: v.number(), table_name: v.string(), instrument: v.string(), version: v.string() })
const Variable = v.object({
  form_no: v.number(),
  variable_name: v.string(),
  data_type: v.string(),
  column_name: v.string(),
  part_table: v.nullable(v.string()),
})
type Variable = v.InferOutput<typeof Variable>

/** Part of the definition of the hash. A statement of PostgreSQL joins at most 1,664 columns. */
const VARIABLES_AT_ONCE = 100

/**
 * The SHA-256 of a release: of its individuals, forms, variables and answers, as they were, without individuals who
 * were withdrawn later. It does not depend on the order of rows, nor on the database. Texts of the catalog, which are
 * edited between releases, take no part. `leaving`: the numbers of individuals who are left out as well.
 */
export async function contentHash(
  connection: Connection,
  release: Release,
  leaving: readonly number[] = [],
): Promise<string> {
  const isIncluded = includedIn(release, leaving)
  const forms = await rowsOf(
    connection,
    Form,
    sql`SELECT form_no, table_name, instrument, version FROM form WHERE form_no <= ${release.lastForm}`,
  )
  const variables = await rowsOf(
    connection,
    Variable,
    sql`SELECT form_no, variable_name, data_type, column_name, part_table FROM variable
      WHERE form_no <= ${release.lastForm}`,
  )
  const parts: unknown[] = [await hashOf(connection, individualsAt(release, isIncluded))]
  const order = (form: v.InferOutput<typeof Form>) => JSON.stringify([form.instrument, form.version])
  for (const form of forms.toSorted((one, other) => compareTexts(order(one), order(other)))) {
    const formVariables = variables
      .filter((variable) => variable.form_no === form.form_no)
      .toSorted((one, other) => compareTexts(one.variable_name, other.variable_name))
    for (let from = 0; from === 0 || from < formVariables.length; from += VARIABLES_AT_ONCE) {
      const some = formVariables.slice(from, from + VARIABLES_AT_ONCE)
      const hash = await hashOf(connection, await recordsAt(connection, release, form.table_name, some, isIncluded))
      const names = some.map(({ variable_name, data_type }) => [variable_name, data_type])
      parts.push([form.instrument, form.version, names, hash])
    }
  }
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** `rows`: a query with an individual_id and the text of each row. */
async function hashOf(connection: Connection, rows: Sql): Promise<string> {
  const [row] = await rowsOf(
    connection,
    Hash,
    sql`SELECT sha256(string_agg(row_hash, '' ORDER BY encode(individual_id))) AS hash
      FROM (SELECT individual_id, sha256(row_text) AS row_hash FROM (${rows}) rows) hashed`,
  )
  return row?.hash ?? ''
}

/** A condition on the row `i` of an individual. */
function includedIn({ no, lastIndividual }: Release, leaving: readonly number[]): Sql {
  const isLeaving = leaving.length === 0 ? sql`` : sql` AND i.individual_no NOT IN (${join(leaving.map(literal))})`
  return sql`i.individual_no <= ${literal(lastIndividual)} AND i.individual_no NOT IN (
    SELECT individual_no FROM withdrawn_individual WHERE release_no > ${literal(no)})${isLeaving}`
}

/** Cells as one text, each with its length, so that different cells make different texts. */
function rowText(cells: readonly Sql[]): Sql {
  const each = cells.map((cell) => sql`coalesce(strlen(${cell}) || ':' || ${cell}, '-')`)
  return sql`array_to_string(ARRAY[${join(each)}], '')`
}

function individualsAt({ no }: Release, isIncluded: Sql): Sql {
  const texts = ['i.individual_id', 'i.family_id', 'f.individual_id', 'm.individual_id', 'i.sex', 'i.collection']
  const others = ['i.study_id', 'i.consent', 'i.dx_nimh', 't.individual_id']
  const flags = [
    sql`i.is_placeholder OR b.individual_no IS NOT NULL`,
    ...['p.is_proband', 'p.is_deceased', 'p.is_identical'].map(raw),
  ]
  const cells = [
    ...[...texts, ...others].map(raw),
    ...flags.map((flag) => sql`CASE ${flag} WHEN TRUE THEN 'yes' WHEN FALSE THEN 'no' END`),
  ]
  // Relatives may be on another machine of Citus.
  return sql`WITH relative AS MATERIALIZED (SELECT individual_no, individual_id FROM individual)
    SELECT i.individual_id, ${rowText(cells)} AS row_text
    FROM individual i
    LEFT JOIN relative f ON f.individual_no = i.father_no
    LEFT JOIN relative m ON m.individual_no = i.mother_no
    LEFT JOIN pedigree_mark p ON p.individual_no = i.individual_no
    LEFT JOIN relative t ON t.individual_no = p.twin_of
    LEFT JOIN (SELECT DISTINCT individual_no FROM record_before
      WHERE table_name = ${literal(ANY_RECORD)} AND release_no > ${literal(no)}) b ON b.individual_no = i.individual_no
    WHERE ${isIncluded}`
}

/** The records of a form as they were: without later ones, and with the answers before later corrections. */
async function recordsAt(
  connection: Connection,
  { no }: Release,
  table: string,
  variables: readonly Variable[],
  isIncluded: Sql,
): Promise<Sql> {
  const names = variables.map(({ variable_name }) => variable_name)
  const corrected = await correctedSince(connection, no, names)
  const tables = [...new Set([table, ...variables.map(({ part_table }) => part_table ?? table)])]
  const cells = variables.map(({ variable_name, data_type, column_name, part_table }) => {
    const column = sql`${identifier(part_table ?? table)}.${identifier(column_name)}`
    const place = corrected.indexOf(variable_name)
    const [had, before] = [raw(`b.had${place}`), raw(`b.before${place}`)]
    const then = isNumber(data_type) ? sql`CAST(${before} AS FLOAT8)` : before
    return valueText(data_type, place < 0 ? column : sql`(CASE WHEN ${had} THEN ${then} ELSE ${column} END)`)
  })
  const [first = raw(''), ...parts] = tables.map(identifier)
  const joined = parts.map((part) => sql` JOIN ${part} ON ${part}.individual_no = ${first}.individual_no`)
  return sql`SELECT i.individual_id, ${rowText([raw('i.individual_id'), ...cells])} AS row_text
    FROM ${first}${join(joined, '')} JOIN individual i ON i.individual_no = ${first}.individual_no
    ${corrected.length === 0 ? EMPTY : sql`LEFT JOIN (${answersBefore(corrected, no)}) b ON b.individual_no = ${first}.individual_no`}
    WHERE ${isIncluded} AND NOT EXISTS (
      SELECT 1 FROM record_before later
      WHERE later.table_name = ${literal(table)} AND later.release_no > ${literal(no)}
        AND later.individual_no = i.individual_no)`
}
