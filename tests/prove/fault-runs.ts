import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { inChunks } from '#domain/chunks.ts'
import { readFaults } from '#tests/prove/faults.ts'

const Caught = v.object({ oracles: v.array(v.string()), cases: v.number() })

/** Time for the generated cases of one fault. */
const MINUTES_OF_FAULT = 4

/** A child waits for its database half of the time. */
const AT_ONCE = 2

/** Runs each planted fault in a process of its own and prints the catch table; whether all were caught. */
export async function runFaults(seed: number): Promise<boolean> {
  console.log(`seed ${seed}\n| planted fault | caught by | cases |\n| --- | --- | ---: |`)
  let missed = 0
  for (const faults of inChunks(readFaults(), AT_ONCE)) {
    const runs = await Promise.all(faults.map(async ({ name }) => ({ name, ...(await runFault(name, seed)) })))
    for (const { name, oracles, cases } of runs) {
      if (oracles.length === 0) missed++
      console.log(`| ${name} | ${oracles.length === 0 ? '**nothing**' : oracles.join(', ')} | ${cases} |`)
    }
  }
  console.log(missed === 0 ? 'All faults were caught.' : `${missed} faults were not caught.`)
  return missed === 0
}

async function runFault(name: string, seed: number): Promise<v.InferOutput<typeof Caught>> {
  const script = fileURLToPath(new URL('./run.mjs', import.meta.url))
  const words = ['--plant', name, '--seed', String(seed), '--minutes', String(MINUTES_OF_FAULT)]
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...words], { encoding: 'utf8' })
  return v.parse(Caught, JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
}
