import { tmpdir } from 'node:os'
import type { TestProject } from 'vitest/node'
import { openPostgreSql } from '#server/platform/db/postgres/open.ts'
import { citusStatements } from '#server/platform/db/postgres/schema.ts'
import { citusPrograms, runSql, startPrivateCitus } from '#tests/support/private-citus.ts'
import { TEMPLATE } from '#tests/support/test-database.ts'

/** A Citus cluster for a test run, with a template database whose tables are distributed. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPrivateCitus(citusPrograms() ?? '')
  try {
    const url = await cluster.createDatabase(TEMPLATE)
    const template = await openPostgreSql(url, tmpdir())
    template.close()
    await runSql(url, ...citusStatements([]))
    await cluster.restart()
  } catch (error) {
    await cluster.stop()
    throw error
  }
  project.provide('postgreSqlUrl', cluster.coordinator.urlOf('postgres'))
  project.provide(
    'citusWorkerUrls',
    cluster.workers.map(({ urlOf }) => urlOf('postgres')),
  )
  return cluster.stop
}
