import { formatCount, formatSize } from '#domain/numbers.ts'

interface MadeOn {
  /** Null for data from before there were releases. */
  readonly madeOn: string | null
  readonly today: string
  readonly before: number | null
  readonly after: number | null
}

/** "Made on 2026.1 · today (2026.2) 4,210 → 4,377"; the sizes are absent where they are hidden or unknown. */
export function madeOnWords({ madeOn, today, before, after }: MadeOn): string {
  const made = madeOn === null ? 'Made on earlier data' : `Made on ${madeOn}`
  if (after === null) return `${made} · the data are now ${today}`
  return `${made} · today (${today}) ${formatSize(before)} → ${formatCount(after)}`
}
