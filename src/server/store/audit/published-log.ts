import { createHash, createHmac } from 'node:crypto'
import type { Connection } from '#server/platform/db/database.ts'
import type { SigningKey } from '#server/platform/security/signing-key.ts'
import { chainedEntries, type ChainedEntry } from '#server/store/audit/chained-entries.ts'
import { checkpointLine, type Checkpoint } from '#server/store/audit/checkpoints.ts'
import { PARTS, partHash, partSalt, partValue, type Part } from '#server/store/audit/entry-hash.ts'

/** Name and version of the format. */
export const FORMAT = 'diver-audit-log-1'

/** The parts that a redacted log shows: what kind of action, when, with which outcome. */
const SHOWN_WHEN_REDACTED: readonly Part[] = ['at', 'action', 'status']

const PSEUDONYM_PURPOSE = 'diver-audit-pseudonym-1'
/** 64 bits. */
const PSEUDONYM_DIGITS = 16

interface PublishedLog {
  readonly isRedacted: boolean
  readonly key: SigningKey
  /** The last entry that was removed by policy, or that before the first. */
  readonly from: { readonly no: number; readonly hash: string }
  readonly checkpoint: Checkpoint
}

/**
 * The lines of a file with the whole log: a head, the entries, the checkpoint of the last one, and a signature of all
 * lines before it. In a redacted log user names, addresses and subjects are replaced by their hashes, and the account
 * has a pseudonym, which is the same in all files of one key.
 */
export async function* publishedLines(
  connection: Connection,
  { isRedacted, key, from, checkpoint }: PublishedLog,
): AsyncGenerator<string, undefined> {
  const hash = createHash('sha256')
  const signed = (content: object) => {
    const line = JSON.stringify(content)
    hash.update(`${line}\n`)
    return line
  }
  const pseudonyms = key.derive(PSEUDONYM_PURPOSE)
  const pseudonymOf = (username: string) =>
    createHmac('sha256', pseudonyms).update(username).digest('hex').slice(0, PSEUDONYM_DIGITS)
  yield signed({ format: FORMAT, is_redacted: isRedacted, from: { entry: from.no, hash: from.hash }, key: key.pem })
  for await (const entry of chainedEntries(connection, from.no)) {
    const account = entry.username === null ? null : pseudonymOf(entry.username)
    yield signed({ entry: entry.no, hash: entry.hash, account, parts: publishedParts(entry, isRedacted) })
  }
  yield signed({ checkpoint: checkpointLine(checkpoint) })
  yield JSON.stringify({ signature: key.sign(hash.digest('hex')) })
}

function publishedParts(entry: ChainedEntry, isRedacted: boolean): Record<string, unknown> {
  return Object.fromEntries(
    PARTS.map((part) => {
      const [salt, value] = [partSalt(entry.salt ?? '', part), partValue(entry, part)]
      const isShown = !isRedacted || SHOWN_WHEN_REDACTED.includes(part)
      return [part, isShown ? { value, salt } : { hash: partHash(part, salt, value) }]
    }),
  )
}
