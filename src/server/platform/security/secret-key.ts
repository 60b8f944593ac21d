import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
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

/** The keys of a server, one for each use. */
export interface ServerKeys {
  /** Encrypts the secrets of second factors. */
  readonly sealKey: SecretKey
  /** Signs checkpoints of the audit log. */
  readonly auditKey: SecretKey
  /** Makes the pseudonyms of traced downloads, and signs their bundles. */
  readonly traceKey: SecretKey
}

/**
 * Derives the keys from SECRET_KEY or, if it is null, from `secret.key` in the data folder. Earlier versions had a key
 * file for each use: where one exists it is used as it is, because data that it encrypted or signed need it.
 */
export function serverKeysIn(folder: string, secretKey: Uint8Array | null): ServerKeys {
  const secret = secretKeyIn(folder, 'secret.key', secretKey)
  const keyFor = (use: string): SecretKey => {
    const earlier = secretKeyIn(folder, `${use}.key`, null)
    const derived = (key: Uint8Array) => new Uint8Array(hkdfSync('sha256', key, '', `diver ${use}`, KEY_BYTES))
    return {
      read: async () => {
        const key = await earlier.read()
        if (key !== null) return key
        const base = await secret.read()
        return base && derived(base)
      },
      readOrMake: async () => (await earlier.read()) ?? derived(await secret.readOrMake()),
    }
  }
  return { sealKey: keyFor('second-factor'), auditKey: keyFor('audit'), traceKey: keyFor('trace') }
}

/** Parses 64 hexadecimal digits; null for anything else. */
export function secretKeyOf(text: string): Uint8Array | null {
  return /^[\da-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : null
}

/** The given key, else the key file of the data folder, created on first use. */
export function secretKeyIn(folder: string, file: string, fixedKey: Uint8Array | null): SecretKey {
  const path = join(folder, file)
  const read = async () => fixedKey ?? (await readKey(path, file))
  return { read, readOrMake: async () => (await read()) ?? makeKey(path, file) }
}

/** A key that is lost with the process, for a server without storage. */
export function secretKeyInMemory(): SecretKey {
  const key = Promise.resolve(randomBytes(KEY_BYTES))
  return { read: () => key, readOrMake: () => key }
}

async function readKey(path: string, file: string): Promise<Uint8Array | null> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isOf(error, 'ENOENT')) return null
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new KeyFileError(file, `cannot be read${reason}`)
  })
  if (text === null) return null
  const key = secretKeyOf(text.trim())
  if (key === null) throw new KeyFileError(file, 'does not hold a key of 64 hexadecimal digits')
  return key
}

/** A key file that is no key. Making another key would lose what the first one encrypted and signed. */
export class KeyFileError extends Error {
  constructor(file: string, problem: string) {
    super(`DATA_DIR: the file ${file} ${problem}. Restore it from a backup.`)
    this.name = 'KeyFileError'
  }
}

/** Written under a temporary name and renamed: the key file is never incomplete. */
async function makeKey(path: string, file: string): Promise<Uint8Array> {
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
