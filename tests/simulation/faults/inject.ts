import type { Disk } from '#tests/simulation/faults/disk.ts'
import type { FaultName, Plan } from '#tests/simulation/plan.ts'
import type { Choices } from '#tests/simulation/random.ts'
import type { World } from '#tests/simulation/world.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** How far the clock may jump: about the limits of requests, of stored uses, of idle and of the longest sessions. */
const JUMPS = [2 * SECOND, 4 * SECOND, 31 * SECOND, 61 * SECOND, 5 * MINUTE, 29 * MINUTE, 31 * MINUTE, 12 * HOUR]

/** The chance before every step that a disk works again. */
const REPAIR = 0.03

/** Injects the faults of a plan before a step, by their chances. */
export async function injectFaults(world: World, { faults }: Plan, choices: Choices): Promise<void> {
  const { disk, history, scheduler } = world.machine
  const { inFlight } = world.network
  const isDue = (fault: FaultName) => {
    if (!choices.isChance(faults[fault])) return false
    history.injected.set(fault, (history.injected.get(fault) ?? 0) + 1)
    return true
  }
  const setDisk = (state: Disk['state']) => {
    disk.state = state
    history.lines.push(`DISK ${state}`)
  }
  if (disk.state !== 'works' && choices.isChance(REPAIR)) setDisk('works')
  if (isDue('full disk')) setDisk('full')
  if (isDue('read-only disk')) setDisk('read-only')
  if (isDue('read error')) disk.readErrors = 1
  if (isDue('lost commit')) disk.lostCommits = 1
  if (inFlight.size > 0) {
    if (isDue('closed connection')) loseOne(true)
    else if (isDue('lost response')) loseOne(false)
  }
  if (isDue('clock')) {
    const jump = choices.oneOf(JUMPS)
    history.lines.push(`CLOCK +${jump / SECOND} s`)
    await world.passTime(jump)
  }
  if (isDue('kill')) return world.kill(false)
  if (scheduler.waiting().some(({ label }) => label === 'COMMIT') && isDue('torn write')) return world.kill(true)
  if (isDue('restart')) return world.restart()

  function loseOne(isClosed: boolean): void {
    const lost = choices.oneOf([...inFlight])
    inFlight.delete(lost)
    lost.lose(isClosed)
  }
}
