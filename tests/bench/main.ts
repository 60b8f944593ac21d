import { measureCatalog } from '#tests/bench/catalog-rows.ts'
import { measureFirstLoad } from '#tests/bench/first-load-rows.ts'
import { measureFirstScreen } from '#tests/bench/first-screen.ts'
import { measureLargeStudy } from '#tests/bench/large-rows.ts'
import { measureLoad } from '#tests/bench/load-rows.ts'
import { measurePalette } from '#tests/bench/palette-rows.ts'
import { measureRest } from '#tests/bench/rest-rows.ts'
import { measureServer } from '#tests/bench/server-rows.ts'
import { measureStar } from '#tests/bench/star-rows.ts'
import { printRows } from '#tests/bench/report.ts'

const GROUPS = {
  bundles: measureFirstScreen,
  server: measureServer,
  study: measureLargeStudy,
  catalog: measureCatalog,
  palette: measurePalette,
  start: measureFirstLoad,
  rest: measureRest,
}

/** Measured only where they are named: they take long, or need what else is not needed. */
const APART = { star: measureStar, load: measureLoad }

// Names of groups measure these alone.
const named = Object.entries({ ...GROUPS, ...APART }).filter(([name]) => process.argv.includes(name))
const rows = []
for (const [, measure] of named.length > 0 ? named : Object.entries(GROUPS)) rows.push(...(await measure()))
printRows(rows)
if (process.argv.includes('--check') && rows.some((row) => row.value > row.budget)) process.exitCode = 1
