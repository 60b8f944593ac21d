/** Which lock is held by who has the turn; any number will do that all servers say. */
export const TURN = 4_739_201

/**
 * Each transaction sees one moment; compiling statements takes longer than running them. For how many people a condition
 * holds cannot be guessed beforehand: taken for few, they would be looked up one by one, for minutes, and all be sorted.
 */
export const OPTIONS = [
  '-c default_transaction_isolation=repeatable\\ read',
  '-c jit=off',
  '-c enable_nestloop=off',
  '-c enable_mergejoin=off',
  '-c timezone=UTC',
  '-c datestyle=ISO',
].join(' ')
