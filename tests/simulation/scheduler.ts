import { setImmediate } from 'node:timers/promises'

/** The error of everything that waits in a server process when the process is killed. */
export class ProcessKilled extends Error {
  override readonly name = 'ProcessKilled'
}

/** A waiting step: a call of the database, a password hash, or the next action of a client. */
export interface Step {
  readonly label: string
  /** The server process that waits for it; null for a client. */
  readonly process: number | null
  /** Runs the step; resolves when its result is known and given to the caller. */
  readonly run: () => Promise<void>
}

interface WaitingStep extends Step {
  readonly fail: (error: Error) => void
}

/** The scheduler of one simulation: one step at a time, in an order that the simulation chooses. */
export interface Scheduler {
  /** The steps that wait, in the order of arrival. */
  readonly waiting: () => readonly Step[]
  /** Waits until the simulation chooses this step, then runs the call and returns its result. */
  readonly step: <Result>(place: StepPlace, call: () => Promise<Result>) => Promise<Result>
  /** Runs one of the waiting steps, then waits until no code of the simulation can go on. */
  readonly run: (step: Step) => Promise<void>
  /** Ends a process: what waits in it fails, and so does all that it begins later. */
  readonly kill: (process: number) => Promise<void>
  /** Resolves when no code of the simulation can go on before a further step. */
  readonly settled: () => Promise<void>
  /** Waits for a step of work that the event loop does not show, such as of threads; returns whether one came. */
  readonly awaited: () => Promise<boolean>
}

export interface StepPlace {
  readonly label: string
  readonly process: number | null
  /** The result is a further step, so that others run between the call and its return. */
  readonly isResultLate?: boolean
}

export function createScheduler(): Scheduler {
  const waiting: WaitingStep[] = []
  const killed = new Set<number>()

  const wait = (label: string, process: number | null, run: () => Promise<void>, fail: (error: Error) => void) => {
    if (process !== null && killed.has(process)) fail(new ProcessKilled())
    else waiting.push({ label, process, run, fail })
  }

  return {
    waiting: () => waiting,
    step: ({ label, process, isResultLate = false }, call) =>
      new Promise((resolve, reject) => {
        const run = async () => {
          const answer = await call().then(
            (result) => () => resolve(result),
            (error: unknown) => () => reject(error),
          )
          if (!isResultLate) return answer()
          wait(`result of ${label}`, process, async () => answer(), reject)
        }
        wait(label, process, run, reject)
      }),
    run: async (step) => {
      const place = waiting.findIndex((other) => other === step)
      if (place === -1) throw new Error(`The step "${step.label}" does not wait.`)
      waiting.splice(place, 1)
      await step.run()
      await settled()
    },
    kill: async (process) => {
      killed.add(process)
      const over = waiting.filter((step) => step.process === process)
      for (const step of over) waiting.splice(waiting.indexOf(step), 1)
      for (const step of over) step.fail(new ProcessKilled())
      await settled()
    },
    settled,
    awaited: async () => {
      for (let idle = 0; idle < AWAITED_ITERATIONS && waiting.length === 0; idle++) await setImmediate()
      return waiting.length > 0
    },
  }
}

const AWAITED_ITERATIONS = 20_000

/** Iterations of the event loop without any work after which the simulation counts as settled. */
const IDLE_ITERATIONS = 2

async function settled(): Promise<void> {
  for (let idle = 0; idle < IDLE_ITERATIONS; idle++) {
    await setImmediate()
    if (isBusy()) idle = -1
  }
}

/** What runs beside the steps: file operations and immediates. The database and password hashes run only within a step. */
const BESIDE = /^(?:FSReq|CloseReq|Immediate)/

function isBusy(): boolean {
  return process.getActiveResourcesInfo().some((kind) => BESIDE.test(kind))
}
