import { availableParallelism } from 'node:os'
import { LRUCache } from 'lru-cache'
import { Refusal } from '#server/platform/http/refusal.ts'
import { createWaitingList, type Waiting } from '#server/platform/scheduling/fair-queue.ts'

/** Concurrent password hashes: half of the processors remain for signed-in users. */
const CONCURRENCY = Math.max(1, Math.floor(availableParallelism() / 2))
/** Waiting attempts: of one address, and in total. */
const WAITING_OF_ADDRESS = 64
const WAITING_IN_ALL = 256
/**
 * Estimated milliseconds of a hash before the first measurement, and the weight of each measurement (exponential moving
 * average).
 */
const FIRST_ESTIMATE = 50
const WEIGHT = 0.1
/** Addresses and accounts in the LRU cache of their last service. */
const SERVED_MAX = 10_000

/** Address and account of a waiting attempt. */
export interface PasswordOwner {
  readonly address: string
  readonly username: string
}

/**
 * Fair queue of password hashes. A free slot goes to the least recently served address, and within it to the least
 * recently served account. An account has one slot per address, so that its failures are counted in sequence. A full
 * queue drops the latest attempt of the busiest address and account.
 */
export interface PasswordQueue {
  /**
   * Waits for a slot; returns its release function. Throws 429 if the queue is full, and the signal's reason if it
   * aborts.
   */
  readonly acquire: (owner: PasswordOwner, signal: AbortSignal) => Promise<() => void>
}

interface Ticket {
  readonly address: string
  readonly account: string
  /** Number of slots granted before its arrival. */
  readonly since: number
  /** Removes the attempt from the queue, in favour of a later one. */
  readonly dropped: AbortController
}

/** `now` is a monotonic clock in milliseconds. */
export function createPasswordQueue(
  concurrency = CONCURRENCY,
  now: () => number = () => performance.now(),
): PasswordQueue {
  const running = new Set<string>()
  const waiting = createWaitingList<Ticket, () => void>(start)
  /** Sequence number of the last service, by address and by account. */
  const served = new LRUCache<string, number>({ max: SERVED_MAX })
  let granted = 0
  let estimate = FIRST_ESTIMATE

  function start({ address, account }: Ticket): () => void {
    const startedAt = now()
    running.add(account)
    granted += 1
    served.set(address, granted).set(account, granted)
    return () => {
      if (!running.delete(account)) return
      estimate += WEIGHT * (now() - startedAt - estimate)
      startNext()
    }
  }

  function startNext(): void {
    while (running.size < concurrency) {
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

  /** The sequence number since which it waits. Later arrivals rank behind it (no starvation). */
  function rank({ ticket }: Waiting<Ticket>, field: 'address' | 'account'): number {
    return Math.max(served.peek(ticket[field]) ?? 0, ticket.since)
  }

  /** Frees a place in the queue, or throws 429. */
  function makeRoom(ticket: Ticket): void {
    const all = waiting.all().map((one) => one.ticket)
    const ofAddress = all.filter(({ address }) => address === ticket.address)
    if (ofAddress.length >= WAITING_OF_ADDRESS) return dropLatest(ofAddress, 'account', ticket)
    if (all.length >= WAITING_IN_ALL) dropLatest(all, 'address', ticket)
  }

  function dropLatest(tickets: readonly Ticket[], field: 'address' | 'account', newcomer: Ticket): void {
    const counts = new Map<string, number>()
    for (const ticket of tickets) counts.set(ticket[field], (counts.get(ticket[field]) ?? 0) + 1)
    const most = Math.max(...counts.values())
    if ((counts.get(newcomer[field]) ?? 0) + 1 >= most) throw tooMany()
    tickets.findLast((ticket) => counts.get(ticket[field]) === most)?.dropped.abort(tooMany())
  }

  function tooMany(): Refusal {
    const seconds = Math.max(1, Math.ceil((waiting.all().length * estimate) / concurrency / 1_000))
    return new Refusal(429, 'Too many logins at once. Please try again in a moment.', {
      headers: { 'retry-after': String(seconds) },
    })
  }

  return {
    acquire: async ({ address, username }, signal) => {
      signal.throwIfAborted()
      const account = JSON.stringify([address, username])
      const ticket = { address, account, since: granted, dropped: new AbortController() }
      if (running.size < concurrency && !running.has(ticket.account)) return start(ticket)
      makeRoom(ticket)
      return waiting.wait(ticket, AbortSignal.any([signal, ticket.dropped.signal]))
    },
  }
}
