import { measureCatalog } from '#tests/bench/catalog-rows.ts'
import { measureFirstScreen } from '#tests/bench/first-screen.ts'
import { measureLargeStudy } from '#tests/bench/large-rows.ts'
import { measurePalette } from '#tests/bench/palette-rows.ts'
import { measureServer } from '#tests/bench/server-rows.ts'
import { printRows } from '#tests/bench/report.ts'

const rows = [
  ...(await measureFirstScreen()),
  ...(await measureServer()),
  ...(await measureLargeStudy()),
  ...(await measureCatalog()),
  ...(await measurePalette()),
]
printRows(rows)
if (process.argv.includes('--check') && rows.some((row) => row.value > row.budget)) process.exitCode = 1
