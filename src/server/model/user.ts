import type { Reader } from '#domain/access.ts'

export interface User extends Reader {
  readonly accountId: number
  readonly username: string
  readonly firstName: string
  readonly lastName: string
}
