/** Which lock is held by who has the turn; any number will do that all servers say. */
export const TURN = 4_739_201

/** Each transaction sees one moment; compiling statements takes longer than running them. */
export const OPTIONS = [
  '-c default_transaction_isolation=repeatable\\ read',
  '-c jit=off',
  '-c timezone=UTC',
  '-c datestyle=ISO',
].join(' ')
