import type { History, Operation, Write } from '#tests/simulation/history.ts'
import type { Violation } from '#tests/simulation/model/violation.ts'

/**
 * A change as the model sees it: all requests of one idempotency key together. It takes effect once, between the first
 * request and the first response that acknowledges it.
 */
export interface Change {
  readonly value: string
  readonly from: number
  /** Infinity while the change may still take effect. */
  readonly to: number
  readonly isSure: boolean
  readonly words: string
}

const BEFORE_ALL = -1
/** The value of every register before its first change. */
export const ABSENT = 'absent'

/**
 * Each register of a history read by its clients, and at the end. A read may see a change that began before the read
 * ended, unless a later change was surely over before the read began: the rule of a regular register (Lamport 1986).
 */
export function checkRegisters({ operations }: History, atTheEnd: readonly Write[] = []): Violation[] {
  const changes = changesByRegister(operations)
  const reads = operations.flatMap(({ id, seen, begun, ended }) =>
    seen.map((read) => ({ ...read, place: `in operation ${id}`, from: begun.tick, to: ended?.tick ?? begun.tick })),
  )
  const last = atTheEnd.map((read) => ({ ...read, place: 'at the end', from: Infinity, to: Infinity }))
  return [...reads, ...last].flatMap(({ register, value, place, from, to }): Violation[] => {
    const registered = changes.get(register) ?? []
    if (possibleValues(registered, from, to).has(value)) return []
    const isKnown = registered.some((change) => change.value === value) || value === ABSENT
    const lines = [
      `${register} is "${value}" ${place} (ticks ${from}–${to})`,
      ...registered.map(({ words }) => `  ${words}`),
    ]
    return [{ rule: isKnown ? 'no acknowledged save is lost' : 'no phantom save', lines }]
  })
}

/** The values that a read from tick `from` to tick `to` may see. */
export function possibleValues(changes: readonly Change[], from: number, to: number): ReadonlySet<string> {
  const all: readonly Change[] = [
    { value: ABSENT, from: BEFORE_ALL, to: BEFORE_ALL, isSure: true, words: '' },
    ...changes,
  ]
  const isReplaced = (old: Change) =>
    all.some((later) => later !== old && later.isSure && later.from > old.to && later.to < from)
  return new Set(all.filter((change) => change.from < to && !isReplaced(change)).map(({ value }) => value))
}

export function changesByRegister(operations: readonly Operation[]): Map<string, Change[]> {
  const changes = new Map<string, Change[]>()
  for (const group of groupsByKey(operations)) {
    const change = changeOf(group)
    const [first] = group
    if (change === null || first === undefined) continue
    for (const { register, value } of first.writes) {
      changes.set(register, [...(changes.get(register) ?? []), { ...change, value }])
    }
  }
  return changes
}

/** The operations of each key; those without a key alone. */
export function groupsByKey(operations: readonly Operation[]): readonly (readonly Operation[])[] {
  const groups = new Map<string, Operation[]>()
  for (const operation of operations) {
    const key = operation.key ?? `operation ${operation.id}`
    groups.set(key, [...(groups.get(key) ?? []), operation])
  }
  return [...groups.values()]
}

/** Null if it surely took no effect. */
function changeOf(group: readonly Operation[]): Omit<Change, 'value'> | null {
  const possible = group.filter(({ outcome }) => outcome !== 'refused')
  if (possible.length === 0) return null
  const done = group.filter(({ outcome }) => outcome === 'done')
  const from = Math.min(...possible.map(({ begun }) => begun.tick))
  const over = (ones: readonly Operation[]) => ones.map(({ ended }) => ended?.tick ?? Infinity)
  const words = group.map(inWords).join('; ')
  if (done.length > 0) return { from, to: Math.min(...over(done)), isSure: true, words }
  return { from, to: Math.max(...over(possible)), isSure: false, words }
}

export function inWords({ id, client, words, begun, ended, outcome, status }: Operation): string {
  const answer = status === null ? outcome : `${outcome} (${status})`
  return `#${id} ${client}: ${words}, ticks ${begun.tick}–${ended?.tick ?? '…'}, ${answer}`
}
