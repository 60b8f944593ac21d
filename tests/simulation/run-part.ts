import { existsSync, mkdtempSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Violation } from '#tests/simulation/model/violation.ts'
import { ProcessKilled } from '#tests/simulation/scheduler.ts'
import { simulate, type Simulation } from '#tests/simulation/simulation.ts'
import { makeTemplate } from '#tests/simulation/template.ts'
import type { Part } from '#tests/support/run-parts.ts'

export interface SimulationPart extends Part {
  /** The first seed of the whole run, and its number of simulations. */
  readonly begin: number
  readonly count: number
  /** Milliseconds since 1970 after which no further simulation begins. */
  readonly until: number
  /** Ends after the first simulation with a violation. */
  readonly isOver: boolean
}

/** Runs its part of a run; prints each simulation as a line of JSON. */
export async function runPart({ begin, count, until, place, total, isOver }: SimulationPart): Promise<void> {
  await withTemplate(async (template) => {
    for (let simulation = place; simulation < count && Date.now() < until; simulation += total) {
      const { lines: _, ...result } = await simulateHandled(begin + simulation, template)
      process.stdout.write(`${JSON.stringify(result)}\n`)
      if (isOver && result.violations.length > 0) return
    }
  })
}

/** Simulations replace the global one by their clock. */
const realSetTimeout = setTimeout
/** Milliseconds after which a simulation hangs, such as in a statement of DuckDB that nothing ends. */
const HANG_MILLISECONDS = 60_000

/** Prints a simulation that hangs and kills this process: a normal exit would wait for the statement. */
function endHanging(seed: number, template: string): void {
  const violations: Violation[] = [{ rule: 'every request ends', lines: ['The simulation hangs.'] }]
  writeSync(1, `${JSON.stringify({ seed, steps: 0, operations: 0, processes: 0, injected: {}, violations })}\n`)
  rmSync(join(template, '..'), { recursive: true, force: true })
  process.kill(process.pid, 'SIGKILL')
}

export function simulateOnce(seed: number): Promise<Simulation> {
  return withTemplate((template) => simulateHandled(seed, template))
}

/** A simulation, with the errors that nothing handled as violations. */
async function simulateHandled(seed: number, template: string): Promise<Simulation> {
  const unhandled: Violation[] = []
  const collect = (error: unknown) => {
    // What a killed process began has no listener any more.
    if (error instanceof ProcessKilled) return
    unhandled.push({ rule: 'every error is handled', lines: [error instanceof Error ? (error.stack ?? '') : ''] })
  }
  process.on('unhandledRejection', collect)
  const timer = realSetTimeout(() => endHanging(seed, template), HANG_MILLISECONDS)
  try {
    const simulation = await simulate(seed, template)
    return { ...simulation, violations: [...simulation.violations, ...unhandled] }
  } finally {
    clearTimeout(timer)
    process.off('unhandledRejection', collect)
  }
}

/** A file system in memory: the faults of a disk are simulated above it. */
const MEMORY = '/dev/shm'

async function withTemplate<Result>(work: (template: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'simulations-'))
  try {
    return await work(await makeTemplate(join(folder, 'template')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
