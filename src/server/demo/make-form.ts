import * as v from 'valibot'
import { answerColumns, columnName, drawnColumn, gateOf } from '#server/demo/answers/answer-columns.ts'
import { bitsOf } from '#server/demo/answers/asked-item.ts'
import type { FormVersion } from '#server/demo/forms/form-version.ts'
import { below, bits, salt } from '#server/demo/model/noise.ts'
import { quoted, rowsOf, type Connection } from '#server/storage/database.ts'

/** Makes the wide table of a form version: a row for each person to whom it was given, in their order. */
export async function makeFormTable(
  connection: Connection,
  schema: string,
  table: string,
  form: FormVersion,
): Promise<void> {
  const bitsOfAll = form.items.map(
    (asked) => `, ${bits('key', `${form.form.code}/${asked.item.code}`)} AS ${bitsOf(asked)}`,
  )
  const drawn = form.items.map((asked) => `, ${drawnColumn(asked)}`)
  const gates = form.items.filter((asked) => asked.isGate).map((asked) => `, ${gateOf(asked)} AS g${asked.place}`)
  const columns = form.items.flatMap(answerColumns).map(({ name, value }) => `, ${value} AS ${name}`)
  // Each layer names what the next one uses more than once, which keeps the statement quick to plan.
  await connection.run(`
    CREATE TABLE ${quoted(table)} AS
    SELECT individual_no ${columns.join('\n')}
    FROM (SELECT * ${gates.join('')} FROM (SELECT * ${drawn.join('')} FROM (
      SELECT * ${bitsOfAll.join('')} FROM ${schema}.subject WHERE ${isGiven(form)}
    )))`)
}

/** SQL: to whom the version was given. A study keeps to one version of a form. */
function isGiven({ form, versionNo }: FormVersion): string {
  const versions = form.versions.length
  // Newer versions are in use in more studies.
  const turn = `(substr(study_id, 2)::INTEGER + ${salt(form.code) % 53}) % ${(versions * (versions + 1)) / 2}`
  const from = (versionNo * (versionNo - 1)) / 2
  const share = `${below(1_000, 'key', `given/${form.code}`)} < ${Math.round(form.share * 1_000)}`
  return `NOT is_placeholder AND (${form.given}) AND ${share} AND ${turn} BETWEEN ${from} AND ${from + versionNo - 1}`
}

/** How many answered each item, in the order of the items. */
export async function countObservations(connection: Connection, table: string, form: FormVersion): Promise<number[]> {
  const counts = form.items.map(({ place }) => `count(${columnName(place)})`)
  const [row] = await rowsOf(
    connection,
    v.object({ counts: v.array(v.bigint()) }),
    `SELECT [${counts.join(', ')}] AS counts FROM ${quoted(table)}`,
  )
  return (row?.counts ?? []).map(Number)
}
