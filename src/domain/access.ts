import { textAt } from '#domain/text/text.ts'

/** Which collections a user may read (spec section 6). */
export interface Reader {
  readonly isAdmin: boolean
  readonly collections: readonly string[]
  /** The least count of individuals of other collections that the reader may know (UNREADABLE_COUNTS); absent: any. */
  readonly minimumCell?: number
}

/** May read every collection. */
export const READS_EVERYTHING: Reader = { isAdmin: true, collections: [] }

/** The same access, counting individuals of all collections: caches that readers share hold all of them. */
export function countingEveryone({ isAdmin, collections }: Reader): Reader {
  return { isAdmin, collections }
}

export const ADMIN = 'admin'

/** Collection codes of the platform (spec section 3). */
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

/** Collections of the platform with a known name. */
const COLLECTION_NAMES: Readonly<Record<string, string>> = {
  '22q11.2': '22q11.2 deletion syndrome',
  adhd: 'Attention-deficit/hyperactivity disorder',
  ad: 'Alzheimer’s disease',
  au: 'Autism',
  bp: 'Bipolar disorder',
  ct: 'Controls',
  dp: 'Depression',
  ed: 'Eating disorders',
  ocd: 'Obsessive-compulsive disorder',
  ptsd: 'Post-traumatic stress disorder',
  sz: 'Schizophrenia',
  ts: 'Tourette syndrome',
}

/** The name of a collection; empty without one. */
export function collectionTitle(code: string): string {
  return textAt(COLLECTION_NAMES, code)
}

/** The name of a collection with its code; an unnamed one is its code. */
export function collectionName(code: string): string {
  const name = collectionTitle(code)
  return name === '' ? code : `${name} (${code})`
}

/** Names of collections that have one; empty if none has. */
export function collectionsInWords(codes: readonly string[]): string {
  const names = codes.filter((code) => collectionName(code) !== code).map(collectionName)
  return names.length === 0 ? '' : `${names.join(', ')}.`
}

/** Whether a reader may read a collection; an administrator reads all (spec section 6). */
export function mayRead(reader: Reader, collection: string): boolean {
  return reader.isAdmin || reader.collections.includes(collection)
}

/** Why individuals are not counted: their texts were not compared. */
export function notCountedWords(collections: readonly string[]): string {
  return `Not counted: no access${collections.length === 0 ? '' : ` to ${collections.join(', ')}`}`
}

/** Splits a cohort's collections into those that the reader may download and those to apply for. */
export function accessTo(reader: Reader, collections: readonly string[]): { open: string[]; closed: string[] } {
  return {
    open: collections.filter((collection) => mayRead(reader, collection)),
    closed: collections.filter((collection) => !mayRead(reader, collection)),
  }
}
