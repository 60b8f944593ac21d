import { createHash } from 'node:crypto'
import type { Cell } from '#server/disclosure/ledger/count-table.ts'

/** Identifies a cell by its individuals, and by its definition unless it belongs to a family of tables. */
export function cellId(family: string | null, { key, individuals }: Pick<Cell, 'key' | 'individuals'>): string {
  const { from, words } = individuals
  const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength)
  return createHash('sha256')
    .update(`${family ?? key}\n${from}\n`)
    .update(bytes)
    .digest('base64url')
}

/** Key of the cell of all unreadable individuals of a collection. */
export function collectionKey(collection: string): string {
  return `collection ${collection}`
}
