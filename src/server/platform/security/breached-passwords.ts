import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { passwordProblem, STOLEN_PASSWORD } from '#domain/passwords.ts'

/** Whether a password is in a list of breached passwords (OWASP ASVS 6.2.12). */
export type IsBreached = (password: string) => Promise<boolean>

export const nothingBreached: IsBreached = () => Promise.resolve(false)

const HASH_LETTERS = 40
const LINE = /^[\dA-F]{40}(:\d+)?\r?$/
const PIECE_BYTES = 160

/**
 * Looks passwords up in a haveibeenpwned.com file: lines of SHA-1 and frequency, ordered by hash. Binary search on
 * disk. Returns null for another format.
 */
export function breachedPasswordsIn(path: string): IsBreached | null {
  if (!LINE.test(firstLineOf(path))) return null
  return async (password) => {
    // The format of the list demands SHA-1; the hash is not stored.
    const wanted = createHash('sha1').update(password).digest('hex').toUpperCase()
    const file = await open(path, 'r')
    try {
      const bytes = Buffer.alloc(PIECE_BYTES)
      const read: Read = async (offset) =>
        bytes.toString('latin1', 0, (await file.read(bytes, 0, PIECE_BYTES, offset)).bytesRead)
      return await hasLine(wanted, read, (await file.stat()).size)
    } finally {
      await file.close()
    }
  }
}

/** Empty where the file is missing. */
function firstLineOf(path: string): string {
  const bytes = Buffer.alloc(PIECE_BYTES)
  try {
    const file = openSync(path, 'r')
    try {
      return bytes.toString('latin1', 0, readSync(file, bytes, 0, PIECE_BYTES, 0)).split('\n')[0] ?? ''
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}

/** The reason to refuse a password, or null. */
export async function refusedPassword(isBreached: IsBreached, password: string, username = ''): Promise<string | null> {
  const problem = passwordProblem(password, username)
  if (problem !== null) return problem
  return (await isBreached(password)) ? STOLEN_PASSWORD : null
}

/** Reads a piece of the file from a byte offset. */
type Read = (offset: number) => Promise<string>

async function hasLine(wanted: string, read: Read, size: number): Promise<boolean> {
  let [low, high] = [0, size]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    // The first whole line at or after the offset.
    const piece = middle === 0 ? `\n${await read(0)}` : await read(middle - 1)
    const lineBreak = piece.indexOf('\n')
    const start = middle + lineBreak
    if (lineBreak < 0 || start >= high) {
      high = middle
      continue
    }
    const hash = piece.slice(lineBreak + 1, lineBreak + 1 + HASH_LETTERS)
    if (hash === wanted) return true
    if (hash < wanted) low = start + 1
    else high = middle
  }
  return false
}
