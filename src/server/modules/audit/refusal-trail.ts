import type { AuditRow } from '#server/model/change-record.ts'
import { inTransaction, type Database } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/process/runtime.ts'
import { insertAuditRow } from '#server/store/audit/write.ts'

const WINDOW_MILLISECONDS = 60_000
/** Rows a minute: of one user and address, and in total. */
const ROWS_PER_CALLER = 20
const ROWS_IN_ALL = 200
/** Users and addresses counted separately within a minute. */
const COUNTERS_MAX = 1_000

/**
 * Audits refused requests. Refusals cost an attacker nothing, so rows are limited: the first ones of a minute have own
 * rows, further ones are summed by minute, user and address.
 */
export interface RefusalTrail {
  readonly record: (row: AuditRow) => Promise<void>
}

interface Uncounted {
  readonly last: AuditRow
  readonly count: number
}

/** Times are those of the rows. */
export function createRefusalTrail(database: Database, log: Log): RefusalTrail {
  let windowStart = 0
  let written = 0
  const writtenOf = new Map<string, number>()
  const unwritten = new Map<string, Uncounted>()
  let timer: NodeJS.Timeout | null = null

  /** A failing database must not change the response; the log on stderr has the row. */
  async function write(rows: readonly AuditRow[]): Promise<void> {
    if (rows.length === 0) return
    try {
      await inTransaction(database, async (connection) => {
        for (const row of rows) await insertAuditRow(connection, row)
      })
    } catch (error) {
      const reason = error instanceof Error ? error.message.slice(0, 200) : ''
      for (const { now, username, address, action, status } of rows) {
        log.error({ at: now, username, address, action, status, reason }, 'an audit entry could not be stored')
      }
    }
  }

  function endWindow(): readonly AuditRow[] {
    const rows = [...unwritten.values()].map(({ last, count }) => ({ ...last, subject: { refusals: count } }))
    for (const map of [writtenOf, unwritten]) map.clear()
    written = 0
    if (timer !== null) clearTimeout(timer)
    timer = null
    return rows
  }

  function countOnly(key: string, row: AuditRow): void {
    const counterKey = unwritten.has(key) || unwritten.size < COUNTERS_MAX ? key : ''
    const before = unwritten.get(counterKey)
    const last = counterKey === '' ? { ...row, username: null, address: 'many' } : row
    unwritten.set(counterKey, { last, count: (before?.count ?? 0) + 1 })
    // A timer, because no further refusal may follow.
    timer ??= setTimeout(() => void write(endWindow()), WINDOW_MILLISECONDS).unref()
  }

  return {
    record: async (row) => {
      const isOver = row.now - windowStart >= WINDOW_MILLISECONDS
      const summaries = isOver ? endWindow() : []
      if (isOver) windowStart = row.now
      const key = JSON.stringify([row.username, row.address])
      const ofOne = writtenOf.get(key) ?? 0
      const hasRoom = ofOne < ROWS_PER_CALLER && written < ROWS_IN_ALL
      if (hasRoom) {
        written += 1
        writtenOf.set(key, ofOne + 1)
      } else countOnly(key, row)
      await write(hasRoom ? [...summaries, row] : summaries)
    },
  }
}
