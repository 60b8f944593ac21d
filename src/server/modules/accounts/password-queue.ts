import { availableParallelism } from 'node:os'
import { LRUCache } from 'lru-cache'
import { Refusal } from '#server/platform/http/refusal.ts'
import { createWaitingList, type Waiting } from '#server/platform/scheduling/waiting-list.ts'

/** Password hashes running at once: half of the processors are left to those who are signed in. */
const AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2))
/** Attempts that wait: of one address, and in all. */
const WAITING_OF_ADDRESS = 64
const WAITING_IN_ALL = 256
/** Milliseconds that a turn is assumed to take before any was measured, and the weight of each measurement. */
const FIRST_ESTIMATE = 50
const WEIGHT = 0.1
/** Addresses and accounts whose last turn is remembered. */
const SERVED_KEPT = 10_000

/** Who waits for a password to be checked. */
export interface PasswordOwner {
  readonly address: string
  readonly username: string
}

/**
 * The fair queue before the password hash. A free place goes to the address that had a turn longest ago, within it to
 * the account that had one longest ago. One account has one turn at a time per address, so that its failures are
 * counted one after another. Where the queue is full, the address and account with the most attempts lose the latest.
 */
export interface PasswordTurns {
  /** Waits for a turn; returns what ends it. Throws a 429 where the queue is full, the signal's reason where it aborts. */
  readonly take: (owner: PasswordOwner, signal: AbortSignal) => Promise<() => void>
}

interface Ticket {
  readonly address: string
  readonly account: string
  /** How many turns had begun when it came. */
  readonly since: number
  /** Takes the attempt out of the queue, in favour of one that has waited for less. */
  readonly dropped: AbortController
}

/** `now` gives milliseconds from any beginning. */
export function createPasswordTurns(atOnce = AT_ONCE, now: () => number = () => performance.now()): PasswordTurns {
  const running = new Set<string>()
  const waiting = createWaitingList<Ticket, () => void>(begin)
  /** The place in the order of turns, by address and by account. */
  const served = new LRUCache<string, number>({ max: SERVED_KEPT })
  let turns = 0
  let estimate = FIRST_ESTIMATE

  function begin({ address, account }: Ticket): () => void {
    const begun = now()
    running.add(account)
    turns += 1
    served.set(address, turns).set(account, turns)
    return () => {
      if (!running.delete(account)) return
      estimate += WEIGHT * (now() - begun - estimate)
      beginNext()
    }
  }

  function beginNext(): void {
    while (running.size < atOnce) {
      const [next] = waiting
        .all()
        .filter(({ ticket }) => !running.has(ticket.account))
        .toSorted(
          (one, other) =>
            rank(one, 'address') - rank(other, 'address') || rank(one, 'account') - rank(other, 'account'),
        )
      if (!next) return
      next.begin()
    }
  }

  /** The turn since which it waits. Later arrivals rank behind it, so that none waits for ever. */
  function rank({ ticket }: Waiting<Ticket>, of: 'address' | 'account'): number {
    return Math.max(served.peek(ticket[of]) ?? 0, ticket.since)
  }

  /** Makes room for one more attempt, or refuses it. */
  function makeRoom(ticket: Ticket): void {
    const all = waiting.all().map((one) => one.ticket)
    const ofAddress = all.filter(({ address }) => address === ticket.address)
    if (ofAddress.length >= WAITING_OF_ADDRESS) return dropLatest(ofAddress, 'account', ticket)
    if (all.length >= WAITING_IN_ALL) dropLatest(all, 'address', ticket)
  }

  function dropLatest(tickets: readonly Ticket[], of: 'address' | 'account', newcomer: Ticket): void {
    const counts = new Map<string, number>()
    for (const ticket of tickets) counts.set(ticket[of], (counts.get(ticket[of]) ?? 0) + 1)
    const most = Math.max(...counts.values())
    if ((counts.get(newcomer[of]) ?? 0) + 1 >= most) throw tooMany()
    tickets.findLast((ticket) => counts.get(ticket[of]) === most)?.dropped.abort(tooMany())
  }

  function tooMany(): Refusal {
    const seconds = Math.max(1, Math.ceil((waiting.all().length * estimate) / atOnce / 1_000))
    return new Refusal(429, 'Too many logins at once. Please try again in a moment.', {
      headers: { 'retry-after': String(seconds) },
    })
  }

  return {
    take: async ({ address, username }, signal) => {
      signal.throwIfAborted()
      const account = JSON.stringify([address, username])
      const ticket = { address, account, since: turns, dropped: new AbortController() }
      if (running.size < atOnce && !running.has(ticket.account)) return begin(ticket)
      makeRoom(ticket)
      return waiting.wait(ticket, AbortSignal.any([signal, ticket.dropped.signal]))
    },
  }
}
