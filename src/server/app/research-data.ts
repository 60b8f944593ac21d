import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createApp } from '#server/app/create-app.ts'
import { makeDemoFile, type DemoFileOptions } from '#server/demo/make-demo-file.ts'
import type { Report } from '#server/demo/progress.ts'
import { readStatistics } from '#server/engine/counts/statistics.ts'
import { openBeside, openDataFolder, scratchFolderOf } from '#server/platform/db/data-folder.ts'
import { type Database, inTransaction } from '#server/platform/db/database.ts'
import { demoUsernames, DEMO_ACCOUNTS } from '#server/store/accounts/accounts.ts'
import { dataOrigin } from '#server/store/data-origin.ts'

export interface ResearchDataOptions {
  readonly dataDirectory: string
  readonly demoScale: number
  readonly databaseUrl: string | null
}

/** An open database, or an empty one with the function that creates the synthetic data. */
export type ResearchData =
  | { readonly isReady: true; readonly database: Database }
  | { readonly isReady: false; readonly make: (report: Report) => Promise<Database> }

/** Opens the DuckDB database of a data folder, or the PostgreSQL database. */
export async function openResearchData(options: ResearchDataOptions): Promise<ResearchData> {
  const { dataDirectory, demoScale, databaseUrl } = options
  const database = await (databaseUrl === null ? openDataFolder(dataDirectory) : openBeside(databaseUrl, dataDirectory))
  const { individuals } = await database.withConnection(readStatistics)
  const isImported = (await database.withConnection(dataOrigin)) === 'imported'
  // Do not add synthetic data to an imported catalog without participants.
  if (individuals > 0 || isImported) return { isReady: true, database }
  const make = (report: Report) =>
    databaseUrl === null
      ? makeDemoFile(database, { scale: demoScale, report, createApp })
      : makeElsewhere(database, databaseUrl, { scale: demoScale, report, createApp })
  return { isReady: false, make }
}

async function makeElsewhere(database: Database, url: string, options: DemoFileOptions): Promise<Database> {
  const { loadIntoPostgreSql } = await import('#server/platform/db/postgres/load.ts')
  const { AlreadyFilled } = await import('#server/platform/db/postgres/load-target.ts')
  const folder = join(scratchFolderOf(database.path), 'demo')
  await rm(folder, { recursive: true, force: true })
  const made = await makeDemoFile(await openDataFolder(folder), options)
  try {
    await loadIntoPostgreSql({ source: made, url, report: options.report })
  } catch (error) {
    // Another server filled the database meanwhile.
    if (!(error instanceof AlreadyFilled)) throw error
  } finally {
    made.close()
    await rm(folder, { recursive: true, force: true })
  }
  return database
}

/** The lines printed at start: the address, and the demo accounts while the data are synthetic. */
export async function welcome(address: string, database: Database): Promise<string> {
  const usernames = await inTransaction(database, demoUsernames)
  const accounts = DEMO_ACCOUNTS.filter(({ username }) => usernames.includes(username))
  const lines = accounts.map(({ username, password, about }) => `  ${username} / ${password}  ${about}`)
  const demo = lines.length === 0 ? [] : ['The data are synthetic. Accounts to try them:', ...lines]
  return [`Listening on ${address}`, ...demo, ''].join('\n')
}
