import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readCase, type Case } from '#tests/prove/case.ts'
import { runFaults } from '#tests/prove/fault-runs.ts'
import { openEngines, type OpenEngines } from '#tests/prove/open-engines.ts'
import { ORACLES } from '#tests/prove/oracles.ts'
import { isThrown, linesOf, prove, type Proof } from '#tests/prove/proof.ts'
import { shrink } from '#tests/prove/shrink.ts'

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string' },
    /** Replays a case that a run wrote. */
    case: { type: 'string' },
    /** Runs all planted faults. */
    faults: { type: 'boolean', default: false },
    /** The run of one planted fault: without PostgreSQL and shrinking, its result as a line of JSON. */
    plant: { type: 'string' },
  },
})

const SHRINKING_MILLISECONDS = 120_000
const MINUTE = 60_000

const seed = options.seed === undefined ? Date.now() % 1_000_000_000 : Number(options.seed)
const isPlanted = options.plant !== undefined

if (options.faults) {
  if (!(await runFaults(seed))) process.exitCode = 1
} else {
  const engines = await openEngines(!isPlanted)
  try {
    if (options.case !== undefined) await replay(engines, readCase(options.case))
    else if (isPlanted) await runPlanted(engines)
    else await run(engines)
  } finally {
    await engines.close()
  }
}

async function runPlanted(open: OpenEngines): Promise<void> {
  const proof = await prove(open, seed, Date.now() + Number(options.minutes) * MINUTE)
  const oracles = [...new Set(proof.failures.map(({ oracle }) => oracle))]
  console.log(JSON.stringify({ oracles, cases: proof.definitions }))
}

async function run(open: OpenEngines): Promise<void> {
  if (!open.hasPostgreSql) console.log('PostgreSQL is not installed (Debian: postgresql-15): left out.')
  console.log(`seed ${seed}, ${options.minutes} minutes`)
  const begun = Date.now()
  const proof = await prove(open, seed, begun + Number(options.minutes) * MINUTE)
  printTable(proof, (Date.now() - begun) / 1000)
  const [first] = proof.failures
  if (!first) return
  process.exitCode = 1
  for (const { oracle, lines } of proof.failures) console.log(`\nFAILED ${oracle}\n  ${lines.join('\n  ')}`)
  const { oracle, world, definition } = first
  const hasThrown = first.lines.some(isThrown)
  console.log(`\nShrinking the first failure (${oracle}) ...`)
  const smallest = await shrink(
    { oracle, world, definition },
    async (smaller) => (await reload(open, smaller)).some((line) => isThrown(line) === hasThrown),
    Date.now() + SHRINKING_MILLISECONDS,
  )
  const file = join(mkdtempSync(join(tmpdir(), 'prove-')), 'case.json')
  writeFileSync(file, JSON.stringify(smallest, null, 1))
  const lines = await reload(open, smallest)
  console.log(`${JSON.stringify(smallest)}\n\n  ${lines.join('\n  ')}\n\nReplay: npm run prove -- --case ${file}`)
  console.log(`All of it again: npm run prove -- --seed ${seed}`)
}

async function replay(open: OpenEngines, own: Case): Promise<void> {
  const lines = await reload(open, own)
  console.log(lines.length === 0 ? `${own.oracle}: holds.` : `FAILED ${own.oracle}\n  ${lines.join('\n  ')}`)
  if (lines.length > 0) process.exitCode = 1
}

/** The violations of a case's oracle. */
async function reload(open: OpenEngines, { oracle: name, world, definition }: Case): Promise<readonly string[]> {
  const oracle = ORACLES.find((own) => own.name === name)
  if (!oracle) throw new Error(`There is no oracle ${name}.`)
  return (await linesOf(oracle, await open.load(world), definition)) ?? []
}

function printTable({ worlds, definitions, byOracle }: Proof, seconds: number): void {
  console.log(`${worlds} worlds, ${definitions} definitions in ${Math.round(seconds)} s`)
  for (const [name, { cases, milliseconds }] of byOracle) {
    const rate = milliseconds === 0 ? 0 : (cases * 1000) / milliseconds
    console.log(`  ${name.padEnd(38)} ${String(cases).padStart(8)} cases ${rate.toFixed(1).padStart(8)} a second`)
  }
}
