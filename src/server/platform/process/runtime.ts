import type { Logger } from 'pino'

/** Milliseconds since the epoch. */
export type Clock = () => number

/** Cryptographically random bytes. */
export type Random = (bytes: number) => Uint8Array

export type Log = Pick<Logger, 'info' | 'warn' | 'error'>
