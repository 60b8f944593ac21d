import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { percentile, type BenchRow } from '#tests/bench/report.ts'

/** Maximum milliseconds that the main thread of the server works without returning to its event loop. */
const LONGEST_STRETCH = 50

export interface EventLoopWatch {
  /** Environment variables for the server. */
  readonly environment: Readonly<Record<string, string>>
  /** The longest stretch since a time in milliseconds since 1970. */
  readonly rowSince: (begin: number, during: string) => BenchRow
  readonly remove: () => void
}

/** Measures the stretches of work of a server's main thread in processor time, so that other processes do not count. */
export function watchEventLoop(): EventLoopWatch {
  const folder = mkdtempSync(join(tmpdir(), 'diver-work-'))
  const file = join(folder, 'stretches')
  const hook = new URL('./record-work.mjs', import.meta.url).href
  return {
    environment: { NODE_OPTIONS: `--import ${hook}`, WORK_FILE: file },
    rowSince: (begin, during) => {
      const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
      const stretches = lines.flatMap((line) => {
        const [time = 0, milliseconds = 0] = line.split(' ').map(Number)
        return time >= begin ? [milliseconds] : []
      })
      console.log(
        `Stretches of work of 20 ms or more ${during}: ${stretches.length}, p95 ${Math.round(percentile(stretches, 0.95))} ms.`,
      )
      const value = Math.max(0, ...stretches)
      return { what: `event loop ${during}, the longest stretch`, value, budget: LONGEST_STRETCH, unit: 'ms' }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
