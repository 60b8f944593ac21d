import * as v from 'valibot'
import type { BulkFailure } from '#tests/prove/bulk/check-bulk.ts'
import { addWorld, linesOfTotals, newTotals, progressOf } from '#tests/prove/bulk/totals.ts'
import { CaseShape } from '#tests/prove/case.ts'
import { runParts } from '#tests/support/run-parts.ts'

const World = v.object({
  seed: v.number(),
  definitions: v.number(),
  cases: v.array(v.object({ oracle: v.string(), kind: v.string(), cases: v.number(), milliseconds: v.number() })),
  failed: v.number(),
  failures: v.array(v.object({ ...CaseShape.entries, lines: v.array(v.string()) })),
})

export interface BulkRun {
  readonly seed: number
  readonly definitions: number
  readonly minutes: number | null
  readonly fault: string | null
}

export interface FailedWorld {
  readonly seed: number
  readonly failure: BulkFailure
}

const PROGRESS_MILLISECONDS = 60_000
/** Characters of a line: the smallest case follows in full. */
const SHOWN = 400

/** Evaluates a number of definitions, with one process for each processor, and prints the cases. Returns the first failure. */
export async function runBulk({ seed, definitions, minutes, fault }: BulkRun): Promise<FailedWorld | null> {
  console.log(`seed ${seed}, ${definitions} definitions`)
  const begun = Date.now()
  const totals = newTotals()
  let first: FailedWorld | null = null
  let printed = begun
  const words = ['--definitions', String(definitions), '--seed', String(seed)]
  const limit = minutes === null ? [] : ['--minutes', String(minutes)]
  const planted = fault === null ? [] : ['--plant', fault]
  await runParts(new URL('../run.mjs', import.meta.url), [...words, ...limit, ...planted], World, (world) => {
    addWorld(totals, world)
    const [failure] = world.failures
    if (failure) {
      first ??= { seed: world.seed, failure }
      for (const { oracle, definition, lines } of world.failures) {
        const shown = [JSON.stringify(definition), ...lines].map((line) => line.slice(0, SHOWN))
        console.log(`FAILED ${oracle} (seed ${world.seed})\n  ${shown.join('\n  ')}`)
      }
    }
    if (Date.now() - printed < PROGRESS_MILLISECONDS) return
    printed = Date.now()
    console.log(progressOf(totals, (printed - begun) / 1000))
  })
  console.log(linesOfTotals(totals, (Date.now() - begun) / 1000).join('\n'))
  return first
}
