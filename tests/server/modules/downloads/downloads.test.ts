import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStatistics } from '#server/engine/counts/statistics.ts'
import type { DownloadTable } from '#server/engine/downloads/download-table.ts'
import { createCatalog } from '#server/model/catalog.ts'
import { byteStream } from '#server/modules/downloads/prepared-download.ts'
import { createSlots } from '#server/modules/downloads/stream/concurrency.ts'
import { csvOf } from '#server/modules/downloads/stream/csv.ts'
import { inTransaction, type Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { readCatalog } from '#server/store/catalog/catalog.ts'
import { loadStudy, type Study } from '#tests/support/study.ts'

const PARTICIPANTS = 20_000

let database: Database
let table: DownloadTable
beforeAll(async () => {
  database = await openDatabase(':memory:')
  const study: Study = {
    participants: [{ id: 'P0000001', family: null, collection: 'bp', study: '1' }],
    forms: [{ instrument: 'A', version: '1', variables: [{ name: 'SCORE', dataType: 'numberrange' }], records: {} }],
  }
  await loadStudy(database, study)
  await inTransaction(database, async (connection) => {
    await connection.run(`INSERT INTO individual
      SELECT n, 'P' || lpad(CAST(n AS VARCHAR), 7, '0'), NULL, NULL, NULL, NULL, FALSE, 'bp', '1', NULL, NULL
      FROM range(2, ${PARTICIPANTS + 1}) AS numbers(n)`)
    await connection.run(`INSERT INTO form_1 SELECT n, n / 4 FROM range(1, ${PARTICIPANTS + 1}, 2) AS numbers(n)`)
  })
  const catalog = createCatalog(await inTransaction(database, readCatalog))
  const variables = Array.from({ length: 1_000 }, () => catalog.variables).flat()
  table = { cohortId: 1, reader: { isAdmin: true, collections: [] }, variables }
})
afterAll(() => database.close())

test('a file of several chunks is complete and in order', async () => {
  const narrow = { ...table, variables: table.variables.slice(0, 1) }
  const lines = await new Response(byteStream(csvOf(database, narrow, signal()), new AbortController())).text()
  const expected = Array.from({ length: PARTICIPANTS }, (_, place) => {
    const number = place + 1
    return `P${String(number).padStart(7, '0')},,bp,1,,,${number % 2 === 1 ? number / 4 : ''}\r\n`
  })
  expect(lines).toBe(`individual_id,family_id,collection,study_id,consent,dx_nimh,SCORE\r\n${expected.join('')}`)
})

test('lines with too many cells for one statement are complete and in order', async () => {
  const wide = {
    ...table,
    reader: { isAdmin: false, collections: ['bp'] },
    variables: table.variables.slice(0, 450),
  }
  const text = await new Response(byteStream(csvOf(database, wide, signal()), new AbortController())).text()
  const lines = text.split('\r\n').slice(1, -1)
  expect(lines).toHaveLength(PARTICIPANTS)
  for (const [place, line] of lines.entries()) {
    const [id, ...cells] = line.split(',')
    const expected = place % 2 === 0 ? String((place + 1) / 4) : ''
    expect([id, cells.length, ...new Set(cells.slice(5))]).toEqual([
      `P${String(place + 1).padStart(7, '0')}`,
      455,
      expected,
    ])
  }
})

test('a download aborted at any moment ends and leaves the database usable', async () => {
  for (let delay = 0; delay < 40; delay += 4) {
    const stop = new AbortController()
    const reading = new Response(byteStream(csvOf(database, table, stop.signal), stop)).arrayBuffer()
    setTimeout(() => stop.abort(), delay)
    await expect(reading).rejects.toThrow(/abort/i)
  }
  const { individuals } = await inTransaction(database, readStatistics)
  expect(individuals).toBe(PARTICIPANTS)
})

test('a stalled client gets no more data, and a cancel ends the query', async () => {
  const stop = new AbortController()
  const reader = byteStream(csvOf(database, table, stop.signal), stop).getReader()
  await reader.read()
  await reader.read()
  await reader.cancel()
  expect(stop.signal.aborted).toBe(true)
})

test('serves slots in order, and an aborted request takes none', async () => {
  const slots = createSlots(1)
  const release = await slots.acquire(ticket(1, 'a'), signal())
  const controller = new AbortController()
  const abortedAcquire = slots.acquire(ticket(2, 'b'), controller.signal)
  const next = slots.acquire(ticket(3, 'c'), signal())
  expect(slots.placeOf(ticket(3, 'c'))).toEqual({ state: 'waiting', ahead: 1, running: 1 })
  controller.abort()
  await expect(abortedAcquire).rejects.toThrow(/abort/i)
  expect(slots.placeOf(ticket(3, 'c'))).toEqual({ state: 'waiting', ahead: 0, running: 1 })
  release()
  release()
  const releaseNext = await next
  expect(slots.placeOf(ticket(3, 'c'))).toEqual({ state: 'running', ahead: 0, running: 1 })
  const waiting = slots.acquire(ticket(4, 'd'), signal())
  releaseNext()
  await expect(waiting).resolves.toBeTypeOf('function')
  expect(slots.placeOf(ticket(3, 'c'))).toEqual({ state: 'idle', ahead: 0, running: 1 })
})

test('no account takes all slots', async () => {
  const slots = createSlots(2)
  const release = await slots.acquire(ticket(1, 'a'), signal())
  const second = slots.acquire(ticket(1, 'b'), signal())
  expect(slots.placeOf(ticket(1, 'b')).state).toBe('waiting')
  await expect(slots.acquire(ticket(2, 'c'), signal())).resolves.toBeTypeOf('function')
  release()
  await expect(second).resolves.toBeTypeOf('function')
})

function ticket(accountId: number, downloadId: string) {
  return { accountId, downloadId }
}

function signal(): AbortSignal {
  return new AbortController().signal
}
