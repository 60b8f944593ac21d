import * as v from 'valibot'
import type { Catalog, CatalogVariable } from '#server/model/catalog.ts'
import { batchesOf } from '#server/model/nesting.ts'
import type { AnyVariable, CustomVariable } from '#server/model/variable.ts'
import { Answers } from '#server/engine/sources/answers.ts'
import { isSuppressing, type Suppression } from '#server/model/suppression.ts'
import { isReadable } from '#server/engine/conditions/readable.ts'
import { columnsByTable } from '#server/engine/sources/columns-by-table.ts'
import { membershipOnFile, membersOf } from '#server/engine/sources/members.ts'
import { createPromiseCache } from '#server/platform/cache/promise-cache.ts'
import { forOthersToo } from '#server/platform/db/connection-pool.ts'
import { quoted, rowsOf, type Connection } from '#server/platform/db/database.ts'
import { perDataVersion } from '#server/platform/db/data-version.ts'
import { Parameters } from '#server/platform/db/parameters.ts'

/** Cached cohorts; a cohort's members never change. */
const COHORTS_CACHED = 16
/** Custom variables looked at by one statement. */
const AT_ONCE = 250

export interface AnsweredQuery extends Suppression {
  readonly cohortId: number
  /** Custom variables that may be asked about. */
  readonly custom: readonly CustomVariable[]
}

/** Whether a member of a cohort answered a variable, as far as the reader may know. */
export type AnsweredInCohort = (
  connection: Connection,
  query: AnsweredQuery,
) => Promise<(variable: AnyVariable) => boolean>

/** Looks once for each cohort, data version and, where small counts are hidden, set of collections that may be read. */
export function createAnsweredInCohort(catalog: (connection: Connection) => Promise<Catalog>): AnsweredInCohort {
  const perVersion = perDataVersion(async () => createPromiseCache<ReadonlySet<CatalogVariable>>(COHORTS_CACHED))
  return async (connection, query) => {
    const cache = await perVersion(connection)
    const { variables } = await catalog(connection)
    const given = await cache.get(keyOf(query), () =>
      forOthersToo(connection, () => lookAtGiven(connection, variables, query)),
    )
    const custom = await lookAtCustom(connection, query)
    return (variable) => (variable.variableType === 'variable' ? given.has(variable) : custom.has(variable))
  }
}

function keyOf({ cohortId, ...suppression }: AnsweredQuery): string {
  return JSON.stringify([cohortId, isSuppressing(suppression) ? suppression.reader.collections : null])
}

const Row = v.object({ answered: v.array(v.boolean()) })

async function lookAtGiven(
  connection: Connection,
  variables: readonly CatalogVariable[],
  query: AnsweredQuery,
): Promise<ReadonlySet<CatalogVariable>> {
  const answered = new Set<CatalogVariable>()
  for (const { table, columns, own } of columnsByTable(variables)) {
    const parameters = new Parameters(connection)
    const cells = columns.map((column) => isTold(`t.${quoted(column)}`, query, parameters))
    const among = membersOf(query, membershipOnFile('t', parameters))
    const [row] = await rowsOf(
      connection,
      Row,
      `SELECT ARRAY[${cells.join(', ')}] AS answered FROM ${quoted(table)} t
       ${isSuppressing(query) ? 'JOIN individual USING (individual_no)' : ''} ${among === null ? '' : `WHERE ${among}`}`,
      parameters.values,
    )
    const places = new Map(columns.map((column, place) => [column, place]))
    for (const variable of own) {
      if (row?.answered[places.get(variable.columnName) ?? -1] === true) answered.add(variable)
    }
  }
  return answered
}

async function lookAtCustom(connection: Connection, query: AnsweredQuery): Promise<ReadonlySet<AnyVariable>> {
  const answered = new Set<AnyVariable>()
  for (const some of batchesOf(query.custom, AT_ONCE)) {
    const answers = new Answers(connection, { cohortId: query.cohortId, reader: query.reader })
    const cells = some.map((variable) =>
      isTold(`CASE WHEN ${answers.answerTo(variable).hasValue} THEN 1 END`, query, answers.parameters),
    )
    const [row] = await rowsOf(
      connection,
      Row,
      `${answers.tables()} SELECT ARRAY[${cells.join(', ')}] AS answered FROM person`,
      answers.parameters.values,
    )
    for (const [place, variable] of some.entries()) if (row?.answered[place] === true) answered.add(variable)
  }
  return answered
}

/** Where counts are suppressed only readable people are looked at: whether others answered is not said (MIN_CELL). */
function isTold(value: string, suppression: Suppression, parameters: Parameters): string {
  if (!isSuppressing(suppression)) return `count(${value}) > 0`
  return `count(${value}) FILTER (WHERE ${isReadable(suppression.reader, parameters)}) > 0`
}
