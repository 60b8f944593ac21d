/** The columns that a file of a cohort begins with, before those of the variable set: who each row is of. */
export const OWN_COLUMNS = ['individual_id', 'family_id', 'collection', 'study_id', 'consent', 'dx_nimh'] as const
