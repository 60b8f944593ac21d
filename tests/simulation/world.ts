import { mock } from 'node:test'
import { createDisk } from '#tests/simulation/faults/disk.ts'
import { gatePasswords } from '#tests/simulation/gated-argon2.ts'
import { createHistory, type Moment } from '#tests/simulation/history.ts'
import { checkStore } from '#tests/simulation/model/store-laws.ts'
import type { Violation } from '#tests/simulation/model/violation.ts'
import { endOpen, type Network } from '#tests/simulation/network.ts'
import type { Choices } from '#tests/simulation/random.ts'
import { createScheduler, type Step } from '#tests/simulation/scheduler.ts'
import { logSize, startProcess, type Machine } from '#tests/simulation/server-process.ts'

/** The surroundings of a simulation's clients: the server with its processes, the disk, the clock and the order of steps. */
export interface World {
  readonly machine: Machine
  readonly network: Network
  readonly violations: Violation[]
  /** Runs one waiting step and lets the clock go on. */
  readonly runStep: (step: Step) => Promise<void>
  /** Lets the clock go on; timers that are due run. */
  readonly passTime: (milliseconds: number) => Promise<void>
  /** Kills the server and starts it again; `isTorn`: within a commit, whose write is torn. */
  readonly kill: (isTorn: boolean) => Promise<void>
  /** Stops the server after its open requests, and starts it again. */
  readonly restart: () => Promise<void>
  /** False once the server did not start. */
  readonly isOpen: () => boolean
  readonly close: () => void
}

/** Milliseconds that a step takes at most. */
const STEP_MILLISECONDS = 20

export async function createWorld(folder: string, dataFolder: string, choices: Choices): Promise<World> {
  const machine: Machine = {
    scheduler: createScheduler(),
    disk: createDisk(),
    choices,
    history: createHistory(),
    folder,
  }
  const { scheduler, history } = machine
  const violations: Violation[] = []
  let moments = 0
  let isOpen = true
  const now = (): Moment => ({ tick: ++moments, clock: Date.now() })
  let number = 1
  // By number, because a process hashes before it has started.
  gatePasswords((label, call) => scheduler.step({ label, process: number }, call))
  const network: Network = {
    server: await startProcess(machine, number, dataFolder),
    inFlight: new Set(),
    now,
    history,
  }

  const disturbOpen = () => {
    for (const operation of history.operations) if (operation.outcome === 'open') operation.isDisturbed = true
  }
  const passTime = async (milliseconds: number) => {
    disturbOpen()
    mock.timers.tick(milliseconds)
    await scheduler.settled()
  }
  const runStep = async (step: Step) => {
    const { state, readErrors, lostCommits } = machine.disk
    if (state !== 'works' || readErrors + lostCommits > 0) disturbOpen()
    mock.timers.tick(choices.between(0, STEP_MILLISECONDS))
    await scheduler.run(step)
  }
  const start = async (folderOfData: string) => {
    number += 1
    try {
      network.server = await startProcess(machine, number, folderOfData)
      violations.push(...(await checkStore(network.server.real)))
    } catch (error) {
      isOpen = false
      violations.push({ rule: 'the store is consistent', lines: ['the server does not start', String(error)] })
    }
  }
  const ofServer = () => scheduler.waiting().filter((step) => step.process === network.server.number)

  return {
    machine,
    network,
    violations,
    runStep,
    passTime,
    kill: async (isTorn) => {
      const { server } = network
      const commit = ofServer().find(({ label }) => label === 'COMMIT')
      if (isTorn && commit === undefined) return
      let cutTo: number | null = null
      if (isTorn && commit !== undefined) {
        const before = logSize(server.dataFolder)
        await scheduler.run(commit)
        cutTo = choices.between(before, Math.max(before, logSize(server.dataFolder)))
      }
      history.lines.push(`KILL${cutTo === null ? '' : ` within a commit, the log cut to ${cutTo} bytes`}`)
      endOpen(network, server.number)
      await start(await server.kill(cutTo))
    },
    restart: async () => {
      const { server } = network
      for (let [step] = ofServer(); step !== undefined; [step] = ofServer()) await runStep(step)
      history.lines.push('RESTART')
      await server.stop()
      endOpen(network, server.number)
      await start(server.dataFolder)
    },
    isOpen: () => isOpen,
    close: () => (isOpen ? network.server.real.close() : undefined),
  }
}
