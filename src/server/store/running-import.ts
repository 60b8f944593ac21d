import type { Database } from '#server/platform/db/database.ts'

/** Databases into which somebody imports right now, and what ends that. */
const importing = new WeakMap<Database, AbortController>()

/** Whether an import into that database is going on in this process. */
export function isImporting(database: Database): boolean {
  return importing.has(database)
}

/** Ends the import that is going on, if there is one: the database is to be closed. */
export function endImport(database: Database): void {
  importing.get(database)?.abort()
}

/** Marks that an import begins. Its signal aborts when the database is to be closed. */
export function beginImport(database: Database): AbortSignal {
  const ending = new AbortController()
  importing.set(database, ending)
  return ending.signal
}

/** Marks that the import is over. */
export function importEnded(database: Database): void {
  importing.delete(database)
}
