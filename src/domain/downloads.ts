/** Leading columns of a cohort file, which identify the individual. */
export const OWN_COLUMNS = ['individual_id', 'family_id', 'collection', 'study_id', 'consent', 'dx_nimh'] as const
