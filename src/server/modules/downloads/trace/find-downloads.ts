import * as v from 'valibot'
import { accountTraceId, pseudonymOf, traceOf, type NamedKind, type Trace } from '#server/engine/sources/pseudonyms.ts'
import { tracedBy } from '#server/modules/downloads/files/recipe.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { recordedFiles, recordedContent, type RecordedFile } from '#server/store/downloads/recorded-files.ts'

/** A download, or the pedigrees of an account, with the ids of the pseudonyms that are its own. */
export interface TracedSource {
  readonly username: string
  /** The files of a download; empty for the pedigrees of an account. */
  readonly files: readonly RecordedFile[]
  readonly ids: ReadonlyMap<string, string>
}

interface Named {
  readonly no: number
  readonly id: string
  readonly familyId: string | null
}

/**
 * Finds whose pseudonyms these are, most of them first. Pseudonyms cannot be decrypted: those of the individuals of each
 * recorded file are computed again, about 3 µs each, and last those of the pedigrees of each account.
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
  const search = (trace: Trace, individuals: Iterable<Named>, source: Omit<TracedSource, 'ids'>) => {
    const ids = idsOf(trace, individuals, pseudonyms)
    for (const pseudonym of ids.keys()) left.delete(pseudonym)
    if (ids.size > 0) found.push({ ...source, ids })
  }
  for (const [traceId, files] of await filesByTrace(connection, secret)) {
    const [first] = files
    if (first === undefined) continue
    const members = await recordedContent(connection, first.fileId)
    const individuals = Array.from(members?.individuals ?? []).flatMap((no) => byNumber.get(no) ?? [])
    search(traceOf(secret, traceId), individuals, { username: first.username, files })
  }
  for (const { accountId, username } of left.size > 0 ? await readAccounts(connection) : []) {
    search(traceOf(secret, accountTraceId(accountId)), everyone, { username, files: [] })
  }
  return found.toSorted((one, other) => other.ids.size - one.ids.size)
}

/** The recorded files of each trace of this key, newest first. */
async function filesByTrace(connection: Connection, secret: Uint8Array): Promise<Map<string, RecordedFile[]>> {
  const files = new Map<string, RecordedFile[]>()
  for (const file of await recordedFiles(connection)) {
    const trace = tracedBy(file.recipe, secret)
    if (trace?.isKey === true) files.set(trace.id, [...(files.get(trace.id) ?? []), file])
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
