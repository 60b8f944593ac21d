import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { live, type Life } from '#tests/lives/life.ts'
import type { Violation } from '#tests/lives/model/violation.ts'
import { ProcessKilled } from '#tests/lives/scheduler.ts'
import { makeTemplate } from '#tests/lives/template.ts'

export interface Part {
  /** The first seed of the whole run, and its number of lives. */
  readonly begin: number
  readonly count: number
  /** Milliseconds since 1970 after which no further life begins. */
  readonly until: number
  /** This process lives every `of`-th life from `place`. */
  readonly place: number
  readonly of: number
  /** Ends after the first life with a violation. */
  readonly isOver: boolean
}

/** Lives its part of a run; prints each life as a line of JSON. */
export async function runPart({ begin, count, until, place, of, isOver }: Part): Promise<void> {
  await withTemplate(async (template) => {
    for (let life = place; life < count && Date.now() < until; life += of) {
      const { lines: _, ...lived } = await liveHandled(begin + life, template)
      process.stdout.write(`${JSON.stringify(lived)}\n`)
      if (isOver && lived.violations.length > 0) return
    }
  })
}

export function liveOnce(seed: number): Promise<Life> {
  return withTemplate((template) => liveHandled(seed, template))
}

/** A life, with the errors that nothing handled as violations. */
async function liveHandled(seed: number, template: string): Promise<Life> {
  const unhandled: Violation[] = []
  const collect = (error: unknown) => {
    // What a killed process began has no listener any more.
    if (error instanceof ProcessKilled) return
    unhandled.push({ rule: 'every error is handled', lines: [error instanceof Error ? (error.stack ?? '') : ''] })
  }
  process.on('unhandledRejection', collect)
  try {
    const life = await live(seed, template)
    return { ...life, violations: [...life.violations, ...unhandled] }
  } finally {
    process.off('unhandledRejection', collect)
  }
}

/** A file system in memory: the faults of a disk are simulated above it. */
const MEMORY = '/dev/shm'

async function withTemplate<Result>(work: (template: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'lives-'))
  try {
    return await work(await makeTemplate(join(folder, 'template')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
