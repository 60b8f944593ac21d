import { createHash, createHmac } from 'node:crypto'

/** The content of an entry as it is stored; `at` in milliseconds since 1970, `subject` as JSON. */
export interface EntryContent {
  readonly at: number
  readonly username: string | null
  readonly address: string
  readonly action: string
  readonly subject: string
  readonly status: number
}

export type Part = keyof EntryContent

/** In the order of the hash of an entry. */
export const PARTS = ['at', 'username', 'address', 'action', 'subject', 'status'] as const satisfies readonly Part[]

/** The hash before the first entry. */
export const NO_ENTRY = '0'.repeat(64)

/** Bytes of the salt of an entry. */
export const SALT_BYTES = 16

/** Whether a text is the one form of a salt: 32 lower-case hexadecimal digits. */
export function isSalt(text: string): boolean {
  return /^[\da-f]{32}$/.test(text)
}

/** Versions of the canonical form: texts of another form have another hash. */
const ENTRY_FORM = 'diver-audit-entry-1'

/**
 * The salt of a part, from the salt of its entry (hexadecimal digits): the salt of one part discloses no other, so a
 * part can be replaced by its hash and its value cannot be found by trial.
 */
export function partSalt(salt: string, part: Part): string {
  return createHmac('sha256', Buffer.from(salt, 'hex')).update(part).digest('hex')
}

export type PartValue = string | number | null

/** The value that is hashed: as stored, the time in ISO 8601 with milliseconds, in UTC. */
export function partValue(content: EntryContent, part: Part): PartValue {
  if (part !== 'at') return content[part]
  const time = new Date(content.at)
  return Number.isNaN(time.getTime()) ? content.at : time.toISOString()
}

export function partHash(part: Part, salt: string, value: PartValue): string {
  return canonicalHash([part, salt, value])
}

/** The hash of an entry: of its number, of the entry before, and of the hashes of its parts. */
export function entryHash(no: number, previous: string, parts: readonly string[]): string {
  return canonicalHash([ENTRY_FORM, no, previous, ...parts])
}

/** The same from an entry with its salt. */
export function contentHash(no: number, previous: string, salt: string, content: EntryContent): string {
  return entryHash(
    no,
    previous,
    PARTS.map((part) => partHash(part, partSalt(salt, part), partValue(content, part))),
  )
}

/**
 * SHA-256 of a list of texts, integers and null as JSON. JSON.stringify writes such a list in the one form of RFC 8785
 * (JSON Canonicalization Scheme).
 */
function canonicalHash(list: readonly PartValue[]): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('hex')
}
