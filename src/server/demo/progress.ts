/** How far the making of the data has come. */
export interface Progress {
  readonly done: number
  readonly of: number
  /** Null until there is something to judge by. */
  readonly secondsLeft: number | null
}

/** How much of the work is done. */
export type Report = (done: number, of: number) => void

/** Below this share of the work the speed is not known well enough. */
const SHARE_TO_JUDGE_BY = 0.03

/** Keeps what was last reported, with an estimate of the time left. */
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
      const secondsLeft = share < SHARE_TO_JUDGE_BY ? null : Math.ceil((elapsed * (1 - share)) / share)
      return { done, of, secondsLeft }
    },
  }
}
