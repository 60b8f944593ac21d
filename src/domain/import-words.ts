/** What a pedigree says of each person; `sex` may be missing. */
export const PEDIGREE_FIELDS = ['id', 'family', 'father', 'mother', 'sex'] as const
export type PedigreeField = (typeof PEDIGREE_FIELDS)[number]

/** Which of a person's rows of one table are kept: the first, the last, or all as columns of their own: AGE_1, AGE_2 … */
export const REPEATS = ['first', 'last', 'wide'] as const
export type Repeat = (typeof REPEATS)[number]

/** Whom a row belongs to that says neither collection nor study. */
export const DEFAULT_COLLECTION = 'ct'
export const DEFAULT_STUDY = '1'
