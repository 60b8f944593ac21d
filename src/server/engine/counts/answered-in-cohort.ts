import * as v from 'valibot'
import type { Reader } from '#domain/access.ts'
import { isReadable } from '#server/engine/conditions/shown-value.ts'
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
export function createAnsweredInCohort(catalog: (connection: Connection) => Promise<Catalog>): AnsweredInCohort {
  const perVersion = perDataVersion(async () => createPromiseCache<CohortForms>(COHORTS_CACHED))
  return async (connection, query) => {
    const cache = await perVersion(connection)
    const { variables } = await catalog(connection)
    const forms = columnsByTable(variables)
    const { first, byForm } = await cache.get(keyOf(query), async () => ({
      first: await loadOn(connection, (leased) => firstMembers(leased, query)),
      byForm: createPromiseCache(forms.length),
    }))
    const found = new Set<AnyVariable>()
    for (const [place, form] of forms.entries()) {
      const answered = await byForm.get(String(place), () =>
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

const Row = v.object({ answered: v.array(v.boolean()) })

type AnsweredOfForm = readonly CatalogVariable[]

interface CohortForms {
  readonly first: readonly number[]
  readonly byForm: PromiseCache<AnsweredOfForm>
}

/** Neighbouring members who decide most columns: reading the columns of all members takes seconds. */
const FIRST_MEMBERS = 256

const Member = v.object({ individual_no: v.number() })

/** The first FIRST_MEMBERS counted members, or all of them. */
async function firstMembers(connection: Connection, query: AnsweredQuery): Promise<readonly number[]> {
  const rows = await rowsOf(
    connection,
    Member,
    sql`SELECT individual_no FROM individual t ${conditionOf(query)} ORDER BY individual_no LIMIT ${literal(FIRST_MEMBERS)}`,
  )
  return rows.map(({ individual_no }) => individual_no)
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
    const cells = undecided.map((column) => sql`count(t.${identifier(column)}) > 0`)
    const [row] = await rowsOf(
      connection,
      Row,
      sql`SELECT ARRAY[${join(cells)}] AS answered FROM ${identifier(table)} t ${condition}`,
    )
    for (const [place, column] of undecided.entries()) if (row?.answered[place] === true) answered.add(column)
  }
  const [least, greatest] = [first[0], first.at(-1)]
  if (least === undefined || greatest === undefined) return []
  // The range lets the database skip the other rows.
  const isFirst = sql`t.individual_no BETWEEN ${literal(least)} AND ${literal(greatest)}`
  await lookAt(sql`WHERE ${isFirst} AND t.individual_no IN (${join(first.map(literal))})`)
  if (first.length === FIRST_MEMBERS) {
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
      isDisclosed(sql`CASE WHEN ${answers.answerTo(variable).hasValue} THEN 1 END`, query.reader),
    )
    const [row] = await rowsOf(
      connection,
      Row,
      sql`${answers.tables} SELECT ARRAY[${join(cells)}] AS answered FROM person`,
    )
    for (const [place, variable] of some.entries()) if (row?.answered[place] === true) answered.add(variable)
  }
  return answered
}

/** Where counts are suppressed (MIN_CELL), only readable individuals count as having answered. */
function isDisclosed(value: Sql, reader: Reader): Sql {
  if (!isSuppressing(reader)) return sql`count(${value}) > 0`
  return sql`count(${value}) FILTER (WHERE ${isReadable(reader)}) > 0`
}
