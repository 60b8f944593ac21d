import { availableParallelism } from 'node:os'
import { inChunks } from '#domain/chunks.ts'
import { readFaults } from '#tests/prove/faults.ts'
import { runPartOf, type SimulationResult } from '#tests/simulation/runs.ts'

/** The list of planted faults. */
export const FAULT_LIST = new URL('./faults.json', import.meta.url)

/** Runs simulations with each planted fault, until one breaks a rule; prints the catch table. Returns whether all were caught. */
export async function runFaults(begin: number, count: number): Promise<boolean> {
  console.log(
    `seed ${begin}, at most ${count} simulations\n| planted fault | broken rules | simulations |\n| --- | --- | ---: |`,
  )
  let missed = 0
  for (const faults of inChunks(readFaults(FAULT_LIST), availableParallelism())) {
    const runs = await Promise.all(
      faults.map(async ({ name }) => ({ name, simulations: await simulationsWith(name, begin, count) })),
    )
    for (const { name, simulations } of runs) {
      const rules = [...new Set(simulations.at(-1)?.violations.map(({ rule }) => rule))]
      if (rules.length === 0) missed++
      console.log(`| ${name} | ${rules.length === 0 ? '**none**' : rules.join(', ')} | ${simulations.length} |`)
    }
  }
  console.log(missed === 0 ? 'All faults were caught.' : `${missed} faults were not caught.`)
  return missed === 0
}

function simulationsWith(fault: string, begin: number, count: number): Promise<SimulationResult[]> {
  return runPartOf(['--plant', fault, '--seed', String(begin), '--count', String(count), '--part', '0/1'])
}
