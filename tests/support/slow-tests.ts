/** Limit of tests that kill and restart servers, or read whole data sets: up to 40 seconds each on two busy cores. */
export const SLOW_TEST_MILLISECONDS = 300_000
