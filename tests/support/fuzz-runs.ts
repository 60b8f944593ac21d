/** How often a test makes up another case: a few times, or as often as FUZZ_RUNS says. */
export function fuzzRuns(usual: number): number {
  const wanted = Number(process.env['FUZZ_RUNS'])
  return Number.isInteger(wanted) && wanted > 0 ? wanted : usual
}
