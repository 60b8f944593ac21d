/** What a pedigree says of each person; `sex` may be missing. */
export const PEDIGREE_FIELDS = ['id', 'family', 'father', 'mother', 'sex'] as const
export type PedigreeField = (typeof PEDIGREE_FIELDS)[number]

/**
 * What becomes of a person's rows of one table: the first or the last is kept, all are as columns of their own (AGE_1,
 * AGE_2 …), or only how many they are. Of each column, the highest number (worst), or yes if any row says so (any).
 */
export const REPEATS = ['first', 'last', 'wide', 'count', 'any', 'worst'] as const
export type Repeat = (typeof REPEATS)[number]

/** Whom a row belongs to that says neither collection nor study. */
export const DEFAULT_COLLECTION = 'ct'
export const DEFAULT_STUDY = '1'
