import type { Reader } from '#domain/access.ts'

export interface User extends Reader {
  readonly accountId: number
  readonly username: string
  readonly firstName: string
  readonly lastName: string
}

/** The reader, and MIN_CELL: smaller counts of unreadable participants are suppressed. */
export interface Suppression {
  readonly reader: Reader
  readonly minimumCell: number
}

/** Whether counts are suppressed for the reader. Administrators read all records. */
export function isSuppressing({ reader, minimumCell }: Suppression): boolean {
  return minimumCell > 1 && !reader.isAdmin
}
