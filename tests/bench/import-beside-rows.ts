import { setTimeout } from 'node:timers/promises'
import { importFile, importNew, importProgress, importReport, importRun } from '#contract/imports.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { percentile, type BenchRow } from '#tests/bench/report.ts'
import { watchEventLoop } from '#tests/bench/watch-event-loop.ts'
import { signIn, valueOf } from '#tests/support/api-session.ts'
import { startProduct } from '#tests/support/running-product.ts'

const ROWS = 100_000
const COLUMNS = 20
const PIECE_BYTES = 8 * 1024 * 1024
const SETTLING_MILLISECONDS = 5_000
const POLL_MILLISECONDS = 100

/** A chain: each individual is a parent of the next. */
function pedigreeOf(rows: number): string {
  const lines = Array.from({ length: rows }, (_, row) => `F1,P${row},${row === 0 ? '' : `P${row - 1}`},,M`)
  return ['family_id,individual_id,father_id,mother_id,sex', ...lines].join('\n')
}

function answersOf(rows: number): string {
  const columns = Array.from({ length: COLUMNS }, (_, column) => column)
  const lines = Array.from(
    { length: rows },
    (_, row) => `P${row},${columns.map((column) => (row * 31 + column * 17) % (column + 3)).join(',')}`,
  )
  return [`id,${columns.map((column) => `v${column}`).join(',')}`, ...lines].join('\n')
}

/** The requests of another account while 100,000 rows and their pedigree are read and imported. */
export async function measureImportBeside(): Promise<BenchRow[]> {
  const eventLoop = watchEventLoop()
  const isMade = process.env['MADE_DATA'] !== undefined
  const environment = { DEMO_SCALE: process.env['DEMO_SCALE'] ?? '1', ...eventLoop.environment }
  const product = await startProduct({ isFirstStart: !isMade, environment })
  try {
    await product.readyTime
    await setTimeout(SETTLING_MILLISECONDS)
    const admin = await signIn(product.url, 'admin', 'demo')
    const other = await signIn(product.url, 'researcher', 'demo')
    const { report_id } = valueOf(await admin.call(importNew, {}))
    const files = { 'answers.csv': answersOf(ROWS), 'pedigree.csv': pedigreeOf(ROWS) }
    const begin = Date.now()
    const times: number[] = []
    const end = new AbortController()
    const asking = (async () => {
      while (!end.signal.aborted) {
        const begun = performance.now()
        await (await other.fetch(`${API_PREFIX}/cohort/summary?cohortid=1`)).arrayBuffer()
        times.push(performance.now() - begun)
        await setTimeout(POLL_MILLISECONDS)
      }
    })()
    for (const [path, content] of Object.entries(files)) {
      const bytes = Buffer.from(content)
      for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) {
        const query = new URLSearchParams({ report_id, path, offset: String(offset) })
        await admin.fetch(`${API_PREFIX}${importFile.path}?${query.toString()}`, {
          method: 'POST',
          headers: { 'content-type': 'application/octet-stream' },
          body: bytes.subarray(offset, offset + PIECE_BYTES),
        })
      }
    }
    const reading = { report_id, collection: 'bench', study: 'bench' }
    const report = valueOf(await admin.call(importReport, reading))
    console.log(`Problems of the report: ${report.problems.map(({ text }) => text).join(' ') || 'none'}`)
    valueOf(await admin.call(importRun, { ...reading, password: 'a password of the bench' }))
    let progress = valueOf(await admin.call(importProgress, {}))
    while (!['imported', 'failed'].includes(progress.state)) {
      await setTimeout(POLL_MILLISECONDS)
      progress = valueOf(await admin.call(importProgress, {}))
    }
    end.abort()
    await asking
    console.log(`The import: ${progress.state}, ${progress.individuals} individuals, ${Date.now() - begin} ms.`)
    return [
      { what: `calls beside an import of ${ROWS} rows, p95`, value: percentile(times, 0.95), budget: 100, unit: 'ms' },
      eventLoop.rowSince(begin, `in an import of ${ROWS} rows`),
    ]
  } finally {
    await product.stop()
    eventLoop.remove()
  }
}
