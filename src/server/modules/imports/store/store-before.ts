import { ANY_RECORD, type Release } from '#server/model/release.ts'
import { answerTables } from '#server/platform/db/answer-tables.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { identifier, join, literal, sql } from '#server/platform/db/sql.ts'
import { numberAfter } from '#server/store/releases/releases.ts'

/** The release that an import makes, and the individuals who are known before it. */
export interface ReleaseToMake {
  readonly no: number
  /** The greatest number of a known individual: others need no history. */
  readonly lastKnown: number
}

/** `present`: null before the first release. */
export function releaseAfter(present: Pick<Release, 'no' | 'lastIndividual'> | null): ReleaseToMake {
  return { no: numberAfter(present), lastKnown: present?.lastIndividual ?? 0 }
}

/** Variables per statement: a statement's memory grows with them. */
const VARIABLES_AT_ONCE = 50

interface ChangedTable {
  /** The table as it was, and the records that replace or extend it; both have an individual_no. */
  readonly before: string
  readonly incoming: string
  /** The columns of both with an answer each. */
  readonly variables: readonly { readonly variableName: string; readonly columnName: string }[]
}

/** Stores the answers that records replace. */
export async function storeAnswersBefore(
  connection: Connection,
  { no }: ReleaseToMake,
  { before, incoming, variables }: ChangedTable,
): Promise<void> {
  for (let from = 0; from < variables.length; from += VARIABLES_AT_ONCE) {
    const each = variables.slice(from, from + VARIABLES_AT_ONCE).map(({ variableName, columnName }) => {
      const column = identifier(columnName)
      return sql`SELECT ${literal(no)}, ${literal(variableName)}, b.individual_no, CAST(b.${column} AS VARCHAR)
        FROM ${identifier(before)} b JOIN ${identifier(incoming)} i ON i.individual_no = b.individual_no
        WHERE b.${column} IS DISTINCT FROM i.${column}`
    })
    await connection.run(sql`INSERT INTO answer_before ${join(each, ' UNION ALL ')}`)
  }
}

/** Stores which known individuals have no record in a form's table yet. */
export async function storeRecordsBefore(
  connection: Connection,
  { no, lastKnown }: ReleaseToMake,
  { table, before, incoming }: Pick<ChangedTable, 'before' | 'incoming'> & { readonly table: string },
): Promise<void> {
  await connection.run(
    sql`INSERT INTO record_before
      SELECT ${literal(no)}, ${literal(table)}, i.individual_no FROM ${identifier(incoming)} i
      WHERE i.individual_no <= ${lastKnown}
        AND NOT EXISTS (SELECT 1 FROM ${identifier(before)} b WHERE b.individual_no = i.individual_no)`,
  )
}

/** Relatives without a record are placeholders until a form has a record for them. */
export async function unmarkPlaceholders(connection: Connection, { no, lastKnown }: ReleaseToMake): Promise<void> {
  const tables = await answerTables(connection)
  if (tables.length === 0) return
  const records = join(
    tables.map((table) => sql`SELECT individual_no FROM ${identifier(table)}`),
    ' UNION ',
  )
  const hasRecord = sql`is_placeholder AND individual_no IN (${records})`
  await connection.run(
    sql`INSERT INTO record_before SELECT ${literal(no)}, ${literal(ANY_RECORD)}, individual_no FROM individual
      WHERE ${hasRecord} AND individual_no <= ${lastKnown}`,
  )
  await connection.run(sql`UPDATE individual SET is_placeholder = FALSE WHERE ${hasRecord}`)
}
