/** An account that reads two of the five collections of the synthetic data. */
export const PARTIAL = { username: 'partial', password: 'reads two of five', collections: ['bp', 'sz'] } as const
