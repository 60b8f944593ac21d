import { defaultFilter } from 'cmdk'
import type { ChoiceRow } from '#command-kit/argument-source.ts'
import { rankRows } from '#command-kit/row-ranking.ts'
import { questionOf } from '#tests/bench/made-questions.ts'
import { percentile, type BenchRow } from '#tests/bench/report.ts'

const ROWS = 6_000
const SHOWN = 50
const TYPED = ['mood', 'onset age', 'sleep worst', 'VAR_12', 'anx', 'family ev']

/** The palette's ranking against cmdk's, over the same names and questions. */
export function measureFilter(): BenchRow[] {
  const rows = Array.from({ length: ROWS }, (_, index): ChoiceRow => ({
    value: `VAR_${index}`,
    title: `VAR_${index}`,
    detail: questionOf(index),
  }))
  const ranked = keyTimes((text) => rankRows(rows, text, SHOWN))
  const cmdk = keyTimes((text) =>
    rows
      .map((row) => ({ row, score: defaultFilter(row.title, text, [row.detail ?? '']) }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, SHOWN),
  )
  const reference = { name: `cmdk's own filter`, value: cmdk }
  return [{ what: `palette ranking of a key p95, 6,000 variables`, value: ranked, budget: cmdk, unit: 'ms', reference }]
}

/** Milliseconds of the slowest keys, letter by letter, after a discarded round. */
function keyTimes(rank: (text: string) => unknown): number {
  const times: number[] = []
  for (const round of [0, 1]) {
    for (const text of TYPED) {
      for (let end = 1; end <= text.length; end++) {
        const begun = performance.now()
        rank(text.slice(0, end))
        if (round > 0) times.push(performance.now() - begun)
      }
    }
  }
  return percentile(times, 0.95)
}
