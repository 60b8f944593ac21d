import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { normalisedText } from '#tests/corpus/normalise.ts'
import { filesOf } from '#tests/support/read-zip.ts'

/** Bytes of a text stored beside its hash. */
const TEXT_KEPT = 131_072

const Content = v.object({
  sha256: v.string(),
  bytes: v.number(),
  text: v.optional(v.string()),
})
export type Content = v.InferOutput<typeof Content>

const Exchange = v.object({
  /** Scenario, account, method, path and body, with the names of saved ids in place of ids. */
  request: v.string(),
  status: v.number(),
  headers: v.record(v.string(), v.string()),
  body: Content,
  /** The entries of a zip, by name. */
  entries: v.optional(v.record(v.string(), Content)),
})
/** A request and its normalised response. */
export type Exchange = v.InferOutput<typeof Exchange>

const Recording = v.array(Exchange)

export function readRecording(json: string): Exchange[] {
  return v.parse(Recording, JSON.parse(json))
}

/** Bytes that are not UTF-8 are recorded by hash only. */
export function contentOf(bytes: Uint8Array): Content {
  const text = decoded(bytes)
  if (text === null) return { sha256: hashOf(bytes), bytes: bytes.byteLength }
  const normalised = normalisedText(text)
  const whole = new TextEncoder().encode(normalised)
  return {
    sha256: hashOf(whole),
    bytes: whole.byteLength,
    ...(whole.byteLength <= TEXT_KEPT && { text: normalised }),
  }
}

/** A zip contains its creation time: entries are recorded instead. */
export function entriesOf(archive: Uint8Array): Record<string, Content> {
  return Object.fromEntries([...filesOf(archive)].map(([name, bytes]) => [name, contentOf(bytes)]))
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
