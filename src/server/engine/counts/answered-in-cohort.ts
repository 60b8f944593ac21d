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
import { createPromiseCache } from '#server/platform/cache/promise-cache.ts'
import { perDataVersion } from '#server/platform/db/data-version.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { loadOn } from '#server/platform/db/scope.ts'
import { EMPTY, identifier, join, sql, type Sql } from '#server/platform/db/sql.ts'

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

/** Cached by cohort, data version and, with disclosure control, the set of readable collections. */
export function createAnsweredInCohort(catalog: (connection: Connection) => Promise<Catalog>): AnsweredInCohort {
  const perVersion = perDataVersion(async () => createPromiseCache<ReadonlySet<CatalogVariable>>(COHORTS_CACHED))
  return async (connection, query) => {
    const cache = await perVersion(connection)
    const { variables } = await catalog(connection)
    const found = await cache.get(keyOf(query), () =>
      loadOn(connection, (leased) => lookAtGiven(leased, variables, query)),
    )
    const custom = await lookAtCustom(connection, query)
    return (variable) => (variable.variableType === 'variable' ? found.has(variable) : custom.has(variable))
  }
}

function keyOf({ cohortId, reader }: AnsweredQuery): string {
  return JSON.stringify([cohortId, isSuppressing(reader) ? reader.collections : null])
}

const Row = v.object({ answered: v.array(v.boolean()) })

async function lookAtGiven(
  connection: Connection,
  variables: readonly CatalogVariable[],
  query: AnsweredQuery,
): Promise<ReadonlySet<CatalogVariable>> {
  const answered = new Set<CatalogVariable>()
  for (const { table, columns, tableVariables } of columnsByTable(variables)) {
    const cells = columns.map((column) => isDisclosed(sql`t.${identifier(column)}`, query.reader))
    const among = membersOf(query, membershipOnFile('t'))
    const [row] = await rowsOf(
      connection,
      Row,
      sql`SELECT ARRAY[${join(cells)}] AS answered FROM ${identifier(table)} t
       ${isSuppressing(query.reader) ? sql`JOIN individual USING (individual_no)` : EMPTY} ${among === null ? EMPTY : sql`WHERE ${among}`}`,
    )
    const places = new Map(columns.map((column, place) => [column, place]))
    for (const variable of tableVariables) {
      if (row?.answered[places.get(variable.columnName) ?? -1] === true) answered.add(variable)
    }
  }
  return answered
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
