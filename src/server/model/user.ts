import type { Reader } from '#domain/access.ts'

export interface User extends Reader {
  readonly accountId: number
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  /** The access token of the request; absent in a session. */
  readonly tokenId?: string
}

/** UNREADABLE_COUNTS=none: individuals of unreadable collections are counted nowhere. */
export const NO_COUNT = Number.POSITIVE_INFINITY

/** Whether what unreadable participants answered is hidden from the reader. Administrators read all records. */
export function isSuppressing({ isAdmin, minimumCell = 0 }: Reader): boolean {
  return minimumCell > 1 && !isAdmin
}

/** Whether individuals of other collections are counted nowhere. */
export function countsReadableOnly({ isAdmin, minimumCell }: Reader): boolean {
  return minimumCell === NO_COUNT && !isAdmin
}
