const wanted = Number(process.env['FUZZ_RUNS'])
const isWanted = Number.isInteger(wanted) && wanted > 0

/** How often a test makes up another case: a few times, or as often as FUZZ_RUNS says. */
export function fuzzRuns(usual: number): number {
  return isWanted ? wanted : usual
}

/** The longest that anything made up may take: two seconds, or ten times as long where other tests run beside it. */
export const LONGEST_MILLISECONDS = isWanted ? 2_000 : 20_000
