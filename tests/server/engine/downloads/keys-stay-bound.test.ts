import { expect, test } from 'vitest'
import { csvPlan, type DownloadTable } from '#server/engine/downloads/download-table.ts'
import { omopCohortPlan } from '#server/engine/downloads/omop-cohort.ts'
import { POSTGRESQL } from '#server/platform/db/postgres/connection.ts'

const table: DownloadTable = { cohortId: 1, reader: { isAdmin: true, collections: [] }, variables: [] }
const trace = { id: 'one download', key: new Uint8Array(32).fill(7) }

test.each([
  ['CSV', csvPlan],
  ['the OMOP table', omopCohortPlan],
])('PostgreSQL copies the lines of %s, except with a key, which stays a parameter', (_, planOf) => {
  const plan = (wanted: DownloadTable) => [...planOf(POSTGRESQL, wanted, [1, 2]).statements]
  expect(plan(table).map(({ csvEnd }) => csvEnd)).toEqual(['\r\n'])
  expect(plan({ ...table, trace }).map(({ csvEnd }) => csvEnd)).toEqual([null])
})
