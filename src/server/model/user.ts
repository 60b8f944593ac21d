import type { Reader } from '#domain/access.ts'

/** Somebody who is signed in. */
export interface User extends Reader {
  readonly accountId: number
  readonly username: string
  readonly firstName: string
  readonly lastName: string
}
