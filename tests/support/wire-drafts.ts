/** Drafts as they are on the wire, over the small study. */

export const ADULTS = {
  parent_id: 1,
  cohort_type: 'subset' as const,
  variable: 'AGE',
  constraint_type: 'GT',
  constraint_value: '18',
  name: 'Adults',
}

/** Two groups by age. */
export const AGE_GROUP = {
  name: 'AGE_GROUP',
  construct_type: 'downcode' as const,
  description: 'Younger or older',
  variables: ['AGE'],
  variable_limit: 1,
  defaultValue: 'older',
  values: [
    {
      name: 'younger',
      description: '',
      order: 0,
      definition: {
        relationship: 'AND' as const,
        constraints: [{ variable_name: 'AGE', constraint_type: 'LT', constraint_value: '40' }],
      },
    },
    { name: 'older', description: '', order: 1, definition: { relationship: 'AND' as const, constraints: [] } },
  ],
}
