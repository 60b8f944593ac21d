/** The four ways that people of a parent cohort may go, in the order in which they are drawn. */
export const SPLIT_LABELS = [
  { key: 'match', label: 'Match' },
  { key: 'no_match', label: 'No match' },
  { key: 'unknown', label: 'Unknown' },
  { key: 'no_record', label: 'No record' },
] as const
