import { download, downloadNew, downloadPreview, downloadStream } from '#contract/downloads.ts'
import { accessTo } from '#domain/access.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { User } from '#server/accounts/user.ts'
import { csvLength, csvOf } from '#server/downloads/csv.ts'
import { byteStream } from '#server/downloads/byte-stream.ts'
import { notFound, Refusal } from '#server/http/refusal.ts'
import { routeForChange } from '#server/http/route-for-change.ts'
import { routeFor, type Api, type Incoming } from '#server/http/route-for.ts'
import { findCohort } from '#server/queries/cohorts.ts'
import { downloadColumns, type DownloadTable } from '#server/queries/download-table.ts'
import { downloadExtent, findDownload, insertDownload } from '#server/queries/downloads.ts'
import { findVariableSet } from '#server/queries/variable-sets.ts'
import { readPreview } from '#server/queries/download-preview.ts'
import { attachment } from '#server/routes/attachment.ts'

const ID_BYTES = 16

export function downloadRoutes(api: Api): void {
  routeForChange(api, downloadNew, async (incoming) => {
    const user = await incoming.authenticate()
    const { cohortid, varsetid } = await incoming.validate()
    await tableOf(incoming, user, cohortid, varsetid)
    const { clock, random } = incoming.services
    const downloadId = Buffer.from(random(ID_BYTES)).toString('hex')
    await incoming.change((connection) =>
      insertDownload(connection, {
        downloadId,
        accountId: user.accountId,
        cohortId: cohortid,
        variableSetId: varsetid,
        now: clock(),
      }),
    )
    return [{ download_id: downloadId }]
  })

  routeFor(api, downloadPreview, async (incoming) => {
    const user = await incoming.authenticate()
    const { downloadid, offset, limit } = await incoming.validate()
    const table = await preparedTable(incoming, user, downloadid)
    const { rows, excluded } = await downloadExtent(incoming.connection, table.cohortId, user)
    const data = await readPreview(incoming.connection, table, offset, limit)
    return { columns: downloadColumns(table), data, total: rows, excluded }
  })

  routeForChange(api, downloadStream, async (incoming) => {
    const user = await incoming.authenticate()
    const { downloadid, filename } = await incoming.validate()
    const table = await preparedTable(incoming, user, downloadid)
    await incoming.change(async () => undefined)
    return sendCsv(incoming, table, { ...attachment(filename) })
  })

  routeForChange(api, download, async (incoming) => {
    const user = await incoming.authenticate()
    const { downloadid, filename } = await incoming.validate()
    const table = await preparedTable(incoming, user, downloadid)
    await incoming.change(async () => undefined)
    const length = await csvLength(incoming.services.database, table, incoming.context.req.raw.signal)
    return sendCsv(incoming, table, { ...attachment(filename), 'content-length': String(length) })
  })
}

/** A prepared download is judged anew each time: access may have been withdrawn since. */
async function preparedTable<Input>(incoming: Incoming<Input>, user: User, downloadId: string): Promise<DownloadTable> {
  const prepared = await findDownload(incoming.connection, user.accountId, downloadId)
  if (!prepared) throw notFound('download')
  return tableOf(incoming, user, prepared.cohortid, prepared.varsetid)
}

async function tableOf<Input>(
  { connection, services }: Incoming<Input>,
  user: User,
  cohortId: number,
  variableSetId: number,
): Promise<DownloadTable> {
  const { collectionCodes } = await services.statistics(connection)
  const cohort = cohortId === ROOT_COHORT_ID ? null : await findCohort(connection, user.accountId, cohortId)
  if (cohortId !== ROOT_COHORT_ID && !cohort) throw notFound('cohort')
  const set = await findVariableSet(connection, user.accountId, variableSetId)
  if (!set) throw notFound('variable set')
  if (accessTo(user, cohort?.collections ?? collectionCodes).open.length === 0) {
    throw new Refusal(403, 'You have no access to any collection of this cohort.')
  }
  const known = await services.variables.of(connection, user.accountId)
  const variables = set.variables.map(known.find).filter((variable) => variable !== undefined)
  return { cohortId, reader: user, variables }
}

async function sendCsv<Input>(
  { context, services }: Incoming<Input>,
  table: DownloadTable,
  headers: Record<string, string>,
): Promise<Response> {
  const stop = new AbortController()
  const signal = AbortSignal.any([context.req.raw.signal, stop.signal])
  const giveBack = await services.downloadSlots.take(signal)
  return context.body(byteStream(withSlot(csvOf(services.database, table, signal), giveBack), stop), 200, headers)
}

async function* withSlot<Chunk>(
  chunks: AsyncGenerator<Chunk, undefined>,
  giveBack: () => void,
): AsyncGenerator<Chunk, undefined> {
  try {
    yield* chunks
  } finally {
    giveBack()
  }
}
