import { makeDemoFile } from '#server/demo/make-demo-file.ts'
import type { Report } from '#server/demo/progress.ts'
import { dataOrigin } from '#server/import/data-origin.ts'
import { readStatistics } from '#server/queries/statistics.ts'
import { openDataFolder } from '#server/storage/data-folder.ts'
import type { Database } from '#server/storage/database.ts'

export interface ResearchDataOptions {
  readonly dataDirectory: string
  readonly demoScale: number
}

/** The database of a data folder: open, or where it holds nobody yet, with what fills it with synthetic data. */
export type ResearchData =
  | { readonly isReady: true; readonly database: Database }
  | { readonly isReady: false; readonly make: (report: Report) => Promise<Database> }

/** Opens the database of a data folder. */
export async function openResearchData({ dataDirectory, demoScale }: ResearchDataOptions): Promise<ResearchData> {
  const database = await openDataFolder(dataDirectory)
  const { individuals } = await database.withConnection(readStatistics)
  const isImported = (await database.withConnection(dataOrigin)) === 'imported'
  // A catalog that was imported alone stays as it is.
  if (individuals > 0 || isImported) return { isReady: true, database }
  return { isReady: false, make: (report) => makeDemoFile(database, { scale: demoScale, report }) }
}
