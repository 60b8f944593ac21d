import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import * as v from 'valibot'
import { createApp } from '#server/app/create-app.ts'
import { clearScratchFolder, databasePathIn, openDataFolder } from '#server/platform/db/data-folder.ts'
import type { Database } from '#server/platform/db/database.ts'
import { endWrites } from '#server/platform/db/write-lock.ts'
import type { App } from '#server/platform/http/caller.ts'
import { requireRelease } from '#server/store/releases/releases.ts'
import { keepTrash } from '#server/store/retention.ts'
import { endImport } from '#server/store/running-import.ts'
import type { Disk } from '#tests/simulation/faults/disk.ts'
import type { History } from '#tests/simulation/history.ts'
import type { Choices } from '#tests/simulation/random.ts'
import { scheduledDatabase } from '#tests/simulation/scheduled-database.ts'
import type { Scheduler } from '#tests/simulation/scheduler.ts'

/** Low cost: these hashes need no protection. */
export const PASSWORD_COST = { memoryCost: 64, timeCost: 1 }

const KEPT_DAYS = 365
const RETENTIONS = 0.3

export interface Machine {
  readonly scheduler: Scheduler
  readonly disk: Disk
  readonly choices: Choices
  readonly history: History
  /** A folder for the data folders of all processes. */
  readonly folder: string
}

/** One run of the server on its data folder. */
export interface ServerProcess {
  readonly number: number
  readonly app: App
  /** The database without scheduling and faults. */
  readonly real: Database
  readonly dataFolder: string
  /** Stops in order: the database is flushed and closed. No step of the process may wait. */
  readonly stop: () => Promise<void>
  /**
   * Kills the process; returns a data folder with its files as they were at that moment. `cutTo` shortens the log to that
   * many bytes, like a write that was torn.
   */
  readonly kill: (cutTo: number | null) => Promise<string>
}

export async function startProcess(machine: Machine, number: number, dataFolder: string): Promise<ServerProcess> {
  const { scheduler, disk, choices, history } = machine
  const real = await openDataFolder(dataFolder)
  // An orderly stop makes its checkpoint before, and the files of a killed process are deleted.
  await real.withConnection((connection) => connection.run('PRAGMA disable_checkpoint_on_shutdown'))
  await requireRelease(real, Date.now())
  const database = scheduledDatabase(real, { scheduler, disk, process: number })
  let isKilled = false
  const log = pino({ level: 'warn' }, { write: (line) => (isKilled ? undefined : recordLogged(history, line)) })
  // As every start does; here only some, because it takes as many steps as a save.
  const endRetention = choices.isChance(RETENTIONS)
    ? keepTrash(database, { days: KEPT_DAYS, clock: Date.now, log })
    : () => {}
  const app = createApp({ database, clock: Date.now, random: choices.bytes, log, passwordCost: PASSWORD_COST })
  return {
    number,
    app,
    real,
    dataFolder,
    stop: async () => {
      endRetention()
      endImport(database)
      await endWrites(database)
      await real.flush()
      real.close()
      await clearScratchFolder(real.path)
    },
    kill: async (cutTo) => {
      const image = imageOf(machine, number, dataFolder, cutTo)
      isKilled = true
      endRetention()
      await scheduler.kill(number)
      real.close()
      rmSync(dataFolder, { recursive: true, force: true })
      return image
    },
  }
}

/** The size of a database's log; 0 without one. */
export function logSize(dataFolder: string): number {
  return statSync(logIn(dataFolder), { throwIfNoEntry: false })?.size ?? 0
}

function logIn(dataFolder: string): string {
  return `${databasePathIn(dataFolder)}.wal`
}

/** What a killed process leaves: its files hold all that it wrote, because the system writes them later. */
function imageOf({ folder }: Machine, number: number, dataFolder: string, cutTo: number | null): string {
  const image = join(folder, `after-${number}`)
  mkdirSync(image)
  for (const { name } of readdirSync(dataFolder, { withFileTypes: true }).filter((file) => file.isFile())) {
    copyFileSync(join(dataFolder, name), join(image, name))
  }
  if (cutTo !== null && logSize(image) > cutTo) truncateSync(logIn(image), cutTo)
  return image
}

const Line = v.object({
  msg: v.optional(v.string(), ''),
  username: v.nullish(v.string(), null),
  path: v.nullish(v.string(), null),
  error: v.nullish(v.union([v.string(), v.object({ message: v.string() })]), null),
})

/** What the server logs because the audit log cannot have it. */
const UNAUDITED = /^the disk is full: done, but not in the audit log$|^an audit entry could not be stored$/

function recordLogged(history: History, line: string): void {
  const { msg, username, path, error } = v.parse(v.pipe(v.string(), v.parseJson(), Line), line)
  const reason = typeof error === 'string' ? error : (error?.message ?? '')
  history.lines.push(`  server: ${msg}${reason === '' ? '' : ` (${reason})`}`)
  if (!UNAUDITED.test(msg)) return
  const open = history.operations.filter(({ outcome }) => outcome === 'open').map(({ id }) => id)
  history.logged.push({ username, path, open })
}
