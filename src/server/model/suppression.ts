import type { Reader } from '#domain/access.ts'

/** Who counts, and below which number counts of people whose records they may not read are suppressed. */
export interface Suppression {
  readonly reader: Reader
  readonly minimumCell: number
}

/** Whether counts are suppressed for a reader at all: an administrator reads all records. */
export function isSuppressing({ reader, minimumCell }: Suppression): boolean {
  return minimumCell > 1 && !reader.isAdmin
}
