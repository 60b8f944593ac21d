import * as v from 'valibot'
import { inChunks } from '#domain/chunks.ts'
import { hasSeveralCodes, isCategory } from '#domain/data-types.ts'
import { plainNumber } from '#domain/data-types/number.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { namesOf } from '#domain/releases.ts'
import { compareTexts } from '#domain/text/text.ts'
import type { Release } from '#server/model/release.ts'
import { answerTables, tableSize } from '#server/platform/db/answer-tables.ts'
import { raiseDataVersion } from '#server/platform/db/data-version.ts'
import { type Connection, rowsOf } from '#server/platform/db/database.ts'
import { identifier, join, literal, sql, type Sql, quoted } from '#server/platform/db/sql.ts'
import { fillCodebookPages } from '#server/store/codebooks/fill-pages.ts'
import { collectionsOf } from '#server/store/cohorts/cohorts.ts'
import { withdrawFromFiles } from '#server/store/downloads/download-files.ts'
import {
  recordRelease,
  releasesOf,
  numberAfter,
  replaceContentHash,
  withdrawnAmong,
} from '#server/store/releases/releases.ts'

/** Individuals cannot be withdrawn; the message names them. */
export class WithdrawalRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'WithdrawalRefused'
  }
}

const Individual = v.object({ individual_no: v.number(), individual_id: v.string() })

/** The numbers of individuals to withdraw. Throws WithdrawalRefused for unknown ones, and for those already withdrawn. */
export async function findLeaving(connection: Connection, ids: readonly string[]): Promise<number[]> {
  if (ids.length === 0) throw new WithdrawalRefused('Name at least one individual.')
  const found = await rowsOf(
    connection,
    Individual,
    sql`SELECT individual_no, individual_id FROM individual WHERE individual_id IN (${join(ids)})
      ORDER BY individual_no`,
  )
  const known = new Set(found.map(({ individual_id }) => individual_id))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length > 0) throw new WithdrawalRefused(`Not in the data: ${namesOf(unknown)}. Nothing was changed.`)
  const numbers = found.map(({ individual_no }) => individual_no)
  const before = new Set(await withdrawnAmong(connection, join(numbers.map(literal))))
  const already = found.filter(({ individual_no }) => before.has(individual_no))
  if (already.length > 0) {
    const names = namesOf(already.map(({ individual_id }) => individual_id))
    throw new WithdrawalRefused(`Withdrawn already: ${names}. Nothing was changed.`)
  }
  return numbers
}

/** The data that a withdrawal deletes. */
interface Leaving {
  /** Records of forms. */
  readonly records: number
  /** Saved cohorts with these members, also those in the trash. */
  readonly cohorts: number
}

export async function countLeaving(connection: Connection, individuals: readonly number[]): Promise<Leaving> {
  const isLeaving = `WHERE individual_no IN (${individuals.join(', ')})`
  let records = 0
  for (const table of await answerTables(connection)) {
    records += await tableSize(connection, `${quoted(table)} ${isLeaving}`)
  }
  const cohorts = await tableSize(connection, `(SELECT DISTINCT cohortid FROM cohort_member ${isLeaving}) cohorts`)
  return { records, cohorts }
}

const CodedVariable = v.object({
  variable_name: v.string(),
  data_type: v.string(),
  column_name: v.string(),
  table_name: v.string(),
  possible_values: v.array(v.string()),
  value_mapping: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string())),
})
type CodedVariable = v.InferOutput<typeof CodedVariable>

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
async function codesWithout(connection: Connection, individuals: Sql): Promise<RemainingCodes[]> {
  const remaining: RemainingCodes[] = []
  for (const variable of await codedVariables(connection, individuals)) {
    const { variable_name, possible_values, value_mapping } = variable
    const isFromAnswers = (code: string) => !Object.hasOwn(value_mapping, code)
    if (!possible_values.some(isFromAnswers)) continue
    const leavingCodes = await codesGiven(connection, variable, sql`individual_no IN (${individuals})`)
    const others = await codesGiven(connection, variable, sql`individual_no NOT IN (${individuals})`)
    const kept = possible_values.filter((code) => !isFromAnswers(code) || !leavingCodes.has(code) || others.has(code))
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
async function codedVariables(connection: Connection, individuals: Sql): Promise<CodedVariable[]> {
  const variables = await rowsOf(
    connection,
    CodedVariable,
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
  const isCoded = ({ data_type }: CodedVariable) => isCategory(data_type) || hasSeveralCodes(data_type)
  return variables.filter((variable) => tables.has(variable.table_name) && isCoded(variable))
}

async function storeCodes(connection: Connection, codes: readonly RemainingCodes[]): Promise<void> {
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
  { variable_name, data_type, column_name, table_name }: CodedVariable,
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

/** Saved cohorts, and those of the trash. */
const TABLES = ['cohort', 'deleted_cohort'] as const
const Id = v.object({ cohortid: v.number() })

/**
 * Deletes the memberships of individuals, which disclose answers. The cohorts keep their recorded sizes, and
 * the withdrawn are counted. `no`: the release that is made; `leaving`: a query with the numbers of the individuals.
 */
async function leaveCohorts(connection: Connection, no: number, leaving: Sql): Promise<void> {
  const left: { readonly table: (typeof TABLES)[number]; readonly cohortId: number }[] = []
  for (const table of TABLES) {
    const rows = await rowsOf(
      connection,
      Id,
      sql`SELECT DISTINCT cohortid FROM ${identifier(table)} JOIN cohort_member USING (cohortid)
        WHERE individual_no IN (${leaving})`,
    )
    left.push(...rows.map(({ cohortid }) => ({ table, cohortId: cohortid })))
    await countWithdrawn(connection, table, no, leaving)
  }
  await connection.run(sql`DELETE FROM cohort_member WHERE individual_no IN (${leaving})`)
  for (const { table, cohortId } of left) {
    const collections = await collectionsOf(connection, cohortId)
    await connection.run(
      sql`UPDATE ${identifier(table)} SET collections = CAST(${collections} AS VARCHAR[]) WHERE cohortid = ${cohortId}`,
    )
  }
}

async function countWithdrawn(connection: Connection, table: string, no: number, leaving: Sql): Promise<void> {
  await connection.run(
    sql`INSERT INTO cohort_withdrawal
      SELECT ${literal(no)}, m.cohortid, CAST(count(*) AS INTEGER),
        CAST(count(*) FILTER (WHERE c.parent_id = ${literal(ROOT_COHORT_ID)} OR p.individual_no IS NOT NULL) AS INTEGER)
      FROM cohort_member m JOIN ${identifier(table)} c ON c.cohortid = m.cohortid
        LEFT JOIN cohort_member p ON p.cohortid = c.parent_id AND p.individual_no = m.individual_no
      WHERE m.individual_no IN (${leaving}) GROUP BY m.cohortid`,
  )
}

/** Variables per statement: a statement's memory grows with them. */
const VARIABLES_AT_ONCE = 500

const Variable = v.object({ name: v.string(), column_name: v.string() })
const Counts = v.object({ counts: v.array(v.number()) })

/** Counts the answers to all variables of some tables again. */
async function countObservations(connection: Connection, tables: readonly string[]): Promise<void> {
  const counted: { readonly name: string; readonly observations: number }[] = []
  for (const table of tables) {
    const variables = await rowsOf(
      connection,
      Variable,
      sql`SELECT variable_name AS name, column_name FROM variable JOIN form USING (form_no)
        WHERE coalesce(part_table, table_name) = ${table}`,
    )
    for (const some of inChunks(variables, VARIABLES_AT_ONCE)) {
      const counts = some.map(({ column_name }) => sql`CAST(count(${identifier(column_name)}) AS INTEGER)`)
      const all = sql`SELECT ARRAY[${join(counts)}] AS counts FROM ${identifier(table)}`
      const [row] = await rowsOf(connection, Counts, all)
      counted.push(...some.map(({ name }, place) => ({ name, observations: row?.counts[place] ?? 0 })))
    }
  }
  // Citus updates a reference table from no table of the coordinator.
  await connection.run(
    sql`UPDATE variable SET observations = CAST(c.observations AS INTEGER)
      FROM (SELECT unnest(CAST(${counted.map(({ name }) => name)} AS VARCHAR[])) AS variable_name,
        unnest(CAST(${counted.map(({ observations }) => String(observations))} AS VARCHAR[])) AS observations) c
      WHERE c.variable_name = variable.variable_name`,
  )
}

export interface Withdrawal {
  /** The numbers of the individuals, at least one. */
  readonly individuals: readonly number[]
  readonly now: number
  /** The hashes of earlier releases without them, by the number of the release. */
  readonly hashes: ReadonlyMap<number, string>
}

/**
 * Makes the next release, without any answer of some individuals, and returns its name. They become placeholders, and
 * their answers are deleted from earlier releases too. Call it in a transaction under the write lock.
 */
export async function withdrawIndividuals(
  connection: Connection,
  { individuals, now, hashes }: Withdrawal,
): Promise<string> {
  const releases = await releasesOf(connection)
  const no = numberAfter(releases[0] ?? null)
  await connection.run(
    sql`INSERT INTO withdrawn_individual SELECT individual_no, ${literal(no)} FROM individual
      WHERE individual_no IN (${join(individuals.map(literal))})`,
  )
  const leaving = sql`SELECT individual_no FROM withdrawn_individual WHERE release_no = ${literal(no)}`
  const codes = await codesWithout(connection, leaving)
  await deleteAnswers(connection, leaving)
  await storeCodes(connection, codes)
  if (codes.length > 0) await fillCodebookPages(connection)
  await keepRelatives(connection, leaving)
  await leaveCohorts(connection, no, leaving)
  await withdrawFromFiles(connection, new Set(individuals), newHashesOf(releases, hashes))
  await raiseDataVersion(connection)
  const name = await recordRelease(connection, now)
  for (const [release, hash] of hashes) await replaceContentHash(connection, release, hash)
  return name
}

/** The new hashes of releases by the old ones; `hashes`: by the number of the release. */
export function newHashesOf(
  releases: readonly Release[],
  hashes: ReadonlyMap<number, string>,
): ReadonlyMap<string, string> {
  return new Map(
    releases.flatMap(({ no, contentHash: old }) => {
      const hash = hashes.get(no)
      return old === null || hash === undefined ? [] : [[old, hash] as const]
    }),
  )
}

async function deleteAnswers(connection: Connection, leaving: Sql): Promise<void> {
  const changed: string[] = []
  for (const table of await answerTables(connection)) {
    const rows = await connection.run(sql`DELETE FROM ${identifier(table)} WHERE individual_no IN (${leaving})`)
    if (rows > 0) changed.push(table)
  }
  await countObservations(connection, changed)
  for (const table of ['answer_before', 'record_before']) {
    await connection.run(sql`DELETE FROM ${identifier(table)} WHERE individual_no IN (${leaving})`)
  }
  // Both count answers of the data before: by collection, and which individuals had them.
  for (const table of ['coverage', 'disclosure']) await connection.run(sql`DELETE FROM ${identifier(table)}`)
}

/** Pedigrees keep the individuals with their sex and relations, as relatives without a record. */
async function keepRelatives(connection: Connection, leaving: Sql): Promise<void> {
  await connection.run(
    sql`UPDATE individual SET is_placeholder = TRUE, consent = NULL, dx_nimh = NULL
      WHERE individual_no IN (${leaving})`,
  )
  await connection.run(sql`DELETE FROM pedigree_mark WHERE twin_of IS NULL AND individual_no IN (${leaving})`)
  await connection.run(
    sql`UPDATE pedigree_mark SET is_proband = FALSE, is_deceased = FALSE WHERE individual_no IN (${leaving})`,
  )
  for (const statement of connection.dialect.settlingIndividuals) await connection.run(statement)
}
