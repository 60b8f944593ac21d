import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import { countingEveryone, mayRead, type Reader } from '#domain/access.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { Answers } from '#server/engine/sources/answers.ts'
import { columnsByTable } from '#server/engine/sources/form-tables.ts'
import type { Catalog, CatalogVariable } from '#server/model/catalog.ts'
import { batchesOf } from '#server/model/nesting.ts'
import { isSuppressing } from '#server/model/user.ts'
import { isCustom, type AnyVariable, type CustomVariable, answersKey } from '#server/model/variable.ts'
import { versionsOf, COVERAGE_VERSION, readAnswersVersion } from '#server/platform/db/data-version.ts'
import { rowsOf, type Connection, type Database } from '#server/platform/db/database.ts'
import { loadOn } from '#server/platform/db/scope.ts'
import { identifier, join, sql } from '#server/platform/db/sql.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'

/** The number of answers in each column of a form table, for one collection. */
interface CountedTable {
  readonly table: string
  readonly collection: string
  readonly counts: ReadonlyMap<string, number>
}

const StoredRow = v.object({
  table: v.string(),
  collection: v.string(),
  counts: v.pipe(
    v.string(),
    v.parseJson(),
    v.array(v.tuple([v.string(), v.number()])),
    v.transform((counts) => new Map(counts)),
  ),
})

/** The stored counts, or null if the data version differs. */
export async function readStoredCoverage(connection: Connection, version: string): Promise<CountedTable[] | null> {
  if ((await storedVersion(connection)) !== version) return null
  return rowsOf(
    connection,
    StoredRow,
    `SELECT table_name AS "table", collection, counts FROM coverage ORDER BY table_name, collection`,
  )
}

/** Stores counts, so that the next start need not read all answers; skipped if the data version differs. */
export async function storeCoverage(
  database: Database,
  version: string,
  counted: readonly CountedTable[],
): Promise<void> {
  // Under the write lock: the second of two servers finds the counts stored.
  await withWriteLock(database, async (connection) => {
    if ((await readAnswersVersion(connection)) !== version || (await storedVersion(connection)) === version) return
    await connection.run(`DELETE FROM coverage`)
    for (const { table, collection, counts } of counted) {
      await connection.run(sql`INSERT INTO coverage VALUES (${table}, ${collection}, ${JSON.stringify([...counts])})`)
    }
    await connection.run(
      sql`INSERT INTO meta VALUES (${COVERAGE_VERSION}, ${version})
        ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    )
  })
}

async function storedVersion(connection: Connection): Promise<string | null> {
  const Value = v.object({ value: v.string() })
  const [row] = await rowsOf(connection, Value, sql`SELECT value FROM meta WHERE name = ${COVERAGE_VERSION}`)
  return row?.value ?? null
}

/** Custom variables per statement. */
const AT_ONCE = 250

/** Number of individuals with an answer, by collection. */
type Counts = ReadonlyMap<string, number>
const NONE: Counts = new Map()

interface Counted {
  readonly catalog: Catalog
  readonly version: string
  /** Counts of this data version until they are stored. */
  unstored: readonly CountedTable[] | null
  readonly base: ReadonlyMap<AnyVariable, Counts>
  /** By `answersKey`: the definition of a custom variable never changes. */
  readonly custom: Map<string, Counts>
}

/**
 * Collections with answers to a variable at a catalog index that the reader may know. Equal lists are the same object.
 */
export type Coverage = (variable: AnyVariable, place: number) => readonly string[]

export interface CoverageQuery {
  readonly reader: Reader
  /** Custom variables that may be requested. */
  readonly custom: readonly CustomVariable[]
}

export interface CoverageReader {
  /** Number of individuals with an answer to a variable, by collection. */
  readonly counts: (
    connection: Connection,
    custom: readonly CustomVariable[],
    reader: Reader,
  ) => Promise<(variable: AnyVariable) => Counts>
  /** Resolves when the counts are ready. */
  readonly read: (connection: Connection, query: CoverageQuery) => Promise<Coverage>
  readonly isCounted: (connection: Connection) => Promise<boolean>
  /** Counts missing entries and stores them, so that the next start need not read all answers. */
  readonly prepare: (database: Database) => Promise<void>
}

/** Counts answers, not blank forms; once per data version. */
export function createCoverage(catalog: (connection: Connection) => Promise<Catalog>): CoverageReader {
  const begun = new WeakMap<Catalog, Promise<Counted>>()
  const done = new WeakSet<Catalog>()

  function countOnce(connection: Connection, currentCatalog: Catalog): Promise<Counted> {
    const known = begun.get(currentCatalog)
    if (known) return known
    const counting = loadOn(connection, (leased) => countGiven(leased, currentCatalog))
    begun.set(currentCatalog, counting)
    counting.then(
      () => done.add(currentCatalog),
      () => begun.delete(currentCatalog),
    )
    return counting
  }
  async function countAll(connection: Connection, custom: readonly CustomVariable[], asking: Reader): Promise<Counted> {
    const reader = countingEveryone(asking)
    const counted = await countOnce(connection, await catalog(connection))
    const missing = custom.filter((variable) => !counted.custom.has(answersKey(variable, reader)))
    for (const some of batchesOf(missing, AT_ONCE)) await countCustom(connection, counted, some, reader)
    return counted
  }

  return {
    isCounted: async (connection) => done.has(await catalog(connection)),
    counts: async (connection, custom, reader) => {
      const counted = await countAll(connection, custom, reader)
      return (variable) => countsOf(counted, variable, reader)
    },
    read: async (connection, { custom, reader }) => {
      const counted = await countAll(connection, custom, reader)
      const { ofGiven, listOf } = listsFor(counted, reader)
      return (variable, place) =>
        isCustom(variable) ? listOf(countsOf(counted, variable, reader)) : ofGiven(variable, place)
    },
    prepare: async (database) => {
      const counted = await database.withConnection(async (connection) =>
        countOnce(connection, await catalog(connection)),
      )
      const { version, unstored } = counted
      // Tried once, even if it fails: every search calls this, and retries would hold the write lock.
      counted.unstored = null
      if (unstored) await storeCoverage(database, version, unstored)
    },
  }
}

function countsOf({ base, custom }: Counted, variable: AnyVariable, reader: Reader): Counts {
  return (isCustom(variable) ? custom.get(answersKey(variable, countingEveryone(reader))) : base.get(variable)) ?? NONE
}

/** Lists of collections by access, each computed once. */
interface Lists {
  readonly ofGiven: (variable: CatalogVariable, place: number) => readonly string[]
  readonly listOf: (counts: Counts) => readonly string[]
}

/** Readers whose lists are cached: each takes 8 bytes per variable of the catalog. */
const READERS_CACHED = 50
const allLists = new WeakMap<Counted, LRUCache<string, Lists>>()

/** Cached for all users with the same access. */
function listsFor(counted: Counted, reader: Reader): Lists {
  const key = isSuppressing(reader) ? JSON.stringify([reader.minimumCell, reader.collections]) : ''
  const cache = allLists.get(counted) ?? new LRUCache<string, Lists>({ max: READERS_CACHED })
  allLists.set(counted, cache)
  const lists = cache.get(key) ?? newLists(counted, reader)
  cache.set(key, lists)
  return lists
}

/**
 * Fewer than MIN_CELL unreadable individuals with an answer are treated as none: the list discloses no more than the
 * counts.
 */
function newLists({ catalog, base }: Counted, reader: Reader): Lists {
  const isDisclosed = ([collection, count]: readonly [string, number]) =>
    !isSuppressing(reader) || mayRead(reader, collection) || count >= (reader.minimumCell ?? 0)
  const { variables } = catalog
  // A search over the whole catalog requests all lists: an array index is many times faster than a map.
  const byPlace: (readonly string[] | undefined)[] = variables.map(() => undefined)
  const lists = new Map<string, readonly string[]>()
  const listOf = (counts: Counts) => {
    const disclosed = [...counts].filter(isDisclosed).map(([collection]) => collection)
    const id = JSON.stringify(disclosed)
    const list = lists.get(id) ?? disclosed
    lists.set(id, list)
    return list
  }
  const listOfGiven = (variable: CatalogVariable) => listOf(base.get(variable) ?? NONE)
  return {
    listOf,
    ofGiven: (variable, place) =>
      variables[place] === variable ? (byPlace[place] ??= listOfGiven(variable)) : listOfGiven(variable),
  }
}

const Row = v.object({ collection: v.string(), counts: v.array(v.number()) })

async function countGiven(connection: Connection, catalog: Catalog): Promise<Counted> {
  const { answers: version } = await versionsOf(connection)
  const stored = await readStoredCoverage(connection, version)
  const tables = stored ?? (await countTables(connection, catalog))
  const byTable = new Map<string, CountedTable[]>()
  for (const counted of tables) byTable.set(counted.table, [...(byTable.get(counted.table) ?? []), counted])
  const base = new Map<AnyVariable, Counts>()
  for (const variable of catalog.variables) {
    const rows = byTable.get(variable.tableName) ?? []
    const { columnName } = variable
    base.set(variable, withoutZeros(rows.map(({ collection, counts }) => [collection, counts.get(columnName) ?? 0])))
  }
  return { catalog, version, unstored: stored ? null : tables, base, custom: new Map() }
}

async function countTables(connection: Connection, catalog: Catalog): Promise<CountedTable[]> {
  const tables = new Map<string, CountedTable & { readonly counts: Map<string, number> }>()
  for (const { table, columns } of columnsByTable(catalog.variables)) {
    const rows = await rowsOf(
      connection,
      Row,
      sql`SELECT collection, CAST(ARRAY[${join(columns.map((column) => sql`count(${identifier(column)})`))}] AS INTEGER[]) AS counts
       FROM ${identifier(table)} JOIN individual USING (individual_no) GROUP BY collection ORDER BY collection`,
    )
    for (const { collection, counts } of rows) {
      const key = JSON.stringify([table, collection])
      const counted = tables.get(key) ?? { table, collection, counts: new Map<string, number>() }
      tables.set(key, counted)
      for (const [place, column] of columns.entries()) counted.counts.set(column, counts[place] ?? 0)
    }
  }
  return [...tables.values()]
}

async function countCustom(
  connection: Connection,
  counted: Counted,
  some: readonly CustomVariable[],
  reader: Reader,
): Promise<void> {
  const answers = new Answers(connection.dialect, { cohortId: ROOT_COHORT_ID, reader })
  const counts = some.map((variable) => sql`count(*) FILTER (WHERE ${answers.answerTo(variable).hasValue})`)
  const rows = await rowsOf(
    connection,
    Row,
    sql`${answers.tables} SELECT collection, CAST(ARRAY[${join(counts)}] AS INTEGER[]) AS counts
     FROM person GROUP BY collection ORDER BY collection`,
  )
  for (const [place, variable] of some.entries()) {
    counted.custom.set(answersKey(variable, reader), countsAt(rows, place))
  }
}

function countsAt(rows: readonly v.InferOutput<typeof Row>[], place: number): Counts {
  return withoutZeros(rows.map(({ collection, counts }) => [collection, counts[place] ?? 0] as const))
}

function withoutZeros(counts: readonly (readonly [string, number])[]): Counts {
  return new Map(counts.filter(([, count]) => count > 0))
}
