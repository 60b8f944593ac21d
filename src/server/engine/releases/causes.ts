import * as v from 'valibot'
import { RELEASE_CAUSES } from '#contract/releases.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import type { Release } from '#server/model/release.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { identifier, join, literal, raw, sql, type Sql } from '#server/platform/db/sql.ts'

const Change = v.object({ entered: v.number(), left: v.number(), stayed: v.number() })
type Change = v.InferOutput<typeof Change>

/** Numbers of members of one saved cohort that are not members of another, and of members of both. */
export async function compareMembers(connection: Connection, before: number, after: number): Promise<Change> {
  const [change] = await rowsOf(
    connection,
    Change,
    sql`SELECT CAST(count(*) FILTER (WHERE NOT was) AS INTEGER) AS entered,
        CAST(count(*) FILTER (WHERE NOT "is") AS INTEGER) AS "left",
        CAST(count(*) FILTER (WHERE was AND "is") AS INTEGER) AS stayed
      FROM (${membership(before, after)}) members`,
  )
  return change ?? { entered: 0, left: 0, stayed: 0 }
}

/** Whether each individual is a member of two saved cohorts. */
function membership(before: number, after: number): Sql {
  return sql`SELECT individual_no, bool_or(cohortid = ${literal(before)}) AS was,
      bool_or(cohortid = ${literal(after)}) AS "is"
    FROM cohort_member WHERE cohortid IN (${literal(before)}, ${literal(after)}) GROUP BY individual_no`
}

const CauseRow = v.object({
  cause: v.picklist(RELEASE_CAUSES),
  variable_name: v.nullable(v.string()),
  entered: v.number(),
  left: v.number(),
})
export type CauseRow = v.InferOutput<typeof CauseRow>

interface Moves {
  readonly before: number
  readonly after: number
  /** The release of the cohort before. */
  readonly since: Release
  /** The variables of the definition. */
  readonly variables: readonly CatalogVariable[]
  /** Members who were withdrawn since: they are in neither cohort, or in the later one as relatives without a record. */
  readonly withdrawn: number
}

/** Why individuals enter and leave a cohort between its release and the present one. */
export async function readCauses(connection: Connection, moves: Moves): Promise<CauseRow[]> {
  const { before, after, since, variables, withdrawn } = moves
  const causes = [
    sql`SELECT individual_no, entered, 'added' AS cause, CAST(NULL AS VARCHAR) AS variable_name FROM moved
      WHERE individual_no > ${literal(since.lastIndividual)}`,
    sql`SELECT individual_no, entered, 'withdrawn', NULL FROM moved WHERE individual_no IN (
        SELECT individual_no FROM withdrawn_individual WHERE release_no > ${literal(since.no)})`,
    ...variables.flatMap((variable) => [newRecords(variable, since), changedAnswers(variable, since)]),
  ]
  const counted = sql`cause, variable_name, CAST(count(*) FILTER (WHERE entered) AS INTEGER) AS entered,
      CAST(count(*) FILTER (WHERE NOT entered) AS INTEGER) AS "left"`
  const rows = await rowsOf(
    connection,
    CauseRow,
    sql`WITH moved AS ${raw(connection.dialect.costly)} (
        SELECT individual_no, NOT was AS entered FROM (${membership(before, after)}) members WHERE was <> "is"
      ), explained AS ${raw(connection.dialect.costly)} (${join(causes, ' UNION ALL ')})
      SELECT ${counted} FROM explained GROUP BY cause, variable_name
      UNION ALL
      SELECT ${counted} FROM (
        SELECT entered, 'related' AS cause, CAST(NULL AS VARCHAR) AS variable_name FROM moved
        WHERE individual_no NOT IN (SELECT individual_no FROM explained)
      ) unexplained GROUP BY cause, variable_name
      ORDER BY variable_name NULLS FIRST, cause`,
  )
  return withLeft(rows, withdrawn)
}

/** Adds the withdrawn members who left. */
function withLeft(rows: readonly CauseRow[], withdrawn: number): CauseRow[] {
  if (withdrawn === 0) return [...rows]
  const known = rows.find(({ cause }) => cause === 'withdrawn') ?? { entered: 0, left: 0 }
  const all = { cause: 'withdrawn' as const, variable_name: null, entered: known.entered, left: known.left + withdrawn }
  return [all, ...rows.filter(({ cause }) => cause !== 'withdrawn')]
}

/** Individuals who had no record of the variable's form. */
function newRecords({ name }: CatalogVariable, { no }: Release): Sql {
  return sql`SELECT DISTINCT m.individual_no, entered, 'record', ${literal(name)} FROM moved m
    JOIN record_before r ON r.individual_no = m.individual_no AND r.release_no > ${literal(no)}
      AND r.table_name = (SELECT table_name FROM form JOIN variable USING (form_no) WHERE variable_name = ${literal(name)})`
}

/** Individuals whose answer was another one, by the earliest answer that was stored since. */
function changedAnswers({ name, tableName, columnName }: CatalogVariable, { no }: Release): Sql {
  const now = sql`NULLIF(CAST(f.${identifier(columnName)} AS VARCHAR), ${literal(UNKNOWN_VALUE)})`
  const then = sql`NULLIF(b.answer, ${literal(UNKNOWN_VALUE)})`
  return sql`SELECT m.individual_no, entered,
      CASE WHEN ${then} IS NULL THEN 'answered' WHEN ${now} IS NULL THEN 'unknown' ELSE 'corrected' END, ${literal(name)}
    FROM moved m
    JOIN (SELECT individual_no, answer,
        row_number() OVER (PARTITION BY individual_no ORDER BY release_no) AS place
      FROM answer_before WHERE release_no > ${literal(no)} AND variable_name = ${literal(name)}) b
      ON b.individual_no = m.individual_no AND place = 1
    JOIN ${identifier(tableName)} f ON f.individual_no = m.individual_no
    WHERE ${then} IS DISTINCT FROM ${now}`
}
