import * as v from 'valibot'
import { CaseShape } from '#tests/prove/case.ts'
import { ORACLES } from '#tests/prove/oracles.ts'
import type { OracleCases, ProvedWorld } from '#tests/prove/proof.ts'
import { closingLine } from '#tests/support/closing-line.ts'
import { runParts } from '#tests/support/run-parts.ts'

const World = v.object({
  seed: v.number(),
  definitions: v.number(),
  byOracle: v.record(v.string(), v.object({ cases: v.number(), milliseconds: v.number() })),
  failures: v.array(v.object({ ...CaseShape.entries, lines: v.array(v.string()) })),
})

export interface ProofRun {
  readonly seed: number
  readonly worlds: number
  readonly minutes: number | null
}

/** Proves worlds in a process for each processor and prints the cases of each oracle. Returns the first world that failed. */
export async function runProof({ seed, worlds, minutes }: ProofRun): Promise<ProvedWorld | null> {
  console.log(`seed ${seed}, ${Number.isFinite(worlds) ? `${worlds} worlds` : `${minutes} minutes`}`)
  const begun = Date.now()
  const proved: ProvedWorld[] = []
  const words = ['--seed', String(seed), ...(Number.isFinite(worlds) ? ['--worlds', String(worlds)] : [])]
  const limit = minutes === null ? [] : ['--minutes', String(minutes)]
  await runParts(new URL('run.mjs', import.meta.url), [...words, ...limit], World, (world) => proved.push(world))
  const definitions = proved.reduce((sum, world) => sum + world.definitions, 0)
  console.log(`${proved.length} worlds, ${definitions} definitions, ${Math.round((Date.now() - begun) / 1000)} s`)
  for (const { name } of ORACLES) console.log(lineOf(name, proved))
  const failedWorlds = proved.filter(({ failures }) => failures.length > 0)
  const failed = failedWorlds.length
  console.log(closingLine('definitions', { passed: definitions - failed, failed, skipped: 0 }))
  return failedWorlds[0] ?? null
}

function lineOf(oracle: string, proved: readonly ProvedWorld[]): string {
  const sum = (field: keyof OracleCases) =>
    proved.reduce((total, { byOracle }) => total + (byOracle[oracle]?.[field] ?? 0), 0)
  const [cases, milliseconds] = [sum('cases'), sum('milliseconds')]
  const rate = milliseconds === 0 ? 0 : (cases * 1000) / milliseconds
  return `  ${oracle.padEnd(38)} ${String(cases).padStart(8)} cases ${rate.toFixed(1).padStart(8)} a second`
}
