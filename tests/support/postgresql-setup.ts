import { tmpdir } from 'node:os'
import type { TestProject } from 'vitest/node'
import { openPostgreSql } from '#server/platform/db/postgres/open.ts'
import { startPrivatePostgres, TEST_SETTINGS } from '#tests/support/private-postgres.ts'
import { TEMPLATE } from '#tests/support/test-database.ts'

/** A PostgreSQL server for a test run, with a template database. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPrivatePostgres({ locale: 'C.UTF-8', settings: TEST_SETTINGS })
  await postgres.psql(`CREATE DATABASE ${TEMPLATE}`)
  const template = await openPostgreSql(postgres.urlOf(TEMPLATE), tmpdir())
  template.close()
  project.provide('postgreSqlUrl', postgres.urlOf('postgres'))
  return postgres.stop
}
