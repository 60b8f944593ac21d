import { parseArgs } from 'node:util'
import { runBulk, type FailedWorld } from '#tests/prove/bulk/bulk-runs.ts'
import { runBulkPart } from '#tests/prove/bulk/run-bulk-part.ts'
import { readCase, type Case } from '#tests/prove/case.ts'
import { runFaults } from '#tests/prove/fault-runs.ts'
import { openEngines, type OpenEngines } from '#tests/prove/open-engines.ts'
import { prove, type Proof } from '#tests/prove/proof.ts'
import { printSmallest, violationsOf } from '#tests/prove/report.ts'
import { closingLine } from '#tests/support/closing-line.ts'
import { readPart } from '#tests/support/run-parts.ts'

const { values: options } = parseArgs({
  options: {
    /** By default 2; of a number of definitions, no limit. */
    minutes: { type: 'string' },
    seed: { type: 'string' },
    /** The number of definitions to evaluate in bulk, on all processors. */
    definitions: { type: 'string' },
    /** The part of a run in bulk that this process has, such as 0/2: its worlds as lines of JSON. */
    part: { type: 'string' },
    /** Replays a case that a run wrote. */
    case: { type: 'string' },
    /** Runs all planted faults. */
    faults: { type: 'boolean', default: false },
    /** Plants one fault. Without a number of definitions: no PostgreSQL, no shrinking, and the result as a line of JSON. */
    plant: { type: 'string' },
  },
})

const MINUTES = 2
const MINUTE = 60_000

const seed = options.seed === undefined ? Date.now() % 1_000_000_000 : Number(options.seed)
const minutes = options.minutes === undefined ? null : Number(options.minutes)
const definitions = options.definitions === undefined ? null : Number(options.definitions)
const isPlanted = options.plant !== undefined

if (options.faults) {
  if (!(await runFaults(seed))) process.exitCode = 1
} else if (definitions !== null && options.part !== undefined) {
  const until = minutes === null ? Infinity : Date.now() + minutes * MINUTE
  const part = { ...readPart(options.part), seed, definitions, until, isOver: isPlanted }
  await runBulkPart(part, (result) => process.stdout.write(`${JSON.stringify(result)}\n`))
} else if (definitions !== null) {
  const failed = await runBulk({ seed, definitions, minutes, fault: options.plant ?? null })
  if (failed) await withEngines(false, (open) => reportWorld(open, failed))
} else {
  await withEngines(!isPlanted, async (open) => {
    if (options.case !== undefined) await replay(open, readCase(options.case))
    else if (isPlanted) await runPlanted(open)
    else await run(open)
  })
}

async function withEngines(isPostgreSqlWanted: boolean, work: (open: OpenEngines) => Promise<void>): Promise<void> {
  const open = await openEngines(isPostgreSqlWanted)
  try {
    await work(open)
  } finally {
    await open.close()
  }
}

async function runPlanted(open: OpenEngines): Promise<void> {
  const proof = await prove(open, seed, Date.now() + (minutes ?? MINUTES) * MINUTE)
  const oracles = [...new Set(proof.failures.map(({ oracle }) => oracle))]
  console.log(JSON.stringify({ oracles, cases: proof.definitions }))
}

async function run(open: OpenEngines): Promise<void> {
  if (!open.hasPostgreSql) console.log('PostgreSQL is not installed (Debian: postgresql-15): left out.')
  console.log(`seed ${seed}, ${minutes ?? MINUTES} minutes`)
  const begun = Date.now()
  const proof = await prove(open, seed, begun + (minutes ?? MINUTES) * MINUTE)
  printTable(proof, (Date.now() - begun) / 1000)
  const failed = proof.failures.length > 0 ? 1 : 0
  console.log(closingLine('definitions', { passed: proof.definitions - failed, failed, skipped: 0 }))
  const [first] = proof.failures
  if (!first) return
  process.exitCode = 1
  for (const { oracle, lines } of proof.failures) console.log(`\nFAILED ${oracle}\n  ${lines.join('\n  ')}`)
  await printSmallest(open, first, first.lines)
  console.log(`All of it again: npm run prove -- --seed ${seed}`)
}

/** A difference that its definition alone does not have depends on the other definitions of its world. */
async function reportWorld(open: OpenEngines, { seed: own, failure }: FailedWorld): Promise<void> {
  process.exitCode = 1
  if ((await violationsOf(open, failure)).length > 0) await printSmallest(open, failure, failure.lines)
  else console.log('\nThe first definition that failed holds alone.')
  const plant = options.plant === undefined ? '' : ` --plant ${JSON.stringify(options.plant)}`
  console.log(`The whole world again: npm run prove -- --seed ${own} --definitions 1${plant}`)
}

async function replay(open: OpenEngines, own: Case): Promise<void> {
  const lines = await violationsOf(open, own)
  console.log(lines.length === 0 ? `${own.oracle}: holds.` : `FAILED ${own.oracle}\n  ${lines.join('\n  ')}`)
  if (lines.length > 0) process.exitCode = 1
}

function printTable({ worlds, definitions: count, byOracle }: Proof, seconds: number): void {
  console.log(`${worlds} worlds, ${count} definitions, ${Math.round(seconds)} s`)
  for (const [name, { cases, milliseconds }] of byOracle) {
    const rate = milliseconds === 0 ? 0 : (cases * 1000) / milliseconds
    console.log(`  ${name.padEnd(38)} ${String(cases).padStart(8)} cases ${rate.toFixed(1).padStart(8)} a second`)
  }
}
