import type { Surroundings } from '#tests/simulation/clients/client.ts'
import { pause } from '#tests/simulation/clients/client.ts'
import { importData } from '#tests/simulation/clients/imports.ts'
import {
  deleteObject,
  editObject,
  listObjects,
  makeNonsense,
  makeObject,
  restoreObject,
} from '#tests/simulation/clients/objects.ts'
import {
  changePassword,
  endSession,
  listSessions,
  signIn,
  signInFirst,
  signOut,
  trySession,
} from '#tests/simulation/clients/sessions.ts'

type Action = (surroundings: Surroundings) => Promise<void>

/** The actions of clients with their usual weights. */
export const ACTIONS = {
  make: { action: makeObject, weight: 6 },
  edit: { action: editObject, weight: 6 },
  delete: { action: deleteObject, weight: 2 },
  restore: { action: restoreObject, weight: 2 },
  list: { action: listObjects, weight: 3 },
  import: { action: importData, weight: 3 },
  nonsense: { action: makeNonsense, weight: 1 },
  login: { action: signIn, weight: 1 },
  logout: { action: signOut, weight: 1 },
  password: { action: changePassword, weight: 1 },
  'end session': { action: endSession, weight: 0.5 },
  'list sessions': { action: listSessions, weight: 0.5 },
  'use session': { action: trySession, weight: 1.5 },
} as const satisfies Record<string, { readonly action: Action; readonly weight: number }>
export type ActionName = keyof typeof ACTIONS

/** The actions of one client in a simulation, chosen at random by their weights. */
export async function act(
  surroundings: Surroundings,
  count: number,
  weights: ReadonlyMap<ActionName, number>,
): Promise<void> {
  for (let done = 0; done < count; done++) {
    await pause(surroundings)
    const name = chosen(surroundings.client.choices.next(), weights)
    if (await signInFirst(surroundings)) await ACTIONS[name].action(surroundings)
    await forgetEndedSession(surroundings)
  }
}

function chosen(position: number, weights: ReadonlyMap<ActionName, number>): ActionName {
  let left = position * [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  for (const [name, weight] of weights) {
    left -= weight
    if (left < 0) return name
  }
  return 'list'
}

const UNAUTHORIZED = 401

/** A client that heard 401 has no session, as in the front end. */
async function forgetEndedSession({ client, network }: Surroundings): Promise<void> {
  const isOver = network.history.operations.some(
    ({ token, status, isHeard, session }) =>
      token === client.token && status === UNAUTHORIZED && isHeard && session?.kind !== 'begin',
  )
  if (isOver) client.token = null
}
