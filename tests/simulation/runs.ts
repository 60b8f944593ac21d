import * as v from 'valibot'
import { RULES } from '#tests/simulation/model/violation.ts'
import { FAULTS } from '#tests/simulation/plan.ts'
import { simulateOnce } from '#tests/simulation/run-part.ts'
import type { Simulation } from '#tests/simulation/simulation.ts'
import { closingLine } from '#tests/support/closing-line.ts'
import { resultsOf, runParts } from '#tests/support/run-parts.ts'

const SimulationResult = v.object({
  seed: v.number(),
  steps: v.number(),
  operations: v.number(),
  processes: v.number(),
  injected: v.record(v.picklist(FAULTS), v.number()),
  violations: v.array(v.object({ rule: v.picklist(RULES), lines: v.array(v.string()) })),
})
export type SimulationResult = v.InferOutput<typeof SimulationResult>

const SCRIPT = new URL('./run.mjs', import.meta.url)

/** Prints one simulation: its history, and the rules that it broke. Returns whether it broke none. */
export async function printSimulation(seed: number): Promise<boolean> {
  const { lines, violations } = await simulateOnce(seed)
  console.log(lines.join('\n'))
  printViolations({ seed, violations })
  if (violations.length === 0) console.log(`Simulation ${seed} broke no rule.`)
  return violations.length === 0
}

export interface Run {
  readonly begin: number
  readonly count: number
  readonly minutes: number | null
}

/** Runs simulations in a process for each processor; prints a summary. Returns whether they broke no rule. */
export async function runSimulations({ begin, count, minutes }: Run): Promise<boolean> {
  const from = Date.now()
  const words = ['--seed', String(begin), ...(Number.isFinite(count) ? ['--count', String(count)] : [])]
  const limit = minutes === null ? [] : ['--minutes', String(minutes)]
  const simulations: SimulationResult[] = []
  await runParts(SCRIPT, [...words, ...limit], SimulationResult, (simulation) => {
    simulations.push(simulation)
    printViolations(simulation)
  })
  const failed = simulations.filter(({ violations }) => violations.length > 0)
  const sum = (countOf: (simulation: SimulationResult) => number) =>
    simulations.reduce((total, simulation) => total + countOf(simulation), 0)
  console.log(
    `${simulations.length} simulations from seed ${begin}: ${sum(({ operations }) => operations)} requests in ` +
      `${sum(({ steps }) => steps)} steps of ${sum(({ processes }) => processes)} server processes, ` +
      `${Math.round((Date.now() - from) / 1000)} s`,
  )
  const counts = FAULTS.map((fault) => `${fault} ${sum(({ injected }) => injected[fault] ?? 0)}`)
  console.log(`faults: ${counts.join(', ')}`)
  console.log(failed.length === 0 ? 'No rule was broken.' : `${failed.length} simulations broke a rule.`)
  const passed = simulations.length - failed.length
  console.log(closingLine('simulations', { passed, failed: failed.length, skipped: 0 }))
  return failed.length === 0
}

/** The simulations of another process that runs with these arguments until one breaks a rule. */
export async function runPartOf(words: readonly string[]): Promise<SimulationResult[]> {
  const simulations: SimulationResult[] = []
  for await (const simulation of resultsOf(SCRIPT, words, SimulationResult)) {
    simulations.push(simulation)
    if (simulation.violations.length > 0) break
  }
  return simulations
}

function printViolations({ seed, violations }: Pick<Simulation, 'seed' | 'violations'>): void {
  for (const { rule, lines } of violations) console.log(`BROKEN ${rule} (seed ${seed})\n  ${lines.join('\n  ')}`)
  if (violations.length > 0) console.log(`Again: npm run simulate -- --seed ${seed}\n`)
}
