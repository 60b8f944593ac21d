import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { countOf, formatCount, wordFor } from '#domain/numbers.ts'
import { CommandFailure, HelpRequested, type Command, type CommandContext } from '#server/cli/command.ts'
import { recordedChange } from '#server/cli/recorded-change.ts'
import { PSEUDONYM } from '#server/engine/sources/pseudonyms.ts'
import { findDownloads, type TracedSource } from '#server/modules/downloads/trace/find-downloads.ts'
import { signingKeyOf } from '#server/platform/security/signing-key.ts'

const USAGE = [
  'Usage: npm run trace -- FILE',
  '       npm run trace -- --ids FILE',
  '       npm run trace -- --public-key',
].join('\n')

/** More are not needed to name a download. */
const PSEUDONYMS_MAX = 100_000

/** `npm run trace`: names the download that a file with pseudonyms came from, or gives the ids behind them. */
export const trace: Command = (words) => {
  const isSet = { type: 'boolean', default: false } as const
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { help: isSet, ids: isSet, 'public-key': isSet },
  })
  if (values.help) throw new HelpRequested(USAGE)
  const [file, ...others] = positionals
  if (values['public-key'] && file === undefined && !values.ids) return printPublicKey
  if (file === undefined || others.length > 0 || values['public-key']) throw new CommandFailure(USAGE)
  return (context) => traceFile(context, file, values.ids)
}

async function printPublicKey({ traceKey, out }: CommandContext): Promise<void> {
  out(signingKeyOf(await secretOf(traceKey)).pem.trimEnd())
}

async function secretOf(traceKey: CommandContext['traceKey']): Promise<Uint8Array> {
  const secret = await traceKey.read()
  if (secret === null) throw new CommandFailure('There is no key of pseudonyms: no download was traced here.')
  return secret
}

async function traceFile(context: CommandContext, file: string, givesIds: boolean): Promise<void> {
  const { database, folder, traceKey, out } = context
  const secret = await secretOf(traceKey)
  const pseudonyms = await pseudonymsIn(resolve(folder, file), file)
  if (pseudonyms.size === 0) throw new CommandFailure(`${file} has no pseudonym of a download.`)
  const sources = await database.withConnection((connection) => findDownloads(connection, secret, pseudonyms))
  const subject = { file, pseudonyms: pseudonyms.size, downloads: sources.flatMap(namesOf) }
  await recordedChange(context, givesIds ? 'trace ids' : 'trace', subject, () => Promise.resolve())
  if (sources.length === 0)
    throw new CommandFailure(`${notFound(pseudonyms.size)} of a download of this server and key.`)
  for (const source of sources)
    for (const line of givesIds ? idLines(source) : sourceLines(source, pseudonyms.size)) out(line)
}

/** For the audit log. */
function namesOf({ source }: TracedSource): string[] {
  if (source.kind === 'recorded') return source.files.map(({ fileId }) => fileId)
  return source.kind === 'audited' ? [source.downloadId] : []
}

function notFound(count: number): string {
  return `${countOf(count, 'pseudonym')} ${wordFor(count, 'was', 'were')} read; none is`
}

function idLines({ ids }: TracedSource): string[] {
  return [...ids].map(([pseudonym, id]) => `${pseudonym}\t${id}`)
}

const momentOf = (time: number) => new Date(time).toISOString()

function sourceLines({ username, source, ids }: TracedSource, count: number): string[] {
  const share = `${formatCount(ids.size)} of ${countOf(count, 'pseudonym')}`
  switch (source.kind) {
    case 'pedigrees':
      return [`${username ?? ''}: pedigrees of the account: ${share}.`]
    case 'audited': {
      const moment = momentOf(source.at)
      return [
        `${username ?? ''}: a download of ${moment} that is only in the audit log (${source.downloadId}): ${share}.`,
      ]
    }
    case 'recorded':
      return [
        `${username ?? ''}: ${source.files[0].fileName}: ${share}.`,
        ...source.files.map(({ fileId, fileName, madeAt, isBundle }) => {
          return `  ${momentOf(madeAt)} ${isBundle ? 'bundle' : 'CSV file'} ${fileName} (${fileId})`
        }),
      ]
  }
}

/** Longer than a pseudonym: one may begin at the end of a piece. */
const OVERLAP = 64

/** Wherever they stand: columns may be cut, rows moved, and the format changed. */
async function pseudonymsIn(path: string, name: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  let rest = ''
  const pieces: AsyncIterable<string> = createReadStream(path, 'utf8')
  try {
    for await (const piece of pieces) {
      const text = rest + piece
      for (const [pseudonym] of text.matchAll(PSEUDONYM)) found.add(pseudonym)
      if (found.size >= PSEUDONYMS_MAX) break
      rest = text.slice(-OVERLAP)
    }
  } catch (error) {
    throw new CommandFailure(`${name} cannot be read: ${error instanceof Error ? error.message : ''}.`)
  }
  return found
}
