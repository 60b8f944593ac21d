import { availableParallelism } from 'node:os'
import { Refusal } from '#server/platform/http/refusal.ts'

/** A fair scheduler of CPU-bound work: the requests of one account do not delay those of others. */
export interface FairQueue {
  /** Runs `work` when a slot is free; rejects if the signal aborts first. */
  readonly run: <Result>(accountId: number, signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>
  /** Resolves when no work runs, at most after so many milliseconds. */
  readonly untilIdle: (atMost: number) => Promise<void>
}

/** One more than the processors: one request reads rows while another counts. */
const CONCURRENCY = Math.max(2, availableParallelism()) + 1

/** Waiting requests of one account. */
export const WAITING_MAX = 64

/** Round robin over accounts: the least recently served account is next. While others wait, an account has one slot. */
export function createFairQueue(concurrency = CONCURRENCY): FairQueue {
  const running = new Map<number, number>()
  const waiting = createWaitingList(start)
  const idleListeners = new Set<() => void>()
  /** Accounts by their last start, the latest last. */
  const served = new Set<number>()

  function mayStart(accountId: number): boolean {
    const ofAll = [...running.values()].reduce((sum, count) => sum + count, 0)
    const ofAccount = running.get(accountId) ?? 0
    if (ofAll >= concurrency) return false
    const doOthersWait = waiting.all().some(({ ticket }) => ticket !== accountId && !running.has(ticket))
    return ofAccount === 0 || (ofAccount < concurrency - 1 && !doOthersWait)
  }

  function start(accountId: number): void {
    running.set(accountId, (running.get(accountId) ?? 0) + 1)
    served.delete(accountId)
    served.add(accountId)
  }

  function end(accountId: number): void {
    const left = (running.get(accountId) ?? 0) - 1
    if (left > 0) running.set(accountId, left)
    else running.delete(accountId)
    const order = [...served]
    const byLastServed = waiting.all().toSorted((one, other) => order.indexOf(one.ticket) - order.indexOf(other.ticket))
    for (const next of byLastServed) if (mayStart(next.ticket)) next.begin()
    if (running.size > 0) return
    served.clear()
    for (const notify of idleListeners) notify()
  }

  return {
    untilIdle: (atMost) => {
      if (running.size === 0) return Promise.resolve()
      return new Promise((resolve) => {
        const notify = () => {
          clearTimeout(timer)
          idleListeners.delete(notify)
          resolve()
        }
        const timer = setTimeout(notify, atMost)
        idleListeners.add(notify)
      })
    },
    run: async (accountId, signal, work) => {
      signal.throwIfAborted()
      if (waiting.all().filter(({ ticket }) => ticket === accountId).length >= WAITING_MAX) throw tooMany()
      if (mayStart(accountId)) start(accountId)
      else await waiting.wait(accountId, signal)
      try {
        return await work()
      } finally {
        end(accountId)
      }
    },
  }
}

function tooMany(): Refusal {
  return new Refusal(429, 'Too many calls of yours are waiting. Please try again in a moment.', {
    headers: { 'retry-after': '1' },
  })
}

/** A waiting caller; `start` resolves its promise and removes it from the list. */
export interface Waiting<Ticket> {
  readonly ticket: Ticket
  readonly begin: () => void
}

/** Waiting callers in the order of arrival. */
interface WaitingList<Ticket, Turn> {
  /** A copy, so that callers may leave during iteration. */
  readonly all: () => readonly Waiting<Ticket>[]
  /** Resolves to the result of `start`; rejects and leaves the list if the signal aborts first. */
  readonly wait: (ticket: Ticket, signal: AbortSignal) => Promise<Turn>
}

/** An empty queue; `start` creates the slot that a caller waits for. */
export function createWaitingList<Ticket, Turn>(start: (ticket: Ticket) => Turn): WaitingList<Ticket, Turn> {
  const waiting: Waiting<Ticket>[] = []
  return {
    all: () => waiting.slice(),
    wait: (ticket, signal) =>
      new Promise((resolve, reject) => {
        const leave = () => {
          waiting.splice(waiting.indexOf(entry), 1)
          signal.removeEventListener('abort', giveUp)
        }
        const giveUp = () => {
          leave()
          reject(signal.reason)
        }
        const entry: Waiting<Ticket> = {
          ticket,
          begin: () => {
            leave()
            resolve(start(ticket))
          },
        }
        waiting.push(entry)
        signal.addEventListener('abort', giveUp, { once: true })
      }),
  }
}
