import type { Log } from '#server/platform/process/runtime.ts'
import { rowsOf, type Database } from '#server/platform/db/database.ts'
import * as v from 'valibot'

/** A check that takes longer has failed. */
const LIMIT_MILLISECONDS = 5_000
const WATCH_EVERY_MILLISECONDS = 10_000
/** Failures in a row after which a server is given up. */
const FAILURES_MAX = 3

/** Whether the database answers; never rejects. */
export type HealthCheck = () => Promise<boolean>

/** Asks the database what every call asks first, on a new connection. Callers at the same time share one check. */
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

/** Looks after the health of a server; calls `giveUp` when the check failed several times in a row. */
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
