import * as v from 'valibot'
import { answerColumns, drawnColumn, gateOf } from '#server/demo/answers/answer-columns.ts'
import { bitsOf, type FormItem } from '#server/demo/answers/form-item.ts'
import type { Form, FormVersion } from '#server/demo/forms/form.ts'
import { below, bits, salt } from '#server/demo/model/noise.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { quoted } from '#server/platform/db/sql.ts'

interface VersionTable {
  readonly version: FormVersion
  readonly table: string
}

/** Number of answers to each item of a version, in the order of the items. */
interface Counted {
  readonly observations: readonly number[]
}

/**
 * Creates the wide tables of all versions of a form, with a row for each participant of the version. The newest version
 * has all items of the form, so its answers are computed for all subjects and then split: planning a statement for each
 * column of small tables would be slow.
 */
export async function makeFormTables<Version extends VersionTable>(
  connection: Connection,
  schema: string,
  versions: readonly Version[],
): Promise<(Version & Counted)[]> {
  const newest = versions.at(-1)?.version
  if (newest === undefined) return []
  const answers = `${schema}.${quoted(`answers ${newest.form.code}`)}`
  await makeAnswers(connection, schema, answers, newest)
  const counted = await countObservations(connection, answers, newest)
  const columnsOf = new Map(newest.items.map((asked) => [asked.item.code, answerColumns(asked)]))
  for (const { version, table } of versions) {
    const columns = version.items.flatMap((asked) => {
      const made = columnsOf.get(asked.item.code) ?? []
      return answerColumns(asked).map(({ name }, part) => `, ${made[part]?.name} AS ${name}`)
    })
    await connection.run(`CREATE TABLE ${quoted(table)} AS
      SELECT individual_no ${columns.join('')} FROM ${answers} WHERE version_no = ${version.versionNo}`)
  }
  await connection.run(`DROP TABLE ${answers}`)
  return versions.map((each) => {
    const counts = counted.get(each.version.versionNo)
    return { ...each, observations: each.version.items.map(({ item }) => counts?.get(item.code) ?? 0) }
  })
}

async function makeAnswers(
  connection: Connection,
  schema: string,
  answers: string,
  { form, items }: FormVersion,
): Promise<void> {
  const bitsOfAll = items.map((asked) => `, ${bits('key', `${form.code}/${asked.item.code}`)} AS ${bitsOf(asked)}`)
  const drawn = items.map((asked) => `, ${drawnColumn(asked)}`)
  const gates = items.filter((asked) => asked.isGate).map((asked) => `, ${gateOf(asked)} AS g${asked.place}`)
  const columns = items.flatMap(answerColumns).map(({ name, value }) => `, ${value} AS ${name}`)
  // Each layer names shared expressions of the next one, which keeps planning fast.
  await connection.run(`
    CREATE TABLE ${answers} AS
    SELECT individual_no, version_no ${columns.join('\n')}
    FROM (SELECT * ${gates.join('')} FROM (SELECT * ${drawn.join('')} FROM (
      SELECT *, ${versionNoOf(form)} AS version_no ${bitsOfAll.join('')} FROM ${schema}.subject WHERE ${isGiven(form)}
    )))`)
}

function isGiven(form: Form): string {
  const share = `${below(1_000, 'key', `given/${form.code}`)} < ${Math.round(form.share * 1_000)}`
  return `NOT is_placeholder AND (${form.given}) AND ${share}`
}

/** SQL: the version; a study uses one version, and newer versions are used in more studies. */
function versionNoOf({ code, versions }: Form): string {
  const turns = versions.flatMap((_, index) => Array.from({ length: index + 1 }, () => index + 1))
  const turn = `(substr(study_id, 2)::INTEGER + ${salt(code) % 53}) % ${turns.length}`
  return `([${turns.join(', ')}])[1 + ${turn}]`
}

/** Number of answers to each item, by version and code. */
async function countObservations(
  connection: Connection,
  answers: string,
  { items }: FormVersion,
): Promise<Map<number, Map<string, number>>> {
  const counts = items.map((asked) => `count(${firstColumnOf(asked)})`)
  const rows = await rowsOf(
    connection,
    v.object({ version_no: v.number(), counts: v.array(v.bigint()) }),
    `SELECT version_no, [${counts.join(', ')}] AS counts FROM ${answers} GROUP BY version_no`,
  )
  return new Map(
    rows.map((row) => [
      row.version_no,
      new Map(items.map(({ item }, index) => [item.code, Number(row.counts[index] ?? 0)])),
    ]),
  )
}

function firstColumnOf(asked: FormItem): string {
  return answerColumns(asked)[0]?.name ?? ''
}
