import * as v from 'valibot'
import type { Trace } from '#server/engine/sources/pseudonyms.ts'
import type { WrittenFile } from '#server/modules/downloads/bundle/zip.ts'
import { publicKeysIn, signingKeyOf } from '#server/platform/security/signing-key.ts'

/** The signed manifest of a bundle with pseudonyms. */
export const MANIFEST_FILE = 'manifest.json'

const FORMAT = 'diver-bundle-manifest-1'

const Manifest = v.object({
  format: v.literal(FORMAT),
  /** The id of the download. */
  download: v.string(),
  made_at: v.string(),
  files: v.array(v.object({ name: v.string(), bytes: v.number(), sha256: v.string() })),
  /** In PEM. */
  public_key: v.string(),
  signature: v.string(),
})
type Manifest = v.InferOutput<typeof Manifest>

interface ManifestFacts {
  readonly secret: Uint8Array
  readonly trace: Trace
  readonly madeAt: Date
}

export function manifestText({ secret, trace, madeAt }: ManifestFacts, files: readonly WrittenFile[]): string {
  const key = signingKeyOf(secret)
  const content = { format: FORMAT, download: trace.id, made_at: madeAt.toISOString(), files } as const
  const signature = key.sign(signedText(content))
  return `${JSON.stringify({ ...content, public_key: key.pem, signature }, null, 2)}\n`
}

interface SignedContent extends Pick<Manifest, 'format' | 'download' | 'made_at'> {
  readonly files: readonly WrittenFile[]
}

function signedText({ format, download, made_at, files }: SignedContent): string {
  return JSON.stringify([format, download, made_at, ...files.map(({ name, bytes, sha256 }) => [name, bytes, sha256])])
}

export interface ReadManifest extends Pick<Manifest, 'download' | 'files'> {
  /** The id of the key that signed it. */
  readonly key: string
}

/** Null if it is no manifest, or is not as it was signed. */
export function readManifest(text: string): ReadManifest | null {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Manifest), text)
  if (!read.success) return null
  const [key] = publicKeysIn(read.output.public_key) ?? []
  if (!key?.isSignature(signedText(read.output), read.output.signature)) return null
  return { download: read.output.download, files: read.output.files, key: key.id }
}
