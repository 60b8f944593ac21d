import * as v from 'valibot'
import { mayRead, type Reader } from '#domain/access.ts'
import { inChunks } from '#domain/chunks.ts'
import { isReadable } from '#server/engine/conditions/shown-value.ts'
import type { CoverageReader } from '#server/engine/counts/coverage.ts'
import { Answers } from '#server/engine/sources/answers.ts'
import { columnsByTable } from '#server/engine/sources/form-tables.ts'
import { membershipOnFile, membersOf } from '#server/engine/sources/members.ts'
import type { Catalog, CatalogVariable } from '#server/model/catalog.ts'
import { batchesOf } from '#server/model/nesting.ts'
import { isSuppressing } from '#server/model/user.ts'
import type { AnyVariable, CustomVariable } from '#server/model/variable.ts'
import { createPromiseCache, type PromiseCache } from '#server/platform/cache/promise-cache.ts'
import { perDataVersion } from '#server/platform/db/data-version.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { loadOn } from '#server/platform/db/scope.ts'
import { EMPTY, identifier, join, literal, sql, type Sql } from '#server/platform/db/sql.ts'

/** Cached cohorts; a cohort's members never change. */
const COHORTS_CACHED = 16
/** Custom variables per statement. */
const AT_ONCE = 250

export interface AnsweredQuery {
  readonly reader: Reader
  readonly cohortId: number
  /** Custom variables that may be requested. */
  readonly custom: readonly CustomVariable[]
}

/** Whether any member of a cohort answered a variable, if the reader may know it. */
export type AnsweredInCohort = (
  connection: Connection,
  query: AnsweredQuery,
) => Promise<(variable: AnyVariable) => boolean>

/**
 * Cached by cohort, data version and, with disclosure control, the set of readable collections; a form at a time, so that
 * the forms read before a limit stay cached.
 */
export function createAnsweredInCohort(
  catalog: (connection: Connection) => Promise<Catalog>,
  coverage: Pick<CoverageReader, 'isCounted' | 'counts'>,
): AnsweredInCohort {
  const perVersion = perDataVersion(async () => createPromiseCache<CohortForms>(COHORTS_CACHED))
  /** The number of answers of the counted collections; null until they are counted, which takes longer than the search. */
  async function answersOf(connection: Connection, { reader }: AnsweredQuery) {
    if (!(await coverage.isCounted(connection))) return null
    const countsOf = await coverage.counts(connection, [], reader)
    const isCounted = (collection: string) => !isSuppressing(reader) || mayRead(reader, collection)
    return (variable: CatalogVariable) =>
      [...countsOf(variable)].reduce((sum, [collection, count]) => sum + (isCounted(collection) ? count : 0), 0)
  }
  return async (connection, query) => {
    const cache = await perVersion(connection)
    const { variables } = await catalog(connection)
    const { first, records, byForm } = await cache.get(keyOf(query), async () => ({
      first: await loadOn(connection, (leased) => firstMembers(leased, query)),
      records: await loadOn(connection, (leased) => readRecords(leased, query, tablesOf(variables))),
      byForm: createPromiseCache(variables.length),
    }))
    const countOf = await answersOf(connection, query)
    const found = new Set<AnyVariable>()
    const undecided = variables.filter((variable) => {
      const { all, ofMembers } = records.get(variable.tableName) ?? NO_RECORDS
      const count = countOf?.(variable) ?? null
      if (ofMembers === 0 || count === 0) return false
      // More answers than records of others.
      if (count === null || count <= all - ofMembers) return true
      found.add(variable)
      return false
    })
    for (const form of columnsByTable(undecided)) {
      const answered = await byForm.get(`${form.table} ${form.columns.join()}`, () =>
        loadOn(connection, (leased) => lookAtForm(leased, form, query, first)),
      )
      for (const variable of answered) found.add(variable)
    }
    const custom = await lookAtCustom(connection, query)
    return (variable) => (variable.variableType === 'variable' ? found.has(variable) : custom.has(variable))
  }
}

function keyOf({ cohortId, reader }: AnsweredQuery): string {
  return JSON.stringify([cohortId, isSuppressing(reader) ? reader.collections : null])
}

const Row = v.object({ answered: v.array(v.number()) })

type AnsweredOfForm = readonly CatalogVariable[]

interface CohortForms {
  readonly first: readonly number[]
  readonly records: ReadonlyMap<string, Records>
  readonly byForm: PromiseCache<AnsweredOfForm>
}

/** Neighbouring members who decide most columns, and more who decide others: reading those of all members takes seconds. */
const FIRST_MEMBERS = 256
const NEXT_MEMBERS = 4_096

const Member = v.object({ individual_no: v.number() })

/** The first NEXT_MEMBERS counted members, or all of them. */
async function firstMembers(connection: Connection, query: AnsweredQuery): Promise<readonly number[]> {
  const rows = await rowsOf(
    connection,
    Member,
    sql`SELECT individual_no FROM individual t ${conditionOf(query)} ORDER BY individual_no LIMIT ${literal(NEXT_MEMBERS)}`,
  )
  return rows.map(({ individual_no }) => individual_no)
}

/** The records of a form: of counted individuals, and of members among them. */
interface Records {
  readonly all: number
  readonly ofMembers: number
}

const NO_RECORDS: Records = { all: 0, ofMembers: 0 }
const RecordRow = v.object({ place: v.number(), records: v.number(), member_records: v.number() })
/** Forms per statement. */
const FORMS_AT_ONCE = 50

function tablesOf(variables: readonly CatalogVariable[]): string[] {
  return [...new Set(variables.map(({ tableName }) => tableName))]
}

/** No column is read but the individual's number. */
async function readRecords(
  connection: Connection,
  query: AnsweredQuery,
  tables: readonly string[],
): Promise<ReadonlyMap<string, Records>> {
  const found = new Map<string, Records>()
  const readable = isSuppressing(query.reader) ? sql`WHERE ${isReadable(query.reader)}` : EMPTY
  const all = sql`(SELECT individual_no FROM individual t ${readable})`
  const members = sql`(SELECT individual_no FROM individual t ${conditionOf(query)})`
  const counts = sql`CAST(count(*) AS INTEGER) AS records, CAST(count(member.individual_no) AS INTEGER) AS member_records`
  const joins = sql`JOIN ${all} counted ON counted.individual_no = f.individual_no
    LEFT JOIN ${members} member ON member.individual_no = f.individual_no`
  for (const some of inChunks(tables, FORMS_AT_ONCE)) {
    const rowsOfForms = some.map((table, place) => ({ place: literal(place), table: identifier(table) }))
    const rows = await rowsOf(
      connection,
      RecordRow,
      connection.dialect.sharesTables
        ? // One join of all rows: a join for each form would keep a hash table of the members for each of them.
          sql`SELECT place, ${counts} FROM (${join(
            rowsOfForms.map(({ place, table }) => sql`SELECT ${place} AS place, individual_no FROM ${table}`),
            ' UNION ALL ',
          )}) f ${joins} GROUP BY place`
        : // Citus joins each form where its rows are stored.
          join(
            rowsOfForms.map(({ place, table }) => sql`SELECT ${place} AS place, ${counts} FROM ${table} f ${joins}`),
            ' UNION ALL ',
          ),
    )
    for (const { place, records, member_records } of rows) {
      found.set(some[place] ?? '', { all: records, ofMembers: member_records })
    }
  }
  return found
}

/** One condition on the rows: a filter for each of hundreds of columns would be evaluated for each of them. */
function conditionOf(query: AnsweredQuery): Sql {
  const among = membersOf(query, membershipOnFile('t'))
  const wanted = [
    ...(among === null ? [] : [among]),
    ...(isSuppressing(query.reader) ? [isReadable(query.reader)] : []),
  ]
  return wanted.length === 0 ? EMPTY : sql`WHERE ${join(wanted, ' AND ')}`
}

async function lookAtForm(
  connection: Connection,
  { table, columns, tableVariables }: ReturnType<typeof columnsByTable>[number],
  query: AnsweredQuery,
  first: readonly number[],
): Promise<AnsweredOfForm> {
  const answered = new Set<string>()
  const lookAt = async (condition: Sql) => {
    const undecided = columns.filter((column) => !answered.has(column))
    if (undecided.length === 0) return
    const cells = undecided.map((column) => sql`CAST(count(t.${identifier(column)}) AS INTEGER)`)
    const [row] = await rowsOf(
      connection,
      Row,
      sql`SELECT ARRAY[${join(cells)}] AS answered FROM ${identifier(table)} t ${condition}`,
    )
    for (const [place, column] of undecided.entries()) if ((row?.answered[place] ?? 0) > 0) answered.add(column)
  }
  for (const members of [first.slice(0, FIRST_MEMBERS), first.slice(FIRST_MEMBERS)]) {
    const [least, greatest] = [members[0], members.at(-1)]
    if (least === undefined || greatest === undefined) break
    // The range lets the database skip the other rows; a list of literals takes longer to plan than to read.
    const isInRange = sql`t.individual_no BETWEEN ${literal(least)} AND ${literal(greatest)}`
    await lookAt(sql`WHERE ${isInRange} AND t.individual_no = ANY(CAST(${members.map(String)} AS INTEGER[]))`)
  }
  if (first.length === NEXT_MEMBERS) {
    const individuals = isSuppressing(query.reader) ? sql`JOIN individual USING (individual_no)` : EMPTY
    await lookAt(sql`${individuals} ${conditionOf(query)}`)
  }
  return tableVariables.filter(({ columnName }) => answered.has(columnName))
}

async function lookAtCustom(connection: Connection, query: AnsweredQuery): Promise<ReadonlySet<AnyVariable>> {
  const answered = new Set<AnyVariable>()
  for (const some of batchesOf(query.custom, AT_ONCE)) {
    const answers = new Answers(connection.dialect, { cohortId: query.cohortId, reader: query.reader })
    const cells = some.map((variable) =>
      disclosedCount(sql`CASE WHEN ${answers.answerTo(variable).hasValue} THEN 1 END`, query.reader),
    )
    const [row] = await rowsOf(
      connection,
      Row,
      sql`${answers.tables} SELECT ARRAY[${join(cells)}] AS answered FROM person`,
    )
    for (const [place, variable] of some.entries()) if ((row?.answered[place] ?? 0) > 0) answered.add(variable)
  }
  return answered
}

/** Where counts are suppressed (MIN_CELL), only readable individuals count as having answered. */
function disclosedCount(value: Sql, reader: Reader): Sql {
  const readable = isSuppressing(reader) ? sql` FILTER (WHERE ${isReadable(reader)})` : EMPTY
  return sql`CAST(count(${value})${readable} AS INTEGER)`
}
