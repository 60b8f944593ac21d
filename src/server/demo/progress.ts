export interface Progress {
  readonly done: number
  readonly total: number
  /** Null until an estimate is possible. */
  readonly secondsLeft: number | null
}

/** Reports work done, and the total. */
export type Report = (done: number, total: number) => void

/** Below this share of the work no estimate is possible. */
const ESTIMATE_SHARE_MIN = 0.03

/** Keeps the last report, with an estimate of the remaining time. */
export function trackProgress(now: () => number): { report: Report; current: () => Progress } {
  const startedAt = now()
  let done = 0
  let total = 1
  return {
    report: (newlyDone, all) => {
      done = newlyDone
      total = all
    },
    current: () => {
      const share = done / total
      const elapsed = (now() - startedAt) / 1_000
      const secondsLeft = share < ESTIMATE_SHARE_MIN ? null : Math.ceil((elapsed * (1 - share)) / share)
      return { done, total, secondsLeft }
    },
  }
}

const WIDTH = 30

/** Without a bar, a line is printed after each quarter of the work. */
const SHARE_A_LINE = 0.25

interface Terminal {
  readonly isTTY?: boolean
  readonly write: (text: string) => unknown
}

const EVERY_MILLISECONDS = 250

interface Making {
  readonly address: string
  readonly database: Promise<unknown>
  readonly progress: () => Progress
}

/** Shows the progress in the terminal until the data exist. */
export async function showProgress(terminal: Terminal, { address, database, progress }: Making): Promise<void> {
  terminal.write(`Making the synthetic data; ${address} shows the progress.\n`)
  const bar = createProgressBar(terminal)
  const timer = setInterval(() => bar.show(progress()), EVERY_MILLISECONDS)
  try {
    await database
  } finally {
    clearInterval(timer)
    bar.end()
  }
}

/** A progress bar on a terminal; elsewhere a line from time to time. */
export function createProgressBar(terminal: Terminal): { show: (progress: Progress) => void; end: () => void } {
  let written = 0
  return {
    show: ({ done, total, secondsLeft }) => {
      const share = done / total
      if (terminal.isTTY === true) {
        const filled = Math.round(share * WIDTH)
        const left = secondsLeft === null ? '' : `  ${secondsLeft} s left`
        const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
        terminal.write(`\r${bar} ${Math.floor(share * 100)} %${left}\u001B[K`)
      } else if (share >= written + SHARE_A_LINE) {
        written = Math.floor(share / SHARE_A_LINE) * SHARE_A_LINE
        terminal.write(`${Math.floor(share * 100)} %\n`)
      }
    },
    end: () => {
      if (terminal.isTTY === true) terminal.write('\r\u001B[K')
    },
  }
}
