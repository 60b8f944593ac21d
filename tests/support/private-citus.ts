import { Client } from 'pg'
import { startPrivatePostgres, type PrivatePostgres } from './private-postgres.ts'

/** A temporary Citus cluster on sockets: a coordinator, and workers with the shards. */
export interface PrivateCitus {
  readonly coordinator: PrivatePostgres
  readonly workers: readonly PrivatePostgres[]
  /** Starts a further machine; `citus_add_node` makes it a worker of a database. */
  readonly startNode: () => Promise<PrivatePostgres>
  /** Makes a database on all machines, with the coordinator and the workers registered in it. */
  readonly createDatabase: (name: string) => Promise<string>
  /** Ends all connections, also those by which Citus's daemons prevent a copy of a database. */
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** The folder of the programs of a PostgreSQL with Citus. */
export function citusPrograms(): string | null {
  return process.env['TEST_CITUS'] || null
}

/** The port in the names of the sockets. */
const PORT = 5432
const SETTINGS = [
  'shared_preload_libraries=citus',
  'listen_addresses=',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'shared_buffers=256MB',
  'max_connections=400',
  'max_prepared_transactions=400',
  // A daemon for each database.
  'max_worker_processes=800',
  'wal_level=logical',
  'autovacuum=off',
  'citus.shard_count=4',
  'citus.node_conninfo=sslmode=prefer',
  'citus.enable_statistics_collection=off',
  // The daemons of hundreds of databases would look for deadlocks and interrupted commits all the time.
  'citus.distributed_deadlock_detection_factor=-1',
  'citus.recover_2pc_interval=-1',
]

export async function startPrivateCitus(programs: string, settings = SETTINGS): Promise<PrivateCitus> {
  const nodes: PrivatePostgres[] = []
  const startNode = async () => {
    const node = await startPrivatePostgres({ locale: 'C.UTF-8', settings, programs })
    // By this name a machine connects to itself when it moves shards.
    await node.psql(`ALTER SYSTEM SET citus.local_hostname = '${node.folder}'; SELECT pg_reload_conf()`)
    nodes.push(node)
    return node
  }
  const onAll = (work: (node: PrivatePostgres) => Promise<unknown>) => Promise.all(nodes.map(work))
  const coordinator = await startNode()
  const workers = await Promise.all([startNode(), startNode()])
  return {
    coordinator,
    workers,
    startNode,
    createDatabase: async (name) => {
      await onAll((node) => node.psql(`CREATE DATABASE ${name}`))
      await onAll((node) => runSql(node.urlOf(name), 'CREATE EXTENSION citus'))
      const url = coordinator.urlOf(name)
      await runSql(
        url,
        `SELECT citus_set_coordinator_host('${coordinator.folder}', ${PORT})`,
        ...workers.map(({ folder }) => addWorker(folder)),
      )
      return url
    },
    restart: async () => {
      await onAll((node) => node.crash())
      await onAll((node) => node.start())
    },
    stop: async () => {
      await onAll((node) => node.stop())
    },
  }
}

/** Citus takes the folder of a socket as the name of a machine. */
export function addWorker(folder: string): string {
  return `SELECT citus_add_node('${folder}', ${PORT})`
}

/** Runs statements one after the other, each in its own transaction. */
export async function runSql(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
