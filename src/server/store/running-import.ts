import type { Database } from '#server/platform/db/database.ts'

/** Running imports by database; the controller aborts them. */
const importing = new WeakMap<Database, AbortController>()

/** Whether an import into the database runs in this process. */
export function isImporting(database: Database): boolean {
  return importing.has(database)
}

/** Aborts a running import before the database is closed. */
export function endImport(database: Database): void {
  importing.get(database)?.abort()
}

/** Registers an import. Its signal aborts before the database is closed. */
export function beginImport(database: Database): AbortSignal {
  const ending = new AbortController()
  importing.set(database, ending)
  return ending.signal
}

/** Removes the registration. */
export function importEnded(database: Database): void {
  importing.delete(database)
}
