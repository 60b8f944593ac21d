import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { passwordProblem, STOLEN_PASSWORD } from '#domain/passwords.ts'

/** Whether a password is among those that were stolen somewhere (OWASP ASVS 6.2.12). */
export type IsBreached = (password: string) => Promise<boolean>

export const nothingBreached: IsBreached = () => Promise.resolve(false)

const HASH_LETTERS = 40
const LINE = /^[\dA-F]{40}(:\d+)?\r?$/
/** More than two lines: wherever it begins, the next line is in it. */
const PIECE_BYTES = 160

/**
 * Looks passwords up in a file as haveibeenpwned.com gives it: a line for each, its SHA-1 and how often it was found, in
 * the order of the hashes. The file is searched by halves at each question; null where it is none of this kind.
 */
export function breachedPasswordsIn(path: string): IsBreached | null {
  if (!LINE.test(firstLineOf(path))) return null
  return async (password) => {
    // What the list is made of; no secret is kept by it.
    const wanted = createHash('sha1').update(password).digest('hex').toUpperCase()
    const file = await open(path, 'r')
    try {
      const bytes = Buffer.alloc(PIECE_BYTES)
      const read: Read = async (at) =>
        bytes.toString('latin1', 0, (await file.read(bytes, 0, PIECE_BYTES, at)).bytesRead)
      return await hasLine(wanted, read, (await file.stat()).size)
    } finally {
      await file.close()
    }
  }
}

/** Nothing where there is no such file. */
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

/** Why a password will not do: by the rules that everybody knows, or because others know it. */
export async function refusedPassword(isBreached: IsBreached, password: string, username = ''): Promise<string | null> {
  const problem = passwordProblem(password, username)
  if (problem !== null) return problem
  return (await isBreached(password)) ? STOLEN_PASSWORD : null
}

/** Reads a piece of the file that begins at a byte. */
type Read = (at: number) => Promise<string>

async function hasLine(wanted: string, read: Read, size: number): Promise<boolean> {
  let [low, high] = [0, size]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    // The line that begins there or after: where it is not the first, behind the next end of a line.
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
