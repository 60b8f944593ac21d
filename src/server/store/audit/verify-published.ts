import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { formatCount } from '#domain/numbers.ts'
import { publicKeysIn, type PublicKey } from '#server/platform/security/signing-key.ts'
import { isSigned, readCheckpointLine, type Checkpoint } from '#server/store/audit/checkpoints.ts'
import { entryHash, PARTS, partHash, type Part } from '#server/store/audit/entry-hash.ts'
import { FORMAT } from '#server/store/audit/published-log.ts'

const Head = v.object({
  format: v.literal(FORMAT),
  from: v.object({ entry: v.number(), hash: v.string() }),
  key: v.string(),
})
const PublishedPart = v.union([
  v.strictObject({ value: v.union([v.string(), v.number(), v.null()]), salt: v.string() }),
  v.strictObject({ hash: v.string() }),
])
const Entry = v.object({
  entry: v.number(),
  hash: v.string(),
  account: v.nullable(v.string()),
  parts: v.strictObject({
    at: PublishedPart,
    username: PublishedPart,
    address: PublishedPart,
    action: PublishedPart,
    subject: PublishedPart,
    status: PublishedPart,
  }),
})
type Entry = v.InferOutput<typeof Entry>
const Line = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([Head, Entry, v.object({ checkpoint: v.string() }), v.object({ signature: v.string() })]),
)

export interface PublishedVerification {
  /** The first thing that is not as it was published; null if everything is. */
  readonly problem: string | null
  readonly first: number
  readonly last: number
  /** The id of the key that signed the file. */
  readonly key: string
}

export interface PublishedTrust {
  /** Null accepts the key that the file names. */
  readonly keys: readonly PublicKey[] | null
  /** Checkpoints that were kept elsewhere. */
  readonly checkpoints: readonly Checkpoint[]
}

/** Verifies a published log without a database. */
export async function verifyPublished(
  lines: AsyncIterable<string>,
  { keys: given, checkpoints }: PublishedTrust,
): Promise<PublishedVerification> {
  const chain = createFollower(checkpoints)
  const digest = createHash('sha256')
  let keys: readonly PublicKey[] = []
  let own: Checkpoint | null = null
  let signer: PublicKey | null = null
  const ended = (problem: string | null) => ({ problem, ...chain.range(), key: signer?.id ?? '' })
  let place = 0
  for await (const text of lines) {
    place += 1
    const line = v.safeParse(Line, text)
    const isInPlace = place === 1 ? line.success && 'format' in line.output : signer === null
    if (!line.success || !isInPlace) return ended(`Line ${place} is not a line of a published audit log.`)
    const content = line.output
    if ('signature' in content) {
      const signed = digest.copy().digest('hex')
      signer = keys.find(({ isSignature }) => isSignature(signed, content.signature)) ?? null
      if (signer === null) return ended('The file is not signed by a known key, or a line of it was changed.')
    }
    digest.update(`${text}\n`)
    if ('format' in content) {
      keys = given ?? publicKeysIn(content.key) ?? []
      chain.start(content.from)
    } else if ('checkpoint' in content) own = readCheckpointLine(content.checkpoint)
    else if ('parts' in content) {
      const problem = chain.follow(content)
      if (problem !== null) return ended(problem)
    }
  }
  if (signer === null) return ended('The file has no signature: its end is missing.')
  const kept = [own, ...checkpoints].filter((checkpoint) => checkpoint !== null)
  const foreign = kept.find((checkpoint) => !isSigned(checkpoint, keys))
  if (foreign) return ended(`The checkpoint of entry ${formatCount(foreign.no)} is not signed by a known key.`)
  return ended(own === null ? 'The file has no checkpoint.' : chain.endProblem(kept))
}

interface Follower {
  readonly start: (from: v.InferOutput<typeof Head>['from']) => void
  /** Null, or why this is not the next entry. */
  readonly follow: (entry: Entry) => string | null
  readonly endProblem: (checkpoints: readonly Checkpoint[]) => string | null
  readonly range: () => { readonly first: number; readonly last: number }
}

function createFollower(checkpoints: readonly Checkpoint[]): Follower {
  const known = new Map(checkpoints.map((checkpoint) => [checkpoint.no, checkpoint.hash]))
  let [first, last, hash] = [0, 0, '']
  const otherThan = (wanted: string | undefined) =>
    wanted === undefined || wanted === hash ? null : `Entry ${formatCount(last)} is not that of its checkpoint.`
  return {
    start: (from) => {
      ;[first, last, hash] = [from.entry + 1, from.entry, from.hash]
    },
    follow: (entry) => {
      const no = last + 1
      if (entry.entry !== no) return `Entry ${formatCount(no)} is missing.`
      const parts = PARTS.map((part) => hashOf(part, entry.parts[part]))
      const own = entryHash(no, hash, parts)
      if (own !== entry.hash) return `Entry ${formatCount(no)} was changed, inserted or moved: its hash is another.`
      ;[last, hash] = [no, own]
      return otherThan(known.get(no))
    },
    endProblem: (all) => {
      const later = all.find(({ no }) => no > last)
      if (later) return `Entry ${formatCount(last + 1)} is missing: a checkpoint has entry ${formatCount(later.no)}.`
      return otherThan(all[0]?.no === last ? all[0].hash : '')
    },
    range: () => ({ first, last }),
  }
}

function hashOf(part: Part, published: v.InferOutput<typeof PublishedPart>): string {
  return 'hash' in published ? published.hash : partHash(part, published.salt, published.value)
}
