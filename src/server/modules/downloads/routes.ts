import { once } from 'node:events'
import { parse } from 'csv-parse'
import * as v from 'valibot'
import {
  download,
  downloadBundle,
  downloadCompleteness,
  downloadNew,
  downloadPreview,
  downloadQueue,
  downloadStream,
  downloadSyntax,
  variableDictionary,
  type DictionaryFormat,
} from '#contract/downloads.ts'
import { downloadFileName } from '#domain/cohorts/cohorts.ts'
import { COMPLETENESS_VARIABLES_MAX, DOWNLOAD_PREVIEW_ROWS } from '#domain/limits.ts'
import { TOO_MANY_FOR_COMPLETENESS } from '#domain/messages.ts'
import { countsFor, differenceFor } from '#server/disclosure/reader-counts.ts'
import { readCompleteness } from '#server/engine/counts/completeness.ts'
import { downloadColumns, CSV, csvPlan, type DownloadTable } from '#server/engine/downloads/download-table.ts'
import { downloadExtent, individualsAt } from '#server/engine/downloads/extent.ts'
import type { User } from '#server/model/user.ts'
import { describeDownload, describedColumns, withLabels } from '#server/modules/downloads/bundle/describe-download.ts'
import { spssSyntax } from '#server/modules/downloads/bundle/spss-syntax.ts'
import { dictionaryText } from '#server/modules/downloads/dictionaries/columns.ts'
import { sentBundle, sentCsv } from '#server/modules/downloads/files/send-file.ts'
import { downloadOf, preparedDownload, sendFile, auditFile } from '#server/modules/downloads/prepared-download.ts'
import type { DownloadServices } from '#server/modules/downloads/services.ts'
import { assembledLines, textRows, type TextRows } from '#server/modules/downloads/stream/assemble-lines.ts'
import { statementShares } from '#server/modules/downloads/stream/concurrency.ts'
import { csvLength, withFirstChunks } from '#server/modules/downloads/stream/csv.ts'
import type { DownloadReader } from '#server/modules/downloads/stream/reading.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { requireChunks, attachment } from '#server/platform/http/file-responses.ts'
import { meaningless, notFound } from '#server/platform/http/refusal.ts'
import { routeForChange, type IncomingChange } from '#server/platform/http/route-for-change.ts'
import { routeFor, type Api, inFairQueue } from '#server/platform/http/route-for.ts'
import { createPause, mapWithPauses } from '#server/platform/scheduling/yield.ts'
import { readDetails } from '#server/store/catalog/catalog.ts'
import { questionsOf } from '#server/store/catalog/questions.ts'
import { insertDownload } from '#server/store/downloads/download-files.ts'
import { withdrawnOfDownload } from '#server/store/releases/releases.ts'
import { findVariableSet } from '#server/store/variable-sets/variable-sets.ts'

const ID_BYTES = 16

export function downloadRoutes(api: Api<DownloadServices>): void {
  const { settings, downloadSlots, database } = api.services
  const { untilIdle } = api.services.fairQueue
  const shares = statementShares(database)
  const canEscape = settings.capabilities.includes('escape-formulas')
  const hasForms = settings.capabilities.includes('csv-forms')
  const isPaged = settings.capabilities.includes('preview-pages')

  const auditedDownload = async (
    incoming: IncomingChange<unknown, DownloadServices>,
    user: User,
    { downloadid, formulas, bom, ...forms }: Omit<v.InferOutput<typeof download.input>, 'filename'>,
  ) => {
    const prepared = await preparedDownload(incoming, user, downloadid)
    await auditFile(incoming, user, prepared)
    const escapesFormulas = canEscape && formulas === 'escape'
    const hasByteOrderMark = hasForms && bom === 'yes'
    const table = await inForms(incoming.connection, prepared.table, forms)
    return { ...prepared, table: { ...table, escapesFormulas, hasByteOrderMark } }
  }

  const inForms = async (
    connection: Connection,
    prepared: DownloadTable,
    { codes, dates }: Pick<v.InferOutput<typeof download.input>, 'codes' | 'dates'>,
  ): Promise<DownloadTable> => {
    if (!hasForms) return prepared
    const table = { ...prepared, splitsDates: dates === 'parts' }
    return codes === 'labels' ? withLabels(connection, table) : table
  }

  routeForChange(api, downloadNew, async (incoming) => {
    const user = await incoming.authenticate()
    const { cohortid, varsetid } = await incoming.validate()
    await downloadOf(incoming, user, { cohortid, varsetid })
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

  routeFor(
    api,
    downloadPreview,
    inFairQueue(async (incoming) => {
      const user = await incoming.authenticate()
      const { downloadid, ...input } = await incoming.validate()
      const { offset, limit } = isPaged ? input : { offset: 0, limit: DOWNLOAD_PREVIEW_ROWS }
      const { table, cohort } = await preparedDownload(incoming, user, downloadid)
      const { rows, excluded } = await downloadExtent(incoming.connection, table.cohortId, user)
      const { connection, context, services } = incoming
      const inMemoryShare: DownloadReader['inMemoryShare'] = (weight, work) =>
        shares.run(weight, context.req.raw.signal, work)
      const data = await readPreview({ connection, inMemoryShare }, table, offset, limit)
      return {
        columns: downloadColumns(table),
        data,
        total: rows,
        excluded: [...(await countsFor(connection, services, user).ofExcluded(excluded, table.cohortId))],
        withdrawn: await differenceFor(user, () => withdrawnOfDownload(connection, cohort)),
      }
    }),
  )

  routeFor(
    api,
    downloadCompleteness,
    inFairQueue(async (incoming) => {
      const user = await incoming.authenticate()
      const { versions, ...asked } = await incoming.validate()
      const { table } = await downloadOf(incoming, user, asked)
      if (table.variables.length > COMPLETENESS_VARIABLES_MAX) {
        throw meaningless(TOO_MANY_FOR_COMPLETENESS, 'varsetid')
      }
      if (versions === 'apart') {
        const questions = table.variables.map((variable) => [variable] as const)
        return readCompleteness(incoming.connection, { ...table, questions })
      }
      const questions = await questionsOf(incoming.connection, table.variables)
      return readCompleteness(incoming.connection, { ...table, questions })
    }),
  )

  routeForChange(api, downloadStream, async (incoming) => {
    const user = await incoming.authenticate()
    requireChunks(incoming.context)
    const { filename, ...asked } = await incoming.validate()
    const prepared = await auditedDownload(incoming, user, asked)
    return sendFile(incoming, {
      downloadId: asked.downloadid,
      user,
      make: async (signal) => ({
        pieces: await withFirstChunks(sentCsv(api.services, user, prepared, filename, signal)),
        headers: attachment(filename),
      }),
    })
  })

  routeForChange(api, download, async (incoming) => {
    const user = await incoming.authenticate()
    const { filename, ...asked } = await incoming.validate()
    const prepared = await auditedDownload(incoming, user, asked)
    return sendFile(incoming, {
      downloadId: asked.downloadid,
      user,
      make: async (signal) => {
        const length = await csvLength(database, prepared.table, signal, untilIdle)
        return {
          pieces: sentCsv(api.services, user, prepared, filename, signal),
          headers: { ...attachment(filename), 'content-length': String(length) },
        }
      },
    })
  })

  routeFor(api, downloadSyntax, async (incoming) => {
    const user = await incoming.authenticate()
    const { downloadid, filename, ...forms } = await incoming.validate()
    const { table } = await preparedDownload(incoming, user, downloadid)
    const { connection, context } = incoming
    const columns = await describedColumns(connection, await inForms(connection, table, forms))
    const headers = attachment(`${filename.replace(/\.csv$/i, '')}.sps`, 'text/plain')
    return context.body(await spssSyntax(filename, columns), 200, headers)
  })

  routeFor(api, downloadQueue, async ({ authenticate, validate }) => {
    const { accountId } = await authenticate()
    const { downloadid } = await validate()
    return downloadSlots.placeOf({ accountId, downloadId: downloadid })
  })

  routeForChange(api, downloadBundle, async (incoming) => {
    const user = await incoming.authenticate()
    requireChunks(incoming.context)
    const { downloadid, codes } = await incoming.validate()
    const prepared = await preparedDownload(incoming, user, downloadid)
    await auditFile(incoming, user, prepared)
    const { connection, services } = incoming
    const input = { user, ...prepared, codeForm: codes }
    const documented = await describeDownload(connection, services, input)
    const name = downloadFileName(prepared.cohortName, prepared.set.name, 'zip')
    return sendFile(incoming, {
      downloadId: downloadid,
      user,
      make: async (signal) => ({
        pieces: sentBundle(services, user, { ...prepared, ...documented }, name, signal),
        headers: { ...attachment(name), 'content-type': 'application/zip' },
      }),
    })
  })
}

const Row = v.object({ line: v.instance(Uint8Array) })
const Record = v.array(v.string())

/** Some rows of a download, with the cells of the file. */
async function readPreview(
  { connection, inMemoryShare }: Pick<DownloadReader, 'connection' | 'inMemoryShare'>,
  table: DownloadTable,
  offset: number,
  limit: number,
): Promise<(string | null)[][]> {
  const between = await individualsAt(connection, table.cohortId, table.reader, offset, limit)
  if (!between) return []
  const { statements, sources } = csvPlan(connection.dialect, table, between)
  const parts: TextRows[] = []
  for (const { statement, csvEnd, weight } of statements) {
    const rows = await inMemoryShare(weight, async () => {
      if (csvEnd !== null) return connection.csvLines(statement, csvEnd)
      return (await rowsOf(connection, Row, statement)).map(({ line }) => line)
    })
    parts.push(textRows([rows]))
  }
  const pause = createPause()
  const pieces: Uint8Array[] = []
  for (const piece of assembledLines(parts, sources, CSV)) {
    pieces.push(piece)
    await pause()
  }
  const lines = Buffer.concat(pieces)
  return mapWithPauses(await recordsOf(lines), (record) => v.parse(Record, record).map((cell) => cell || null))
}

const PIECE_BYTES = 32 * 1024

/** Parses CSV in pieces: the parser would hold the main thread for a million cells. */
async function recordsOf(lines: Buffer): Promise<unknown[]> {
  const pause = createPause()
  const parser = parse()
  const records: unknown[] = []
  parser.on('data', (record: unknown) => records.push(record))
  for (let offset = 0; offset < lines.length; offset += PIECE_BYTES) {
    if (!parser.write(lines.subarray(offset, offset + PIECE_BYTES))) await once(parser, 'drain')
    await pause()
  }
  const ended = once(parser, 'end')
  parser.end()
  await ended
  return records
}

const FILES: Readonly<Record<DictionaryFormat, { readonly ending: string; readonly type: string }>> = {
  redcap: { ending: '.csv', type: 'text/csv' },
  bids: { ending: '.json', type: 'application/json' },
}

/** Questions without answers: open to all signed-in users, like the catalog. */
export function dictionaryRoutes(api: Api<DownloadServices>): void {
  const { variables, catalog } = api.services

  routeFor(api, variableDictionary, async ({ authenticate, validate, connection, context }) => {
    const user = await authenticate()
    const { format, varsetid, filename } = await validate()
    const set = varsetid ? await findVariableSet(connection, user.accountId, varsetid) : null
    if (varsetid && !set) throw notFound('variable set')
    const known = await variables.ofAccount(connection, user.accountId)
    const chosen = set ? set.variables.flatMap((name) => known.find(name) ?? []) : (await catalog(connection)).variables
    const details = await readDetails(connection, set ? set.variables : 'all')
    const { ending, type } = FILES[format]
    const headers = attachment(filename ?? `${set?.name ?? 'catalog'}${ending}`, type)
    return context.body(await dictionaryText(format, chosen, details), 200, headers)
  })
}
