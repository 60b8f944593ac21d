const wanted = Number(process.env['FUZZ_RUNS'])
const isWanted = Number.isInteger(wanted) && wanted > 0

/** Runs of a property test: few, or FUZZ_RUNS. */
export function fuzzRuns(usual: number): number {
  return isWanted ? wanted : usual
}

/** Time limit of a made-up request: two seconds, ten times as much with concurrent tests. */
export const LONGEST_MILLISECONDS = isWanted ? 2_000 : 20_000
