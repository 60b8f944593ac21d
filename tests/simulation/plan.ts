import { ACTIONS, type ActionName } from '#tests/simulation/clients/actions.ts'
import type { Choices } from '#tests/simulation/random.ts'

/**
 * The part of the possible that one simulation has (swarm testing, Groce et al. 2012): simulations of few actions and faults each go
 * further than simulations of all.
 */
export interface Plan {
  readonly clients: readonly { readonly name: string; readonly username: string; readonly actions: number }[]
  readonly weights: ReadonlyMap<ActionName, number>
  /** The chance of each fault before every step. */
  readonly faults: Readonly<Record<FaultName, number>>
  /** The chance that a change is sent twice at once. */
  readonly doubleSends: number
  /** The chance that the step that has waited longest is next. */
  readonly order: number
  /** The chance that other steps precede all commits, as on a disk whose fsync is slow. */
  readonly slowCommits: number
}

export const FAULTS = [
  'kill',
  'torn write',
  'restart',
  'full disk',
  'read-only disk',
  'read error',
  'lost commit',
  'lost response',
  'closed connection',
  'clock',
] as const
export type FaultName = (typeof FAULTS)[number]

/** The chances of the faults that a simulation has. */
const CHANCES: Readonly<Record<FaultName, number>> = {
  kill: 0.006,
  'torn write': 0.1,
  restart: 0.003,
  'full disk': 0.01,
  'read-only disk': 0.006,
  'read error': 0.006,
  'lost commit': 0.02,
  'lost response': 0.02,
  'closed connection': 0.01,
  clock: 0.01,
}

const ACTIONS_MOST = 7

export function planFrom(choices: Choices): Plan {
  const browsers = ['researcher', "researcher's other browser", 'colleague', 'admin'] as const
  const first = choices.between(0, browsers.length - 1)
  const clients = Array.from({ length: choices.between(1, browsers.length) }, (_, place) => ({
    name: browsers[(first + place) % browsers.length] ?? '',
    username: (browsers[(first + place) % browsers.length] ?? '').split("'")[0] ?? '',
    actions: choices.between(2, ACTIONS_MOST),
  }))
  const names = Object.keys(ACTIONS).filter((name): name is ActionName => name in ACTIONS)
  const weights = names
    .filter((name) => name === 'make' || choices.isChance(0.6))
    .map((name) => [name, ACTIONS[name].weight * choices.between(1, 3)] as const)
  const chance = (name: FaultName) => (choices.isChance(0.35) ? CHANCES[name] : 0)
  return {
    clients,
    weights: new Map(weights),
    faults: {
      kill: chance('kill'),
      'torn write': chance('torn write'),
      restart: chance('restart'),
      'full disk': chance('full disk'),
      'read-only disk': chance('read-only disk'),
      'read error': chance('read error'),
      'lost commit': chance('lost commit'),
      'lost response': chance('lost response'),
      'closed connection': chance('closed connection'),
      clock: chance('clock'),
    },
    doubleSends: choices.oneOf([0, 0.1, 0.4]),
    order: choices.oneOf([0, 0.5, 0.9]),
    slowCommits: choices.oneOf([0, 0, 0.8]),
  }
}
