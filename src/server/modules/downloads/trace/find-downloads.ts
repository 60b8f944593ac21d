import * as v from 'valibot'
import { accountTraceId, pseudonymOf, traceOf, type NamedKind, type Trace } from '#server/engine/sources/pseudonyms.ts'
import { tracedBy } from '#server/modules/downloads/files/recipe.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { auditedDownloads } from '#server/store/audit/read.ts'
import { recordedFiles, recordedMembers, type RecordedFile } from '#server/store/downloads/download-files.ts'

/** A download that is recorded or only in the audit log, or the pedigrees of an account. */
type Source =
  | { readonly kind: 'recorded'; readonly files: readonly [RecordedFile, ...RecordedFile[]] }
  | { readonly kind: 'audited'; readonly downloadId: string; readonly at: number }
  | { readonly kind: 'pedigrees' }

export interface TracedSource {
  /** Null in an entry of the audit log without an account. */
  readonly username: string | null
  readonly source: Source
  /** The ids of the pseudonyms that are its own. */
  readonly ids: ReadonlyMap<string, string>
}

interface Named {
  readonly no: number
  readonly id: string
  readonly familyId: string | null
}

/**
 * Finds whose pseudonyms these are, most of them first. Pseudonyms cannot be decrypted: those of the individuals of each
 * recorded file are computed again, about 3 µs each. If some are of no recorded file, those of all individuals are
 * computed for each download of the audit log, which outlives records and accounts, and for the pedigrees of each account.
 */
export async function findDownloads(
  connection: Connection,
  secret: Uint8Array,
  pseudonyms: ReadonlySet<string>,
): Promise<TracedSource[]> {
  const everyone = await readNamed(connection)
  const byNumber = new Map(everyone.map((individual) => [individual.no, individual]))
  const left = new Set(pseudonyms)
  const found: TracedSource[] = []
  const search = (traceId: string, individuals: Iterable<Named>, source: Omit<TracedSource, 'ids'>) => {
    const ids = idsOf(traceOf(secret, traceId), individuals, pseudonyms)
    for (const pseudonym of ids.keys()) left.delete(pseudonym)
    if (ids.size > 0) found.push({ ...source, ids })
  }
  const recorded = await filesByTrace(connection, secret)
  for (const [traceId, files] of recorded) {
    const members = await recordedMembers(connection, files[0].fileId)
    const individuals = Array.from(members).flatMap((no) => byNumber.get(no) ?? [])
    search(traceId, individuals, { username: files[0].username, source: { kind: 'recorded', files } })
  }
  for (const { downloadId, username, at } of left.size > 0 ? await auditedDownloads(connection) : []) {
    if (!recorded.has(downloadId))
      search(downloadId, everyone, { username, source: { kind: 'audited', downloadId, at } })
  }
  for (const { accountId, username } of left.size > 0 ? await readAccounts(connection) : []) {
    search(accountTraceId(accountId), everyone, { username, source: { kind: 'pedigrees' } })
  }
  return found.toSorted((one, other) => other.ids.size - one.ids.size)
}

/** The recorded files of each trace of this key, newest first. */
async function filesByTrace(
  connection: Connection,
  secret: Uint8Array,
): Promise<Map<string, [RecordedFile, ...RecordedFile[]]>> {
  const files = new Map<string, [RecordedFile, ...RecordedFile[]]>()
  for (const file of await recordedFiles(connection)) {
    const trace = tracedBy(file.recipe, secret)
    if (trace?.isKey !== true) continue
    const known = files.get(trace.id)
    if (known) known.push(file)
    else files.set(trace.id, [file])
  }
  return files
}

function idsOf(trace: Trace, individuals: Iterable<Named>, wanted: ReadonlySet<string>): Map<string, string> {
  const ids = new Map<string, string>()
  const families = new Set<string>()
  const compare = (kind: NamedKind, id: string) => {
    const pseudonym = pseudonymOf(trace, kind, id)
    if (wanted.has(pseudonym)) ids.set(pseudonym, id)
  }
  for (const { id, familyId } of individuals) {
    compare('individual', id)
    if (familyId === null || families.has(familyId)) continue
    families.add(familyId)
    compare('family', familyId)
  }
  return ids
}

function readNamed(connection: Connection): Promise<Named[]> {
  return rowsOf(
    connection,
    v.object({ no: v.number(), id: v.string(), familyId: v.nullable(v.string()) }),
    'SELECT individual_no AS no, individual_id AS id, family_id AS "familyId" FROM individual',
  )
}

function readAccounts(connection: Connection) {
  return rowsOf(
    connection,
    v.object({ accountId: v.number(), username: v.string() }),
    'SELECT account_id AS "accountId", username FROM account ORDER BY account_id',
  )
}
