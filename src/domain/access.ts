/** Which collections a user may read (spec section 6). */
export interface Reader {
  readonly isAdmin: boolean
  readonly collections: readonly string[]
}

export const ADMIN = 'admin'

/** Collection codes of the platform (spec section 3); their full names are not known, so the code is shown. */
export const COLLECTION_CODES = [
  '22q11.2',
  'adhd',
  'ad',
  'au',
  'bp',
  'bf',
  'ct',
  'dp',
  'ed',
  'fna',
  'ipsc',
  'ocd',
  'ntr',
  'pms',
  'ptsd',
  'rdoc',
  'sz',
  'su',
  'ts',
] as const

export function mayRead(reader: Reader, collection: string): boolean {
  return reader.isAdmin || reader.collections.includes(collection)
}

/** Splits a cohort's collections into those that the reader may download and those to apply for. */
export function accessTo(reader: Reader, collections: readonly string[]): { open: string[]; closed: string[] } {
  return {
    open: collections.filter((collection) => mayRead(reader, collection)),
    closed: collections.filter((collection) => !mayRead(reader, collection)),
  }
}
