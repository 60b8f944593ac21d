import { parseArgs } from 'node:util'
import { runFaults } from '#tests/simulation/fault-runs.ts'
import { runPart } from '#tests/simulation/run-part.ts'
import { printSimulation, runSimulations } from '#tests/simulation/runs.ts'
import { readPart } from '#tests/support/run-parts.ts'

const { values: options } = parseArgs({
  options: {
    /** The number of simulations; by default 200, or one of a given seed. */
    count: { type: 'string' },
    /** The seed of the first simulation; each further one has the next number. */
    seed: { type: 'string' },
    /** Runs simulations for that long instead of a number. */
    minutes: { type: 'string' },
    /** Runs all planted faults. */
    faults: { type: 'boolean', default: false },
    /** Plants one fault. */
    plant: { type: 'string' },
    /** The part of a run that this process has, such as 0/2: its simulations as lines of JSON. */
    part: { type: 'string' },
  },
})

const COUNT = 200
const MINUTE = 60_000

const begin = options.seed === undefined ? Date.now() % 1_000_000_000 : Number(options.seed)
const minutes = options.minutes === undefined ? null : Number(options.minutes)
const isOne = options.seed !== undefined && options.count === undefined && minutes === null
const count = options.count === undefined ? (minutes === null ? COUNT : Infinity) : Number(options.count)
const until = minutes === null ? Infinity : Date.now() + minutes * MINUTE

if (options.faults) {
  if (!(await runFaults(begin, count))) process.exitCode = 1
} else if (options.part !== undefined) {
  await runPart({ begin, count, until, ...readPart(options.part), isOver: options.plant !== undefined })
} else if (isOne) {
  if (!(await printSimulation(begin))) process.exitCode = 1
} else if (!(await runSimulations({ begin, count, minutes }))) process.exitCode = 1
