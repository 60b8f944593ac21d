import * as v from 'valibot'
import { answerColumns, drawnColumn, gateOf } from '#server/demo/answers/answer-columns.ts'
import { bitsOf, type FormItem } from '#server/demo/answers/form-item.ts'
import { type Form, versionsOf, type FormVersion } from '#server/demo/forms/form.ts'
import { FORMS } from '#server/demo/forms/forms.ts'
import { makeCatalog, tableName, type MadeForm } from '#server/demo/make-catalog.ts'
import { DIAGNOSES } from '#server/demo/model/collections.ts'
import { makeFamilies } from '#server/demo/model/make-families.ts'
import { makeSubjects } from '#server/demo/model/make-subjects.ts'
import { below, bits, salt } from '#server/demo/model/noise.ts'
import type { Report } from '#server/demo/progress.ts'
import { raiseDataVersion } from '#server/platform/db/data-version.ts'
import { type Connection, type Database, rowsOf } from '#server/platform/db/database.ts'
import { quoted } from '#server/platform/db/sql.ts'
import { fillCodebookPages } from '#server/store/codebooks/fill-pages.ts'
import { setDataOrigin } from '#server/store/data-origin.ts'

/** Individuals at scale 1. */
const INDIVIDUALS = 106_466
/** The minimum, so that each study and form has participants. */
const INDIVIDUALS_MIN = 2_000
const AT_ONCE = 2
/** Answers buffered before a checkpoint; each takes about twenty bytes. */
const BUFFERED_ANSWERS_MAX = 8_000_000

export interface DemoOptions {
  /** Share of the individuals; every scale has all forms and studies. */
  readonly scale: number
  readonly report: Report
  /** The forms to create; the default is all. */
  readonly forms?: readonly Form[]
}

/**
 * Fills an empty database with deterministic synthetic data. Not one transaction: an interrupted database has to be
 * deleted. `meanwhile` runs after the answers and the catalog are stored, and before the codebooks are drawn.
 */
export async function makeDemoData(
  database: Database,
  { scale, report, forms = FORMS }: DemoOptions,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const individuals = Math.max(INDIVIDUALS_MIN, Math.round(INDIVIDUALS * scale))
  const connection = await database.connect()
  try {
    await connection.run(`ATTACH ':memory:' AS demo_model`)
    const schema = 'demo_model.main'
    await makeFamilies(connection, schema, individuals)
    await makeSubjects(connection, schema)
    await makeIndividuals(connection, schema)
    await makeCatalog(connection, await makeForms(database, schema, forms, report))
    await connection.run(`DETACH demo_model`)
    await setDataOrigin(connection, 'demo')
    await raiseDataVersion(connection)
    // The checkpoint runs while codebooks are laid out.
    await allEnded([database.withConnection(checkpoint), fillCodebookPages(connection), meanwhile()])
  } finally {
    connection.close()
  }
}

/** Two statements at once: one statement does not use two cores on tables of this size. */
async function makeForms(
  database: Database,
  schema: string,
  forms: readonly Form[],
  report: Report,
): Promise<MadeForm[]> {
  let formNo = 0
  // Longest first, to balance the two cores.
  const waiting = forms
    .map((form) => versionsOf(form).map((version) => ({ version, formNo: ++formNo, table: tableName(formNo) })))
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
  const all = waiting.reduce((sum, versions) => sum + lengthOf(versions), 0)
  const made: MadeForm[] = []
  let done = 0
  report(done, all)
  while (waiting.length > 0) {
    let answersInMemory = 0
    const makeNext = async (): Promise<void> => {
      for (let versions = waiting.shift(); versions !== undefined; versions = waiting.shift()) {
        const formVersions = versions
        const counted = await database
          .withConnection((connection) => makeFormTables(connection, schema, formVersions))
          .catch((error: unknown) => {
            waiting.length = 0
            throw error
          })
        made.push(...counted)
        report((done += lengthOf(formVersions)), all)
        answersInMemory += counted.flatMap((form) => form.observations).reduce((sum, count) => sum + count, 0)
        if (answersInMemory > BUFFERED_ANSWERS_MAX) return
      }
    }
    await allEnded(Array.from({ length: AT_ONCE }, makeNext))
    if (answersInMemory > BUFFERED_ANSWERS_MAX) await database.withConnection(checkpoint)
  }
  return made.sort((a, b) => a.formNo - b.formNo)
}

/** FORCE waits for concurrent transactions; without it the checkpoint fails. */
async function checkpoint(connection: Connection): Promise<void> {
  await connection.run('FORCE CHECKPOINT')
}

function lengthOf(versions: readonly { readonly version: FormVersion }[]): number {
  return versions.reduce((sum, { version }) => sum + version.items.length, 0)
}

export async function allEnded<Results extends readonly Promise<unknown>[]>(
  works: Results,
): Promise<{ -readonly [Place in keyof Results]: Awaited<Results[Place]> }> {
  try {
    return await Promise.all(works)
  } finally {
    await Promise.allSettled(works)
  }
}

/** Writes the individuals: pedigree, demographics and diagnoses. */
async function makeIndividuals(connection: Connection, schema: string): Promise<void> {
  const names = Object.entries(DIAGNOSES).map(([code, name]) => `WHEN '${code}' THEN '${name}'`)
  const consent = below(10, 'key', 'consent')
  await connection.run(`
    INSERT INTO individual (individual_no, individual_id, family_id, father_no, mother_no, sex, is_placeholder,
      collection, study_id, consent, dx_nimh)
    SELECT individual_no,
      'SYN-' || lpad(family_no::VARCHAR, 5, '0') || '-' || lpad(place_no::VARCHAR, 2, '0'),
      'SYN-' || lpad(family_no::VARCHAR, 5, '0'),
      individual_no - place_no + father_place, individual_no - place_no + mother_place,
      sex, is_placeholder, collection, study_id,
      CASE WHEN is_placeholder THEN NULL WHEN ${consent} < 6 THEN 'General research'
        WHEN ${consent} < 9 THEN 'Psychiatric research only' ELSE 'No commercial use' END,
      CASE WHEN is_placeholder OR ${below(100, 'key', 'dx-unknown')} < 4 THEN NULL ELSE CASE dx ${names.join(' ')} END END
    FROM ${schema}.subject ORDER BY individual_no`)
  await makePedigreeMarks(connection, schema)
}

/** Writes probands, twins and deceased individuals. */
async function makePedigreeMarks(connection: Connection, schema: string): Promise<void> {
  const hasDied = `${below(100, 'key', 'died')} < greatest(0, age - 58)`
  await connection.run(`
    INSERT INTO pedigree_mark
    SELECT individual_no, place_no = 1, ${hasDied},
      CASE WHEN twin > 0 AND place_no > 1 THEN individual_no - place_no + 1 END,
      CASE WHEN twin > 0 AND place_no > 1 THEN twin = 1 END
    FROM ${schema}.subject
    WHERE (place_no = 1 AND family_size > 1) OR (twin > 0 AND place_no > 1) OR ${hasDied}
    ORDER BY individual_no`)
}

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
async function makeFormTables<Version extends VersionTable>(
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
  return `NOT is_placeholder AND (${form.subjects}) AND ${share}`
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
