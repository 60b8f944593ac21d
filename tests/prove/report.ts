import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Case } from '#tests/prove/case.ts'
import type { OpenEngines } from '#tests/prove/open-engines.ts'
import { ORACLES } from '#tests/prove/oracles.ts'
import { linesOf } from '#tests/prove/proof.ts'
import { shrink } from '#tests/prove/shrink.ts'
import { isThrown } from '#tests/prove/thrown.ts'

const SHRINKING_MILLISECONDS = 120_000

/** The violations of a case's oracle. */
export async function violationsOf(
  open: OpenEngines,
  { oracle: name, world, definition }: Case,
): Promise<readonly string[]> {
  const oracle = ORACLES.find((known) => known.name === name)
  if (!oracle) throw new Error(`There is no oracle ${name}.`)
  return (await linesOf(oracle, await open.load(world), definition)) ?? []
}

/** Shrinks a failing case, prints the smallest one, and writes it to a file that replays it. */
export async function printSmallest(open: OpenEngines, failing: Case, lines: readonly string[]): Promise<void> {
  const hasThrown = lines.some(isThrown)
  console.log(`\nShrinking the first failure (${failing.oracle}) ...`)
  const smallest = await shrink(
    { oracle: failing.oracle, world: failing.world, definition: failing.definition },
    async (smaller) => (await violationsOf(open, smaller)).some((line) => isThrown(line) === hasThrown),
    Date.now() + SHRINKING_MILLISECONDS,
  )
  const file = join(mkdtempSync(join(tmpdir(), 'prove-')), 'case.json')
  writeFileSync(file, JSON.stringify(smallest, null, 1))
  const remaining = await violationsOf(open, smallest)
  console.log(`${JSON.stringify(smallest)}\n\n  ${remaining.join('\n  ')}\n\nReplay: npm run prove -- --case ${file}`)
}
