import type { Client } from 'pg'
import { createPart, fillPart, placePart, type Part } from '#server/platform/db/postgres/copy-tables.ts'
import { connect, withLoadTarget, type LoadOptions, type LoadTarget } from '#server/platform/db/postgres/load-target.ts'
import { placing, tablesPlaced } from '#server/platform/db/postgres/schema.ts'
import { quoted } from '#server/platform/db/sql.ts'

/** The database has no Citus. */
export class NoCitus extends Error {
  constructor() {
    super('The database has no Citus: CREATE EXTENSION citus on the coordinator and on each worker first.')
    this.name = 'NoCitus'
  }
}

/** Connections that make and fill tables at once. */
const LANES = 4
/** Until it has rows the database counts as empty, so it is filled last. */
const LAST = 'individual'

/**
 * Copies a DuckDB database into distributed tables of an empty Citus database, several tables at once, each in a
 * transaction of its own. A failed load leaves no individuals; the next load empties the tables first.
 */
export function loadIntoCitus(options: LoadOptions): Promise<void> {
  return withLoadTarget(options, async (target) => {
    const { client, parts } = target
    if (!(await hasRow(client, `SELECT FROM pg_extension WHERE extname = 'citus'`))) throw new NoCitus()
    await prepare(target)
    try {
      const early = target.tables.filter((table) => table !== LAST && tablesPlaced('distributed').includes(table))
      await inLanes(options.url, [...early.map(tableJob(target)), ...parts.map(partJob(target))])
      await client.query('BEGIN')
      for (const table of target.tables.filter((name) => !early.includes(name))) await tableJob(target)(table)(client)
      for (const part of parts) await placePart(client, part)
      await target.copyRest()
      await client.query('COMMIT')
    } catch (error) {
      await client.query('ROLLBACK')
      await empty(client, parts)
      throw error
    }
  })
}

/** Distributes the empty tables. */
async function prepare({ client, parts }: LoadTarget): Promise<void> {
  await empty(client, parts)
  for (const place of ['reference', 'distributed'] as const) {
    for (const table of tablesPlaced(place)) {
      const isPlaced = await hasRow(client, 'SELECT FROM pg_dist_partition WHERE logicalrelid = $1::regclass', [table])
      if (!isPlaced) await client.query(placing(table, place))
    }
  }
}

async function empty(client: Client, parts: readonly Part[]): Promise<void> {
  for (const { table } of parts) await client.query(`DROP TABLE IF EXISTS ${quoted(table)}`)
  await client.query(`TRUNCATE ${tablesPlaced('distributed').join(', ')}`)
}

type Job = (client: Client) => Promise<void>

function tableJob({ copier, reportNext }: LoadTarget): (table: string) => Job {
  return (table) => async (client) => {
    await copier.copy(client, { from: table, into: table })
    reportNext()
  }
}

function partJob({ copier, reportNext }: LoadTarget): (part: Part) => Job {
  return (part) => async (client) => {
    await createPart(client, copier, part)
    await fillPart(client, copier, part)
    reportNext()
  }
}

/** Runs the jobs on several connections; after a failure no further job begins. */
async function inLanes(url: string, jobs: readonly Job[]): Promise<void> {
  const waiting = [...jobs]
  const lane = async () => {
    const client = await connect(url)
    try {
      for (let job = waiting.shift(); job; job = waiting.shift()) await job(client)
    } finally {
      waiting.length = 0
      await client.end()
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane))
  for (const result of lanes) if (result.status === 'rejected') throw result.reason
}

async function hasRow(client: Client, text: string, values: readonly string[] = []): Promise<boolean> {
  return ((await client.query(text, [...values])).rowCount ?? 0) > 0
}
