import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { startServer, type RunningServer } from '#server/app/start-server.ts'
import { readConfiguration } from '#server/platform/configuration/configuration.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { largeStudyFile, type StudySize } from '#tests/bench/large-study.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

/** A database in a temporary folder. */
export interface BenchDatabase {
  readonly database: Database
  readonly folder: string
  readonly remove: () => void
}

/** An empty database, or a copy of a file. */
export async function benchDatabase(copyOf?: string): Promise<BenchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'diver-bench-'))
  const path = join(folder, 'diver.duckdb')
  if (copyOf !== undefined) copyFileSync(copyOf, path)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  return { database: await openDatabase(path), folder, remove }
}

/** The server in this process, so that bare queries use the same database. */
export function serveBench(database: Database, clientDirectory: string): Promise<RunningServer> {
  const configuration = readConfiguration({ PORT: '0' })
  return startServer({ configuration, database, log: pino({ level: 'silent' }), clientDirectory })
}

/** The built server as a child process on a copy of the large study. */
export async function startOnStudy(
  size?: StudySize,
  prepare: (file: string) => Promise<void> = () => Promise.resolve(),
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningProduct> {
  const folder = mkdtempSync(join(tmpdir(), 'diver-bench-'))
  try {
    const file = join(folder, 'diver.duckdb')
    copyFileSync(await largeStudyFile(size), file)
    await prepare(file)
    return await startProduct({ copyOf: folder, environment })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Resident memory of a process, including its program pages. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1_000
}
