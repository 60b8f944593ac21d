import type { Reader } from '#domain/access.ts'

export interface User extends Reader {
  readonly accountId: number
  readonly username: string
  readonly firstName: string
  readonly lastName: string
}

/** The reader, and the least count of unreadable participants that is shown; without a limit none of them is counted. */
export interface Suppression {
  readonly reader: Reader
  readonly minimumCell: number
}

/** Whether what unreadable participants answered is hidden from the reader. Administrators read all records. */
export function isSuppressing({ reader, minimumCell }: Suppression): boolean {
  return minimumCell > 1 && !reader.isAdmin
}
