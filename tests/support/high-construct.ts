/** A custom variable without a name: two codes of CODE as values, and all others as the default. */
export const HIGH = {
  construct_type: 'multiple' as const,
  variables: ['CODE'],
  description: '',
  values: [
    ...['3', '4'].map((code) => ({
      name: `IS_${code}`,
      description: '',
      definition: {
        relationship: 'AND' as const,
        constraints: [{ variable_name: 'CODE', constraint_type: 'EQ', constraint_value: code }],
      },
    })),
    { name: 'LOW', description: '', definition: { relationship: 'AND' as const, constraints: [] } },
  ],
  defaultValue: 'LOW',
}
