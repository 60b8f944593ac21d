import * as v from 'valibot'
import {
  importCancel,
  importFile,
  importLeaveOut,
  importNew,
  importProgress,
  importReport,
  importRun,
  importUndo,
} from '#contract/imports.ts'
import {
  NO_SAME_VARIABLES,
  PEDIGREE_FIELDS,
  readMissingCodes,
  readRepeatRules,
  readSameVariables,
} from '#domain/imports/import-options.ts'
import { PASSWORD_MIN } from '#domain/limits.ts'
import type { AuditRow } from '#server/model/change-record.ts'
import type { Statistics } from '#server/model/statistics.ts'
import type { User } from '#server/model/user.ts'
import { type ImportJobs, type WorkOptions, keepAccount, wouldGo } from '#server/modules/imports/jobs/import-jobs.ts'
import { beginningOf, readStudies } from '#server/modules/imports/plan/study-options.ts'
import { presentProgress, presentReport } from '#server/modules/imports/present-import.ts'
import { readBlocks } from '#server/modules/imports/source/decode-text.ts'
import { tableOf } from '#server/modules/imports/source/delimited-table.ts'
import { ImportRefused } from '#server/modules/imports/source/problem.ts'
import { readFolder } from '#server/modules/imports/source/read-folder.ts'
import { DELIMITED } from '#server/modules/imports/source/read-records.ts'
import { undoableImport, undoImport, UndoRefused } from '#server/modules/imports/store/undo-import.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { callerOf } from '#server/platform/http/caller.ts'
import { conflict, malformed, meaningless, notFound, Refusal } from '#server/platform/http/refusal.ts'
import { routeForChange } from '#server/platform/http/route-for-change.ts'
import { routeFor, type Incoming, type Api } from '#server/platform/http/route-for.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import { sessionToken } from '#server/platform/http/session-cookie.ts'
import { refusedPassword } from '#server/platform/security/breached-passwords.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import type { Sessions } from '#server/store/accounts/sessions.ts'
import { insertAuditRow } from '#server/store/audit/write.ts'
import { dataOrigin } from '#server/store/data-origin.ts'

export interface ImportServices extends HttpServices {
  readonly imports: ImportJobs
  readonly sessions: Sessions
  readonly statistics: (connection: Connection) => Promise<Statistics>
}

/** Imports over HTTP, for administrators: upload, check, import (capability "import"). */
export function importRoutes(api: Api<ImportServices>): void {
  const { imports, database, clock, log, settings, sessions, statistics } = api.services
  const admin = async ({ authenticate, limit }: Pick<Incoming<unknown>, 'authenticate' | 'limit'>) => {
    const user = await authenticate()
    if (!user.isAdmin) throw new Refusal(403, 'Only an administrator may import data.')
    // A large data set takes minutes; importCancel aborts it.
    limit.lift()
    return user
  }

  routeForChange(api, importNew, async (incoming) => {
    const { accountId } = await admin(incoming)
    const { reportId } = await imports.begin(accountId)
    await incoming.add(async () => undefined)
    return { report_id: reportId }
  })

  routeFor(api, importFile, async (incoming) => {
    const { accountId } = await admin(incoming)
    const { req } = incoming.context
    const piece = v.safeParse(importFile.input, req.query())
    if (!piece.success) throw malformed(piece.issues.map(({ message }) => ({ path: '', message })))
    const { report_id, path, offset } = piece.output
    const { files } = imports.idle(accountId, report_id)
    return { size: await files.append(path, offset, new Uint8Array(await req.arrayBuffer())) }
  })

  routeFor(api, importLeaveOut, async (incoming) => {
    const { accountId } = await admin(incoming)
    const { report_id, path } = await incoming.validate()
    if (!(await imports.idle(accountId, report_id).files.delete(path))) throw notFound('file')
    return {}
  })

  routeForChange(api, importReport, async (incoming) => {
    const user = await admin(incoming)
    const { connection, context, change } = incoming
    const { report_id, ...input } = await incoming.validate()
    const job = imports.idle(user.accountId, report_id)
    const signal = context.req.raw.signal
    const outcome = await imports.work(user.accountId, job, { ...optionsOf(input), isDryRun: true, signal })
    await change(async () => undefined)
    const isAddition = (await dataOrigin(connection)) === 'imported'
    return presentReport(job, outcome, {
      beginning: beginningOf(optionsOf(input), isAddition ? await readStudies(connection) : {}),
      columns: await tableColumns(job.files.folder),
      replaces: isAddition ? null : (await statistics(connection)).individuals,
      needsPassword: await wouldGo(connection, user),
    })
  })

  routeForChange(api, importRun, async (incoming) => {
    const user = await admin(incoming)
    const { report_id, password, ...input } = await incoming.validate()
    const job = imports.idle(user.accountId, report_id)
    const isKept = await wouldGo(incoming.connection, user)
    if (isKept && password === undefined) {
      throw meaningless(`A password of at least ${PASSWORD_MIN} characters is needed to keep your account.`, 'password')
    }
    const problem = password === undefined ? null : await refusedPassword(settings.isBreached, password, user.username)
    if (problem !== null) throw meaningless(problem, 'password')
    const token = sessionToken(incoming.context, settings)
    const passwordHash = isKept && password !== undefined ? await hashPassword(password, settings.passwordCost) : null
    const rowWith = auditRows(incoming, user)
    void imports
      .work(user.accountId, job, {
        ...optionsOf(input),
        isDryRun: false,
        ...(passwordHash !== null &&
          token !== null && {
            prepare: (tx) => keepAccount(tx, sessions, { accountId: user.accountId, passwordHash, token }),
          }),
        record: (tx, { individuals }) => insertAuditRow(tx, rowWith(200, { report_id, individuals })),
      })
      .then((outcome) =>
        'result' in outcome
          ? undefined
          : withWriteLock(database, (tx) => insertAuditRow(tx, rowWith(422, { report_id }))),
      )
      .catch((error: unknown) => log.warn({ error: error instanceof Error ? error.name : '' }, 'not recorded'))
    return {}
  })

  routeFor(api, importProgress, async (incoming) => {
    const { accountId } = await admin(incoming)
    return { ...presentProgress(imports.ofAccount(accountId)), undoable: await undoableImport(incoming.connection) }
  })

  routeForChange(api, importUndo, async (incoming) => {
    const user = await admin(incoming)
    const rowWith = auditRows(incoming, user, importUndo)
    return undoImport(database, (tx) => insertAuditRow(tx, rowWith(200, {}))).catch((error: unknown) => {
      throw error instanceof UndoRefused ? conflict(error.message) : error
    })
  })

  routeForChange(api, importCancel, async (incoming) => {
    const { accountId } = await admin(incoming)
    await imports.end(accountId)
    await incoming.change(async () => undefined)
    return {}
  })

  function auditRows(
    { context }: Incoming<unknown>,
    { username }: User,
    { method, path }: Pick<typeof importRun | typeof importUndo, 'method' | 'path'> = importRun,
  ) {
    const { address } = callerOf(context, settings)
    return (status: number, subject: AuditRow['subject']) => ({
      now: clock(),
      username,
      address,
      action: `${method} ${path}`,
      subject,
      status,
    })
  }
}

type Given = Omit<v.InferOutput<typeof importReport.input>, 'report_id'>

function optionsOf(input: Given): Omit<WorkOptions, 'isDryRun'> {
  const {
    collection,
    study,
    skip_bad_rows: skipBadRows,
    repeat,
    map,
    types,
    missing,
    keep_na: keepsNotAvailable,
    similar_ids: similarIds,
    same_as: same,
  } = input
  return {
    collection,
    study,
    skipBadRows,
    keepsNotAvailable,
    similarIds,
    isUpdate: input.update,
    isNewOptions: input.new_options,
    same: readSameVariables(same) ?? NO_SAME_VARIABLES,
    missing: missing === null ? null : readMissingCodes(missing),
    map: map && new Map(PEDIGREE_FIELDS.flatMap((field) => (map[field] ? [[field, map[field]]] : []))),
    types: new Map(Object.entries(types)),
    repeat: repeat === null ? null : readRepeatRules(repeat),
  }
}

async function tableColumns(folder: string): Promise<string[]> {
  const names = new Set<string>()
  try {
    for (const [file, path] of (await readFolder(folder)).tables) {
      for (const name of await headerOf(file, path)) names.add(name)
    }
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
  }
  return [...names]
}

async function headerOf(file: string, path: string): Promise<readonly string[]> {
  try {
    return (await tableOf(file, firstOf(readBlocks(file, path)), DELIMITED)).header
  } catch (error) {
    if (error instanceof ImportRefused) return []
    throw error
  }
}

/** The header is in the first block. */
async function* firstOf(blocks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  for await (const block of blocks) {
    yield block
    return
  }
}
