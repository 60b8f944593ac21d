import { randomBytes, randomUUID, createCipheriv, createDecipheriv } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const FILE = 'second-factor.key'
const OWNER_ALONE = 0o600
const KEY_BYTES = 32

/** The key that encrypts secrets of second factors. */
export interface SealKey {
  /** Null where no key exists yet. */
  readonly read: () => Promise<Uint8Array | null>
  readonly readOrMake: () => Promise<Uint8Array>
}

/** Parses 64 hexadecimal digits; null for anything else. */
export function sealKeyOf(text: string): Uint8Array | null {
  return /^[\da-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : null
}

/** The given key, else the key file of the data folder, created on first use. */
export function sealKeyIn(folder: string, given: Uint8Array | null): SealKey {
  const path = join(folder, FILE)
  const read = async () => given ?? (await readKey(path))
  return { read, readOrMake: async () => (await read()) ?? makeKey(path) }
}

/** A key that is lost with the process, for a server without storage. */
export function sealKeyInMemory(): SealKey {
  const key = Promise.resolve(randomBytes(KEY_BYTES))
  return { read: () => key, readOrMake: () => key }
}

async function readKey(path: string): Promise<Uint8Array | null> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isOf(error, 'ENOENT')) return null
    throw error
  })
  if (text === null) return null
  const key = sealKeyOf(text.trim())
  if (key === null) throw new Error(`${FILE} in the data folder does not hold a key.`)
  return key
}

/** Written under a temporary name and renamed: the key file is never incomplete. */
async function makeKey(path: string): Promise<Uint8Array> {
  const unfinished = `${path}.${randomUUID()}`
  try {
    const text = `${randomBytes(KEY_BYTES).toString('hex')}\n`
    await writeFile(unfinished, text, { flag: 'wx', mode: OWNER_ALONE, flush: true })
    await link(unfinished, path)
  } catch (error) {
    if (!isOf(error, 'EEXIST')) throw error
  } finally {
    await rm(unfinished, { force: true })
  }
  return (await readKey(path)) ?? makeKey(path)
}

function isOf(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

const CIPHER = 'aes-256-gcm'

const NONCE_BYTES = 12

const TAG_BYTES = 16

/** Encrypts a text with AES-256-GCM; `about` is authenticated data, so the result is valid for one purpose. */
export function seal(key: Uint8Array, nonce: Uint8Array, text: string, about: string): string {
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(about))
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

export function newNonce(random: (bytes: number) => Uint8Array): Uint8Array {
  return random(NONCE_BYTES)
}

/** The decrypted text; null for another key, another purpose or an invalid text. */
export function unseal(key: Uint8Array, sealed: string, about: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}
