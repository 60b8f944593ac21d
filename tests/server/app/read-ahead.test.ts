import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readAhead } from '#server/app/read-ahead.ts'
import { createCoverage } from '#server/engine/counts/coverage.ts'
import { readStatistics } from '#server/engine/counts/statistics.ts'
import { createCatalogLoader } from '#server/modules/catalog/services.ts'
import { perDataVersion } from '#server/platform/db/data-version.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/process/runtime.ts'
import { bitmapsOf } from '#tests/support/bitmaps-of.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { loadStudy } from '#tests/support/study.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

const RUNNING = new AbortController().signal

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  await loadStudy(database, SMALL_STUDY)
})
afterAll(() => database.close())

function services() {
  const loader = createCatalogLoader()
  const warn = vi.fn<Log['warn']>()
  const read = vi.fn<typeof readStatistics>(readStatistics)
  return {
    database,
    ...loader,
    statistics: perDataVersion(read),
    coverage: createCoverage(loader.catalog),
    bitmaps: bitmapsOf(database),
    log: { info: vi.fn(), warn, error: vi.fn() },
    warn,
    read,
  }
}

test('prefills the counts of the first search before any request', async () => {
  const prepared = services()
  expect(await database.withConnection(prepared.coverage.isCounted)).toBe(false)
  await readAhead(prepared, RUNNING)
  expect(await database.withConnection(prepared.coverage.isCounted)).toBe(true)
  expect(prepared.read).toHaveBeenCalledOnce()
  await database.withConnection(prepared.statistics)
  expect(prepared.read).toHaveBeenCalledOnce()
  expect(prepared.warn).not.toHaveBeenCalled()
})

test('logs a failed prefill and leaves it to the first request', async () => {
  const prepared = services()
  prepared.read.mockRejectedValueOnce(new Error('no room'))
  await readAhead(prepared, RUNNING)
  expect(prepared.warn).toHaveBeenCalledWith({ error: 'no room' }, 'caches not prefilled')
  expect(await database.withConnection(prepared.statistics)).toMatchObject({ individuals: expect.any(Number) })
})

test('does not log a prefill that a shutdown interrupts', async () => {
  const prepared = services()
  prepared.read.mockRejectedValueOnce(new Error('INTERRUPT Error: Interrupted!'))
  await readAhead(prepared, AbortSignal.abort())
  expect(prepared.warn).not.toHaveBeenCalled()
})
