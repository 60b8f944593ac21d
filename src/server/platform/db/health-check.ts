import * as v from 'valibot'
import { rowsOf, type Database } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/process/runtime.ts'

/** Timeout of a check. */
const LIMIT_MILLISECONDS = 5_000
/** The same before a server ends: a busy machine may let a query wait for long while an import writes. */
export const WATCHED_LIMIT_MILLISECONDS = 60_000
const WATCH_EVERY_MILLISECONDS = 10_000
/** Consecutive failures after which the server stops. */
const FAILURES_MAX = 3

/** Whether the database responds; never rejects. */
export type HealthCheck = () => Promise<boolean>

/** Runs the first query of every request on a new connection. Concurrent callers share one check. */
export function createHealthCheck(database: Database, limit = LIMIT_MILLISECONDS): HealthCheck {
  let running: Promise<boolean> | null = null
  return async () => {
    running ??= isAnswering(database).finally(() => {
      running = null
    })
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), limit)
    const isLate = new Promise<boolean>((resolve) => late.signal.addEventListener('abort', () => resolve(false)))
    try {
      return await Promise.race([running, isLate])
    } finally {
      clearTimeout(timer)
    }
  }
}

async function isAnswering(database: Database): Promise<boolean> {
  try {
    const connection = await database.connect()
    try {
      await rowsOf(connection, v.object({ name: v.string() }), 'SELECT name FROM meta')
      return true
    } finally {
      connection.close()
    }
  } catch {
    return false
  }
}

/** Checks health at intervals; calls `giveUp` after consecutive failures. */
export function watchHealth(isHealthy: HealthCheck, log: Log, giveUp: () => void): { readonly stop: () => void } {
  let failures = 0
  const check = async () => {
    failures = (await isHealthy()) ? 0 : failures + 1
    if (failures < FAILURES_MAX) return
    clearInterval(timer)
    log.error({ failures }, 'the database does not answer any more: the server ends')
    giveUp()
  }
  const timer = setInterval(() => void check(), WATCH_EVERY_MILLISECONDS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
