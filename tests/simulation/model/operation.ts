import type { Operation } from '#tests/simulation/history.ts'

/** A request for the tests of the model: done, from one tick to another. */
export function operationFrom(from: number, to: number, more: Partial<Operation> = {}): Operation {
  return {
    id: from,
    client: 'researcher',
    account: 'researcher',
    action: 'POST /variableset/edit',
    words: 'edit',
    token: null,
    key: null,
    writes: [],
    session: null,
    isAudited: true,
    process: 1,
    begun: { tick: from, clock: from },
    ended: { tick: to, clock: to },
    outcome: 'done',
    status: 200,
    made: null,
    begunToken: null,
    seen: [],
    isHeard: true,
    isDisturbed: false,
    ...more,
  }
}
