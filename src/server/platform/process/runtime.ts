import type { Logger } from 'pino'

/** Milliseconds since 1970. */
export type Clock = () => number

/** So many random bytes. */
export type Random = (bytes: number) => Uint8Array

export type Log = Pick<Logger, 'info' | 'warn' | 'error'>
