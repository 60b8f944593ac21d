import { accessTo } from '#domain/access.ts'
import { ALL_INDIVIDUALS } from '#domain/cohorts/cohorts.ts'
import { NO_COLLECTION_OF_COHORT } from '#domain/messages.ts'
import type { DownloadTable } from '#server/engine/downloads/download-table.ts'
import { downloadExtent } from '#server/engine/downloads/extent.ts'
import { traceOf } from '#server/engine/sources/pseudonyms.ts'
import type { SavedCohort } from '#server/model/cohort.ts'
import { nestingProblemOfSet } from '#server/model/nesting.ts'
import type { User } from '#server/model/user.ts'
import type { DownloadServices } from '#server/modules/downloads/services.ts'
import { yieldingToCounts, endStalled } from '#server/modules/downloads/stream/reading.ts'
import { breakOnError } from '#server/platform/http/file-responses.ts'
import { meaningless, notFound, Refusal } from '#server/platform/http/refusal.ts'
import type { IncomingChange } from '#server/platform/http/route-for-change.ts'
import type { Incoming } from '#server/platform/http/route-for.ts'
import { requireCohort } from '#server/store/cohorts/cohorts.ts'
import { deleteOldFiles, findDownload } from '#server/store/downloads/download-files.ts'
import { findVariableSet, type SavedVariableSet } from '#server/store/variable-sets/variable-sets.ts'

/** A download's cohort, set and format. */
export interface PreparedDownload {
  /** Null for all individuals. */
  readonly cohort: SavedCohort | null
  readonly cohortName: string
  readonly set: SavedVariableSet
  readonly table: DownloadTable
}

/** Authorised at each request: access may have been withdrawn. */
export async function preparedDownload<Input>(
  incoming: Incoming<Input, DownloadServices>,
  user: User,
  downloadId: string,
): Promise<PreparedDownload> {
  const prepared = await findDownload(incoming.connection, user.accountId, downloadId)
  if (!prepared) throw notFound('download')
  const { tracesDownloads, traceKey } = incoming.services.settings
  const found = await downloadOf(incoming, user, prepared)
  if (!tracesDownloads) return found
  return { ...found, table: { ...found.table, trace: traceOf(await traceKey.readOrMake(), downloadId) } }
}

/** The rows and columns that a user may download; refuses an empty download. */
export async function downloadOf<Input>(
  { connection, services }: Incoming<Input, DownloadServices>,
  user: User,
  { cohortid, varsetid }: { readonly cohortid: number; readonly varsetid: number },
): Promise<PreparedDownload> {
  const { collectionCodes } = await services.statistics(connection)
  const cohort = await requireCohort(connection, user, cohortid)
  const set = await findVariableSet(connection, user.accountId, varsetid)
  if (!set) throw notFound('variable set')
  if (accessTo(user, cohort?.collections ?? collectionCodes).open.length === 0) {
    throw new Refusal(403, NO_COLLECTION_OF_COHORT)
  }
  const known = await services.variables.ofAccount(connection, user.accountId)
  const variables = set.variables.map(known.find).filter((variable) => variable !== undefined)
  const problem = nestingProblemOfSet(variables)
  if (problem !== null) throw meaningless(problem, 'varsetid')
  return {
    cohort,
    cohortName: cohort?.name ?? ALL_INDIVIDUALS,
    set,
    table: { cohortId: cohortid, reader: user, variables },
  }
}

export interface FileToSend {
  readonly downloadId: string
  readonly user: User
  /** Creates the stream and its headers; called once a slot is free. */
  readonly make: (signal: AbortSignal) => Promise<{
    readonly pieces: AsyncGenerator<Uint8Array, undefined>
    readonly headers: Readonly<Record<string, string>>
  }>
}

/** Streams a file once a slot is free. A disconnect frees the slot and aborts the queries. */
export async function sendFile<Input>(
  { context, services, limit }: Incoming<Input, DownloadServices>,
  { downloadId, user, make }: FileToSend,
): Promise<Response> {
  limit.lift()
  const stop = new AbortController()
  const signal = AbortSignal.any([context.req.raw.signal, stop.signal])
  const giveBack = await services.downloadSlots.acquire({ accountId: user.accountId, downloadId }, signal)
  try {
    const { pieces, headers } = await make(signal)
    const watched = endStalled(yieldingToCounts(pieces, services.fairQueue.untilIdle), services.clock, (reason) => {
      services.log.warn({ downloadId }, 'a download that nobody read was ended')
      stop.abort(reason)
      void made.return(undefined).catch(() => undefined)
      context.env?.outgoing?.destroy()
    })
    const made = withSlot(watched, giveBack)
    const body = breakOnError(byteStream(made, stop), (error) => {
      if (!signal.aborted) services.log.error({ error: String(error).slice(0, 200) }, 'a file broke off')
      context.env?.outgoing?.destroy()
    })
    return context.body(body, 200, { ...headers })
  } catch (error) {
    giveBack()
    throw error
  }
}

async function* withSlot<Piece>(
  pieces: AsyncGenerator<Piece, undefined>,
  giveBack: () => void,
): AsyncGenerator<Piece, undefined> {
  try {
    yield* pieces
  } finally {
    giveBack()
  }
}

/** A pull-based stream (backpressure); cancelling it ends the generator. */
export function byteStream(chunks: AsyncGenerator<Uint8Array>, stop: AbortController): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const next = await chunks.next()
        if (!next.done) controller.enqueue(next.value)
        else if (stop.signal.aborted) controller.error(stop.signal.reason)
        else controller.close()
      },
      cancel: async (reason) => {
        stop.abort(reason)
        await chunks.return(undefined).catch(() => undefined)
      },
    },
    { highWaterMark: 1 },
  )
}

/** Audits a file before it is sent: cohort, set, number of rows, collections. Deletes records beyond the limit. */
export async function auditFile<Input>(
  { connection, addDetails, change }: Pick<IncomingChange<Input>, 'connection' | 'addDetails' | 'change'>,
  user: User,
  { table, set }: PreparedDownload,
): Promise<void> {
  const { rows, collections } = await downloadExtent(connection, table.cohortId, user)
  addDetails({ cohortid: table.cohortId, varsetid: set.varsetid, rows, collections })
  await change((tx) => deleteOldFiles(tx, user.accountId))
}
