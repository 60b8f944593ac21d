/** Somebody who waits for what is taken, and the call that lets them begin; whoever begins leaves the list. */
export interface Waiting<Ticket> {
  readonly ticket: Ticket
  readonly begin: () => void
}

/** Those who wait, in the order of their coming. */
export interface WaitingList<Ticket, Turn> {
  /** Those who wait now: a list of its own, from which nobody goes while it is gone through. */
  readonly all: () => readonly Waiting<Ticket>[]
  /** Resolves to what `start` gives once they may begin; rejects, and waits no longer, where the signal aborts first. */
  readonly wait: (ticket: Ticket, signal: AbortSignal) => Promise<Turn>
}

/** An empty list of those who wait until somebody lets them begin, which is what `start` does. */
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
