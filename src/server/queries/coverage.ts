import * as v from 'valibot'
import { mayRead, type Reader } from '#domain/access.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { Catalog, CatalogVariable } from '#server/catalog/catalog.ts'
import type { AnyVariable, CustomVariable } from '#server/catalog/variable.ts'
import { Answers } from '#server/queries/answers.ts'
import { isDiscreet, type Discretion } from '#server/queries/closed.ts'
import { quoted, rowsOf, type Connection } from '#server/storage/database.ts'
import { perDataVersion } from '#server/storage/data-version.ts'

/** Cohorts of which it is kept who answered what; a cohort's members never change. */
const COHORTS_KEPT = 16
/** Custom variables worked out in one statement. */
const AT_ONCE = 25
const EVERYBODY: Reader = { isAdmin: true, collections: [] }

/** How many answered, by collection. */
type Counts = ReadonlyMap<string, number>
const NOBODY: Counts = new Map()

interface Counted {
  readonly given: ReadonlyMap<CatalogVariable, Counts>
  readonly custom: Map<number, Counts>
}

/** In which collections a variable was answered by members of a cohort, as far as the reader may know. */
export type Coverage = (variable: AnyVariable) => readonly string[]

export interface CoverageQuery extends Discretion {
  readonly cohortId: number
  /** Custom variables that may be asked about. */
  readonly custom: readonly CustomVariable[]
}

export type CoverageReader = (connection: Connection, query: CoverageQuery) => Promise<Coverage>

/** Counts answers once for each cohort and data version: answers, not forms that were given and left blank. */
export function createCoverage(catalog: (connection: Connection) => Promise<Catalog>): CoverageReader {
  const perVersion = perDataVersion(async () => new Map<number, Promise<Counted>>())
  return async (connection, { cohortId, custom, ...discretion }) => {
    const kept = await perVersion(connection)
    const counting = kept.get(cohortId) ?? countGiven(connection, (await catalog(connection)).variables, cohortId)
    keep(kept, cohortId, counting)
    const counted = await counting
    await countCustom(connection, counted, custom, cohortId)
    const countsOf = (variable: AnyVariable) =>
      (variable.variableType === 'variable' ? counted.given.get(variable) : counted.custom.get(variable.constructId)) ??
      NOBODY
    return coverageFor(countsOf, discretion)
  }
}

function keep(kept: Map<number, Promise<Counted>>, cohortId: number, counting: Promise<Counted>): void {
  // The one used last stands last.
  kept.delete(cohortId)
  kept.set(cohortId, counting)
  counting.catch(() => kept.delete(cohortId))
  const oldest = [...kept.keys()].find((id) => id !== ROOT_COHORT_ID)
  if (kept.size > COHORTS_KEPT && oldest !== undefined) kept.delete(oldest)
}

/** Where few people would be told of whom the reader may not read, it is as if they had not answered (MIN_CELL). */
function coverageFor(countsOf: (variable: AnyVariable) => Counts, discretion: Discretion): Coverage {
  const names = new Map<Counts, readonly string[]>()
  const isTold = ([collection, count]: readonly [string, number]) =>
    !isDiscreet(discretion) || mayRead(discretion.reader, collection) || count >= discretion.minimumCell
  return (variable) => {
    const counts = countsOf(variable)
    const known = names.get(counts)
    if (known) return known
    const found = [...counts].filter(isTold).map(([collection]) => collection)
    names.set(counts, found)
    return found
  }
}

const Row = v.object({ collection: v.string(), counts: v.array(v.number()) })

async function countGiven(
  connection: Connection,
  variables: readonly CatalogVariable[],
  cohortId: number,
): Promise<Counted> {
  const given = new Map<CatalogVariable, Counts>()
  for (const [table, own] of byTable(variables)) {
    const columns = [...new Set(own.map(({ columnName }) => columnName))]
    const among =
      cohortId === ROOT_COHORT_ID
        ? ''
        : `WHERE individual_no IN (SELECT individual_no FROM cohort_member WHERE cohortid = ${cohortId})`
    const rows = await rowsOf(
      connection,
      Row,
      `SELECT collection, CAST([${columns.map((column) => `count(${quoted(column)})`).join(', ')}] AS INTEGER[]) AS counts
       FROM ${quoted(table)} JOIN individual USING (individual_no) ${among} GROUP BY collection ORDER BY collection`,
    )
    const byColumn = new Map(columns.map((column, place) => [column, countsAt(rows, place)]))
    for (const variable of own) given.set(variable, byColumn.get(variable.columnName) ?? NOBODY)
  }
  return { given, custom: new Map() }
}

async function countCustom(
  connection: Connection,
  counted: Counted,
  custom: readonly CustomVariable[],
  cohortId: number,
): Promise<void> {
  const missing = custom.filter(({ constructId }) => !counted.custom.has(constructId))
  for (let first = 0; first < missing.length; first += AT_ONCE) {
    await countSome(connection, counted, missing.slice(first, first + AT_ONCE), cohortId)
  }
}

async function countSome(
  connection: Connection,
  counted: Counted,
  some: readonly CustomVariable[],
  cohortId: number,
): Promise<void> {
  const answers = new Answers({ cohortId, reader: EVERYBODY })
  const counts = some.map((variable) => `count(${answers.answerTo(variable).value})`)
  const rows = await rowsOf(
    connection,
    Row,
    `${answers.tables()} SELECT collection, CAST([${counts.join(', ')}] AS INTEGER[]) AS counts
     FROM person GROUP BY collection ORDER BY collection`,
    answers.parameters.values,
  )
  for (const [place, { constructId }] of some.entries()) counted.custom.set(constructId, countsAt(rows, place))
}

function countsAt(rows: readonly v.InferOutput<typeof Row>[], place: number): Counts {
  return new Map(
    rows.map(({ collection, counts }) => [collection, counts[place] ?? 0] as const).filter(([, n]) => n > 0),
  )
}

function byTable(variables: readonly CatalogVariable[]): Map<string, CatalogVariable[]> {
  const tables = new Map<string, CatalogVariable[]>()
  for (const variable of variables) {
    const own = tables.get(variable.tableName)
    if (own) own.push(variable)
    else tables.set(variable.tableName, [variable])
  }
  return tables
}
