import * as v from 'valibot'
import { inChunks } from '#domain/chunks.ts'
import type { Release } from '#server/model/release.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { identifier, join, literal, sql, type Sql } from '#server/platform/db/sql.ts'

/** How the individuals with an answer to a variable changed in one collection since a release. */
export interface AnsweredSince {
  /** Added individuals with an answer. */
  readonly added: number
  /** Known individuals who have an answer and had none, or had one and have none. */
  readonly changed: number
}

interface AnsweredOfVariable {
  /** For each release, whether the variable was there. */
  readonly isThere: readonly boolean[]
  /** For each release; collections without changes are absent. */
  readonly byCollection: Map<string, readonly AnsweredSince[]>
}

const Variable = v.object({
  variable_name: v.string(),
  form_no: v.number(),
  /** The table of the form's records, and that of the answers. */
  record_table: v.string(),
  answer_table: v.string(),
  column_name: v.string(),
})
type Variable = v.InferOutput<typeof Variable>

export const NOT_CHANGED: AnsweredSince = { added: 0, changed: 0 }

/** By the name of the variable. Variables that no release had are absent. */
export async function readAnsweredSince(
  connection: Connection,
  releases: readonly Release[],
): Promise<ReadonlyMap<string, AnsweredOfVariable>> {
  const lastForm = Math.max(0, ...releases.map((release) => release.lastForm))
  const variables = await rowsOf(
    connection,
    Variable,
    sql`SELECT variable_name, form_no, table_name AS record_table, coalesce(part_table, table_name) AS answer_table,
        column_name
      FROM variable JOIN form USING (form_no) WHERE form_no <= ${lastForm}`,
  )
  const found = new Map(
    variables.map((variable): [string, AnsweredOfVariable] => [
      variable.variable_name,
      { isThere: releases.map((release) => variable.form_no <= release.lastForm), byCollection: new Map() },
    ]),
  )
  const add: Add = ({ variable_name: name }, collection, since) => {
    const entry = found.get(name)?.byCollection
    const before = entry?.get(collection)
    entry?.set(collection, before ? before.map((known, place) => sumOf(known, since[place] ?? NOT_CHANGED)) : since)
  }
  await addNewRecords(connection, releases, variables, add)
  await addCorrections(connection, releases, variables, add)
  return found
}

function sumOf(one: AnsweredSince, other: AnsweredSince): AnsweredSince {
  return { added: one.added + other.added, changed: one.changed + other.changed }
}

type Add = (variable: Variable, collection: string, since: readonly AnsweredSince[]) => void

/** A thousand columns in one statement would take a third of the database's memory. */
const COLUMNS_AT_ONCE = 500

const Arrived = v.object({
  collection: v.string(),
  added_in: v.number(),
  recorded_in: v.number(),
  counts: v.array(v.number()),
})

/** Answers in records that arrived since the first release, by the releases of the individual and of the record. */
async function addNewRecords(
  connection: Connection,
  releases: readonly Release[],
  variables: readonly Variable[],
  add: Add,
): Promise<void> {
  const addedIn = join(
    releases.map(
      ({ no, lastIndividual }) => sql`WHEN f.individual_no <= ${literal(lastIndividual)} THEN ${literal(no)}`,
    ),
    ' ',
  )
  const firstLast = literal(releases[0]?.lastIndividual ?? PRESENT)
  for (const tableVariables of inTables(variables)) {
    const [first] = tableVariables
    if (!first) continue
    const counts = tableVariables.map(({ column_name }) => sql`count(f.${identifier(column_name)})`)
    const rows = await rowsOf(
      connection,
      Arrived,
      sql`SELECT i.collection, CASE ${addedIn} ELSE ${literal(PRESENT)} END AS added_in,
          coalesce(r.release_no, 0) AS recorded_in, CAST(ARRAY[${join(counts)}] AS INTEGER[]) AS counts
        FROM ${identifier(first.answer_table)} f JOIN individual i ON i.individual_no = f.individual_no
        LEFT JOIN record_before r ON r.individual_no = f.individual_no AND r.table_name = ${literal(first.record_table)}
        WHERE f.individual_no > ${firstLast} OR r.release_no IS NOT NULL
        GROUP BY 1, 2, 3`,
    )
    for (const { collection, added_in, recorded_in, counts: answered } of rows) {
      for (const [place, variable] of tableVariables.entries()) {
        const count = answered[place] ?? 0
        const since = releases.map(({ no }) => ({
          added: added_in > no ? count : 0,
          changed: added_in <= no && recorded_in > no ? count : 0,
        }))
        if (count > 0) add(variable, collection, since)
      }
    }
  }
}

/** Variables of the same table, so that each table is read once for many of them. */
function inTables(variables: readonly Variable[]): (readonly Variable[])[] {
  const byTable = new Map<string, Variable[]>()
  for (const variable of variables) {
    const tableVariables = byTable.get(variable.answer_table) ?? []
    byTable.set(variable.answer_table, tableVariables)
    tableVariables.push(variable)
  }
  return [...byTable.values()].flatMap((tableVariables) => inChunks(tableVariables, COLUMNS_AT_ONCE))
}

/** Greater than the number of any release. */
const PRESENT = 2_147_483_647

const Corrected = v.object({ variable_name: v.string(), collection: v.string(), changed: v.number() })
const Name = v.object({ variable_name: v.string() })

/** Variables per statement. */
const VARIABLES_AT_ONCE = 50

/** Corrections by which an answer became known or unknown. */
async function addCorrections(
  connection: Connection,
  releases: readonly Release[],
  variables: readonly Variable[],
  add: Add,
): Promise<void> {
  for (const [place, release] of releases.entries()) {
    const names = await rowsOf(
      connection,
      Name,
      sql`SELECT DISTINCT variable_name FROM answer_before WHERE release_no > ${release.no}`,
    )
    const corrected = new Set(names.map(({ variable_name }) => variable_name))
    const changed = variables.filter((variable) => corrected.has(variable.variable_name))
    for (const some of inChunks(changed, VARIABLES_AT_ONCE)) {
      const counts = join(
        some.map((variable) => changedSince(variable, release)),
        ' UNION ALL ',
      )
      for (const { variable_name, collection, changed } of await rowsOf(connection, Corrected, counts)) {
        const variable = some.find((one) => one.variable_name === variable_name)
        const since = releases.map((_, other) => (other === place ? { added: 0, changed } : NOT_CHANGED))
        if (variable) add(variable, collection, since)
      }
    }
  }
}

function changedSince(
  { variable_name, record_table, answer_table, column_name }: Variable,
  { no, lastIndividual }: Release,
): Sql {
  return sql`SELECT ${literal(variable_name)} AS variable_name, i.collection, CAST(count(*) AS INTEGER) AS changed
    FROM (SELECT individual_no, answer, row_number() OVER (PARTITION BY individual_no ORDER BY release_no) AS place
      FROM answer_before WHERE variable_name = ${literal(variable_name)} AND release_no > ${literal(no)}) b
    JOIN ${identifier(answer_table)} f ON f.individual_no = b.individual_no
    JOIN individual i ON i.individual_no = b.individual_no
    WHERE b.place = 1 AND (b.answer IS NULL) <> (f.${identifier(column_name)} IS NULL)
      AND b.individual_no <= ${literal(lastIndividual)} AND NOT EXISTS (SELECT 1 FROM record_before r
        WHERE r.individual_no = b.individual_no AND r.table_name = ${literal(record_table)} AND r.release_no > ${literal(no)})
    GROUP BY i.collection`
}
