export interface Progress {
  readonly done: number
  readonly of: number
  /** Null until an estimate is possible. */
  readonly secondsLeft: number | null
}

/** Reports work done, and the total. */
export type Report = (done: number, of: number) => void

/** Below this share of the work no estimate is possible. */
const ESTIMATE_SHARE_MIN = 0.03

/** Keeps the last report, with an estimate of the remaining time. */
export function trackProgress(now: () => number): { report: Report; current: () => Progress } {
  const startedAt = now()
  let done = 0
  let of = 1
  return {
    report: (newlyDone, all) => {
      done = newlyDone
      of = all
    },
    current: () => {
      const share = done / of
      const elapsed = (now() - startedAt) / 1_000
      const secondsLeft = share < ESTIMATE_SHARE_MIN ? null : Math.ceil((elapsed * (1 - share)) / share)
      return { done, of, secondsLeft }
    },
  }
}
