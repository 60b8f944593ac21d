import { tmpdir } from 'node:os'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortPreview } from '#contract/cohorts.ts'
import { projectInfo } from '#contract/projects.ts'
import { variableDistribution } from '#contract/variables.ts'
import { FORMS } from '#server/demo/forms/forms.ts'
import { makeDemoData } from '#server/demo/make-demo-data.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { loadIntoCitus } from '#server/platform/db/postgres/load-distributed.ts'
import { openPostgreSql } from '#server/platform/db/postgres/open.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { addWorker, citusPrograms, runSql, startPrivateCitus, type PrivateCitus } from '#tests/support/private-citus.ts'
import type { PrivatePostgres } from '#tests/support/private-postgres.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

const DATABASE = 'diver'
const CONDITION = { variable: 'MOOD_LOW_EVER', constraint_type: 'EQ', constraint_value: '1', parent_id: 1 } as const
const AFFECTED = { ped_constraint: 'min', ped_constraint_count: 2, min_pedsize: 2 } as const
const PREVIEWS = [
  { ...CONDITION, cohort_type: 'subset' },
  { ...CONDITION, ...AFFECTED, cohort_type: 'pedigree' },
] as const

let cluster: PrivateCitus
let server: TestServer
let call: WireCall
let expected: readonly unknown[]
beforeAll(async () => {
  cluster = await startPrivateCitus(citusPrograms() ?? '')
  const url = await cluster.createDatabase(DATABASE)
  const source = await openDatabase(':memory:')
  const forms = FORMS.filter((form) => JSON.stringify(form).includes('MOOD_LOW_EVER'))
  await makeDemoData(source, { scale: 0.01, forms, report: () => undefined })
  await loadIntoCitus({ source, url, report: () => undefined })
  source.close()
  server = await createTestServer({ holding: await openPostgreSql(url, tmpdir()) })
  call = await server.callAs('admin')
  expected = await counts()
})
afterAll(async () => {
  server.close()
  await cluster.stop()
})

async function previews(): Promise<readonly unknown[]> {
  return Promise.all(PREVIEWS.map(async (draft) => valueOf(await call(cohortPreview, draft))))
}

/** Reads participants each time; previews read them once. */
const DISTRIBUTION = { variable_name: CONDITION.variable, cohortids: [1] }

async function counts(): Promise<readonly unknown[]> {
  return [...(await previews()), valueOf(await call(variableDistribution, DISTRIBUTION))]
}

function workerUrl(worker: PrivatePostgres): string {
  return worker.urlOf(DATABASE)
}

/** Locks every shard of a worker; resolves to a function that resolves once a query waits for one of them. */
async function lockShards(worker: PrivatePostgres): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: workerUrl(worker) })
  // The crash ends it.
  client.on('error', () => undefined)
  await client.connect()
  // Citus hides and protects the shards.
  await client.query('SET citus.override_table_visibility = off; SET citus.enable_manual_changes_to_shards = on')
  const { rows } = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relname ~ '^individual_[0-9]+$' AND relkind = 'r'`,
  )
  await client.query(`BEGIN; LOCK TABLE ${rows.map(({ name }) => name).join(', ')} IN ACCESS EXCLUSIVE MODE`)
  return () =>
    expect
      .poll(async () => (await client.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount ?? 0)
      .toBeGreaterThan(0)
}

test('a worker that crashes in a query fails the request alone, and serves again after its start', async () => {
  const [, worker] = cluster.workers
  if (!worker) throw new Error('The cluster has two workers.')
  const untilWaiting = await lockShards(worker)
  const failing = call(variableDistribution, DISTRIBUTION)
  await untilWaiting()
  await worker.crash()
  const gone = {
    ok: false,
    status: 503,
    message: expect.stringContaining('The database does not answer at the moment'),
  }
  expect(await failing).toMatchObject(gone)
  expect(await call(variableDistribution, DISTRIBUTION)).toMatchObject(gone)
  expect(await call(projectInfo, {})).toMatchObject({ ok: true })
  // Their participants are in the server's memory.
  expect(await previews()).toEqual(expected.slice(0, PREVIEWS.length))
  await worker.start()
  await expect.poll(async () => (await call(variableDistribution, DISTRIBUTION)).ok).toBe(true)
  expect(await counts()).toEqual(expected)
})

test('no count fails or changes while shards move to a new worker', async () => {
  const url = cluster.coordinator.urlOf(DATABASE)
  const node = await cluster.startNode()
  await node.psql(`CREATE DATABASE ${DATABASE}`)
  await runSql(workerUrl(node), 'CREATE EXTENSION citus')
  const moved = new AbortController()
  let count = 0
  const underLoad = async () => {
    while (!moved.signal.aborted) {
      expect(await counts()).toEqual(expected)
      count++
    }
  }
  const move = runSql(
    url,
    addWorker(node.folder),
    `SELECT rebalance_table_shards(shard_transfer_mode => 'block_writes')`,
  )
  await Promise.all([underLoad(), underLoad(), move.finally(() => moved.abort())])
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query(
    `SELECT FROM citus_shards WHERE nodename = $1 AND table_name = 'individual'::regclass`,
    [node.folder],
  )
  await client.end()
  expect(rowCount).toBeGreaterThan(0)
  expect(count).toBeGreaterThan(0)
  expect(await counts()).toEqual(expected)
})
