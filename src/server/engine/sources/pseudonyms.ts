import { createCipheriv, createHmac } from 'node:crypto'
import type { Dialect } from '#server/platform/db/dialect.ts'
import { literal, sql, type Sql } from '#server/platform/db/sql.ts'

/** The pseudonyms and the order of rows of one download, or of one account. */
export interface Trace {
  readonly id: string
  readonly key: Uint8Array
}

export type NamedKind = 'individual' | 'family'

/** Pseudonyms begin with a letter, so that no program reads one as a number. */
const PREFIXES: Readonly<Record<NamedKind, string>> = { individual: 'P', family: 'F' }
/** 80 bits. */
const DIGITS = 20

/** A pseudonym anywhere in a text. */
export const PSEUDONYM = new RegExp(`(?<![\\da-zA-Z])[PF][\\da-f]{${DIGITS}}(?![\\da-zA-Z])`, 'g')

/** The trace of an id under the key of the server. */
export function traceOf(secret: Uint8Array, id: string): Trace {
  return { id, key: hmac(secret, `diver-trace-1 ${id}`) }
}

/** The id of the trace of an account: of pedigrees on screen and in files. */
export function accountTraceId(accountId: number): string {
  return `account ${accountId}`
}

/** Says whether two keys are the same, without disclosing them. */
export function keyCheck(secret: Uint8Array): string {
  return Buffer.from(hmac(secret, 'diver-trace-check-1')).toString('hex').slice(0, 16)
}

export function pseudonymOf({ key }: Trace, kind: NamedKind, id: string): string {
  return PREFIXES[kind] + Buffer.from(hmac(key, id)).toString('hex').slice(0, DIGITS)
}

/** The same in SQL; NULL for NULL. */
export function pseudonymSql(dialect: Dialect, { key }: Trace, kind: NamedKind, id: Sql): Sql {
  return sql`(${literal(PREFIXES[kind])} || left(${dialect.hmac(key, id)}, ${literal(DIGITS)}))`
}

/** An id column: as it is, or its pseudonym. */
export function namedColumn(dialect: Dialect, trace: Trace | undefined, kind: NamedKind): Sql {
  const column = kind === 'individual' ? sql`individual_id` : sql`family_id`
  return trace ? pseudonymSql(dialect, trace, kind, column) : column
}

const NUMBER_BYTES = 6
const IV_BYTES = 16

/** A permutation of 0 to count − 1 by the key: Fisher and Yates' shuffle, with AES-256-CTR as the source of numbers. */
export function keyedOrder({ key }: Trace, count: number): Uint32Array {
  const numbers = createCipheriv('aes-256-ctr', hmac(key, 'diver-trace-order-1'), Buffer.alloc(IV_BYTES))
  const drawn = numbers.update(Buffer.alloc(count * NUMBER_BYTES))
  const order = Uint32Array.from({ length: count }, (_, place) => place)
  for (let last = count - 1; last > 0; last--) {
    // 48 bits: the bias of the remainder is below 1 in 65,000.
    const other = drawn.readUIntBE(last * NUMBER_BYTES, NUMBER_BYTES) % (last + 1)
    const kept = order[last] ?? 0
    order[last] = order[other] ?? 0
    order[other] = kept
  }
  return order
}

function hmac(key: Uint8Array, text: string): Uint8Array {
  return createHmac('sha256', key).update(text).digest()
}
