import { tmpdir } from 'node:os'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { openPostgreSql } from '#server/platform/db/postgres/open.ts'
import { DatabaseEngine } from '#tests/prove/database-engine.ts'
import type { Engines } from '#tests/prove/oracles/oracle.ts'
import { relabelledWorld } from '#tests/prove/relabel.ts'
import type { World } from '#tests/reference/world.ts'
import { isPostgresInstalled, startPrivatePostgres, TEST_SETTINGS } from '#tests/support/private-postgres.ts'

export interface OpenEngines {
  readonly load: (world: World) => Promise<Engines>
  readonly close: () => Promise<void>
  readonly hasPostgreSql: boolean
}

/** Two DuckDB databases in memory, and a temporary PostgreSQL server if one is installed. */
export async function openEngines(isPostgreSqlWanted: boolean): Promise<OpenEngines> {
  const duckdb = await DatabaseEngine.on(await openDatabase(':memory:'))
  const relabelled = await DatabaseEngine.on(await openDatabase(':memory:'))
  const server =
    isPostgreSqlWanted && isPostgresInstalled()
      ? await startPrivatePostgres({ locale: 'C.UTF-8', settings: TEST_SETTINGS })
      : null
  const postgresql = server && (await DatabaseEngine.on(await openPostgreSql(server.urlOf('postgres'), tmpdir())))
  return {
    hasPostgreSql: postgresql !== null,
    load: async (world) => {
      await duckdb.load(world)
      await relabelled.load(relabelledWorld(world))
      await postgresql?.load(world)
      return { world, duckdb, relabelled, postgresql }
    },
    close: async () => {
      for (const engine of [duckdb, relabelled, postgresql]) {
        engine?.connection.close()
        engine?.database.close()
      }
      await server?.stop()
    },
  }
}
