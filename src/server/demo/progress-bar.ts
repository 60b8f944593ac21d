import type { Progress } from '#server/demo/progress.ts'

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
    show: ({ done, of, secondsLeft }) => {
      const share = done / of
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
