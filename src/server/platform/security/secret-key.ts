import { randomBytes, randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const OWNER_ALONE = 0o600
const KEY_BYTES = 32

/** A secret key of 32 bytes. */
export interface SecretKey {
  /** Null where no key exists yet. */
  readonly read: () => Promise<Uint8Array | null>
  readonly readOrMake: () => Promise<Uint8Array>
}

/** The files of keys in the data folder. */
export type KeyFile = 'second-factor.key' | 'audit.key' | 'trace.key' | 'noise.key'

/** Parses 64 hexadecimal digits; null for anything else. */
export function secretKeyOf(text: string): Uint8Array | null {
  return /^[\da-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : null
}

/** The given key, else the key file of the data folder, created on first use. */
export function secretKeyIn(folder: string, file: KeyFile, given: Uint8Array | null): SecretKey {
  const path = join(folder, file)
  const read = async () => given ?? (await readKey(path, file))
  return { read, readOrMake: async () => (await read()) ?? makeKey(path, file) }
}

/** A key that is lost with the process, for a server without storage. */
export function secretKeyInMemory(): SecretKey {
  const key = Promise.resolve(randomBytes(KEY_BYTES))
  return { read: () => key, readOrMake: () => key }
}

async function readKey(path: string, file: KeyFile): Promise<Uint8Array | null> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isOf(error, 'ENOENT')) return null
    throw error
  })
  if (text === null) return null
  const key = secretKeyOf(text.trim())
  if (key === null) throw new Error(`${file} in the data folder does not hold a key.`)
  return key
}

/** Written under a temporary name and renamed: the key file is never incomplete. */
async function makeKey(path: string, file: KeyFile): Promise<Uint8Array> {
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
  return (await readKey(path, file)) ?? makeKey(path, file)
}

function isOf(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
