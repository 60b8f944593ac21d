import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import type { Simulation } from '#tests/simulation/simulation.ts'
import { RULES } from '#tests/simulation/model/violation.ts'
import { FAULTS } from '#tests/simulation/plan.ts'
import { simulateOnce } from '#tests/simulation/run-part.ts'

const SimulationResult = v.object({
  seed: v.number(),
  steps: v.number(),
  operations: v.number(),
  processes: v.number(),
  injected: v.record(v.picklist(FAULTS), v.number()),
  violations: v.array(v.object({ rule: v.picklist(RULES), lines: v.array(v.string()) })),
})
export type SimulationResult = v.InferOutput<typeof SimulationResult>

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
  const parts = availableParallelism()
  const from = Date.now()
  const given = ['--seed', String(begin), ...(Number.isFinite(count) ? ['--count', String(count)] : [])]
  const limit = minutes === null ? [] : ['--minutes', String(minutes)]
  const all = Array.from({ length: parts }, (_, place) =>
    runPartOf([...given, ...limit, '--part', `${place}/${parts}`]),
  )
  const simulations = (await Promise.all(all)).flat()
  const failed = simulations.filter(({ violations }) => violations.length > 0)
  for (const simulation of failed) printViolations(simulation)
  const sum = (of: (simulation: SimulationResult) => number) =>
    simulations.reduce((total, simulation) => total + of(simulation), 0)
  console.log(
    `${simulations.length} simulations from seed ${begin}: ${sum(({ operations }) => operations)} requests in ` +
      `${sum(({ steps }) => steps)} steps of ${sum(({ processes }) => processes)} server processes, ` +
      `${Math.round((Date.now() - from) / 1000)} s`,
  )
  const counts = FAULTS.map((fault) => `${fault} ${sum(({ injected }) => injected[fault] ?? 0)}`)
  console.log(`faults: ${counts.join(', ')}`)
  console.log(failed.length === 0 ? 'No rule was broken.' : `${failed.length} simulations broke a rule.`)
  return failed.length === 0
}

/** The simulations of another process that runs with these arguments. */
export async function runPartOf(given: readonly string[]): Promise<SimulationResult[]> {
  const script = fileURLToPath(new URL('./run.mjs', import.meta.url))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const simulations: SimulationResult[] = []
  for await (const line of createInterface(child.stdout))
    simulations.push(v.parse(v.pipe(v.string(), v.parseJson(), SimulationResult), line))
  const [code] = await ended
  if (code !== 0) throw new Error(`A process with the arguments ${given.join(' ')} ended with ${code}.`)
  return simulations
}

function printViolations({ seed, violations }: Pick<Simulation, 'seed' | 'violations'>): void {
  for (const { rule, lines } of violations) console.log(`BROKEN ${rule} (seed ${seed})\n  ${lines.join('\n  ')}`)
  if (violations.length > 0) console.log(`Again: npm run simulate -- --seed ${seed}\n`)
}
