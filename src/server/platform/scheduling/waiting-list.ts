/** A waiting caller; `start` resolves its promise and removes it from the list. */
export interface Waiting<Ticket> {
  readonly ticket: Ticket
  readonly begin: () => void
}

/** Waiting callers in the order of arrival. */
export interface WaitingList<Ticket, Turn> {
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
          waiting.splice(waiting.indexOf(own), 1)
          signal.removeEventListener('abort', giveUp)
        }
        const giveUp = () => {
          leave()
          reject(signal.reason)
        }
        const own: Waiting<Ticket> = {
          ticket,
          begin: () => {
            leave()
            resolve(start(ticket))
          },
        }
        waiting.push(own)
        signal.addEventListener('abort', giveUp, { once: true })
      }),
  }
}
