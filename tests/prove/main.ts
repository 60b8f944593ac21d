import { parseArgs } from 'node:util'
import { runBulk, type FailedWorld } from '#tests/prove/bulk/bulk-runs.ts'
import { runBulkPart } from '#tests/prove/bulk/run-bulk-part.ts'
import { readCase, type Case } from '#tests/prove/case.ts'
import { runFaults } from '#tests/prove/fault-runs.ts'
import { openEngines, type OpenEngines } from '#tests/prove/open-engines.ts'
import { runProof } from '#tests/prove/proof-runs.ts'
import { prove, type ProvedWorld } from '#tests/prove/proof.ts'
import { printSmallest, violationsOf } from '#tests/prove/report.ts'
import { isPostgresInstalled } from '#tests/support/private-postgres.ts'
import { readPart } from '#tests/support/run-parts.ts'

const { values: options } = parseArgs({
  options: {
    /** By default 2, and no limit for a number of worlds or definitions. */
    minutes: { type: 'string' },
    /** The number of generated worlds, each with its definitions, on all processors. */
    worlds: { type: 'string' },
    seed: { type: 'string' },
    /** The number of definitions to evaluate in bulk, on all processors. */
    definitions: { type: 'string' },
    /** The part of a run that this process has, such as 0/2: its worlds as lines of JSON. */
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
const worlds = options.worlds === undefined ? Infinity : Number(options.worlds)
const isPlanted = options.plant !== undefined
const untilOver = minutes === null ? Infinity : Date.now() + minutes * MINUTE

if (options.faults) {
  if (!(await runFaults(seed))) process.exitCode = 1
} else if (definitions !== null && options.part !== undefined) {
  const part = { ...readPart(options.part), seed, definitions, until: untilOver, isOver: isPlanted }
  await runBulkPart(part, (result) => process.stdout.write(`${JSON.stringify(result)}\n`))
} else if (definitions !== null) {
  const failed = await runBulk({ seed, definitions, minutes, fault: options.plant ?? null })
  if (failed) await withEngines(false, (open) => reportWorld(open, failed))
} else if (options.part !== undefined) {
  const part = { ...readPart(options.part), seed, worlds, until: untilOver }
  await withEngines(true, (open) => prove(open, part, (world) => process.stdout.write(`${JSON.stringify(world)}\n`)))
} else if (options.case !== undefined) {
  const failing = readCase(options.case)
  await withEngines(!isPlanted, (open) => replay(open, failing))
} else if (isPlanted) {
  await withEngines(false, runPlanted)
} else {
  if (!isPostgresInstalled()) console.log('PostgreSQL is not installed (Debian: postgresql-15): left out.')
  const failed = await runProof({ seed, worlds, minutes: minutes ?? (Number.isFinite(worlds) ? null : MINUTES) })
  if (failed) await withEngines(true, (open) => reportProof(open, failed))
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
  const until = Date.now() + (minutes ?? MINUTES) * MINUTE
  const proved: ProvedWorld[] = []
  await prove(open, { seed, worlds, until, place: 0, total: 1 }, (world) => proved.push(world))
  const oracles = [...new Set(proved.flatMap(({ failures }) => failures.map(({ oracle }) => oracle)))]
  console.log(JSON.stringify({ oracles, cases: proved.reduce((sum, { definitions: count }) => sum + count, 0) }))
}

async function reportProof(open: OpenEngines, { seed: failedSeed, failures }: ProvedWorld): Promise<void> {
  process.exitCode = 1
  for (const { oracle, lines } of failures) console.log(`\nFAILED ${oracle}\n  ${lines.join('\n  ')}`)
  const [first] = failures
  if (first) await printSmallest(open, first, first.lines)
  console.log(`The whole world again: npm run prove -- --seed ${failedSeed} --worlds 1`)
}

/** A difference that its definition alone does not have depends on the other definitions of its world. */
async function reportWorld(open: OpenEngines, { seed: failedSeed, failure }: FailedWorld): Promise<void> {
  process.exitCode = 1
  if ((await violationsOf(open, failure)).length > 0) await printSmallest(open, failure, failure.lines)
  else console.log('\nThe first definition that failed holds alone.')
  const plant = options.plant === undefined ? '' : ` --plant ${JSON.stringify(options.plant)}`
  console.log(`The whole world again: npm run prove -- --seed ${failedSeed} --definitions 1${plant}`)
}

async function replay(open: OpenEngines, failing: Case): Promise<void> {
  const lines = await violationsOf(open, failing)
  console.log(lines.length === 0 ? `${failing.oracle}: holds.` : `FAILED ${failing.oracle}\n  ${lines.join('\n  ')}`)
  if (lines.length > 0) process.exitCode = 1
}
