/** One row of the benchmark: a measurement and its budget. */
export interface BenchRow {
  readonly what: string
  readonly value: number
  readonly budget: number
  readonly unit: 'ms' | 'kB' | 'MB' | 'nodes' | 'calls' | 'points' | 'x' | '%'
  /** The reference value, and the ratio to it. */
  readonly reference?: { readonly name: string; readonly value: number }
}

export function printRows(rows: readonly BenchRow[]): void {
  const table = rows.map(({ what, value, budget, unit, reference }) => ({
    what,
    measured: `${formatted(value, unit)} ${unit}`,
    budget: `${formatted(budget, unit)} ${unit}`,
    holds: value <= budget ? 'yes' : 'NO',
    reference: reference ? `${(value / reference.value).toFixed(1)}x ${reference.name}` : '',
  }))
  console.table(table)
}

function formatted(value: number, unit: BenchRow['unit']): string {
  return value.toFixed(unit === 'x' ? 2 : 1)
}

/** A percentile of the samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** Milliseconds of each run, after discarded warm-up runs. */
export async function timings(runs: number, work: (run: number) => Promise<unknown>): Promise<number[]> {
  const samples: number[] = []
  for (let run = -3; run < runs; run++) {
    const start = performance.now()
    await work(run + 3)
    if (run >= 0) samples.push(performance.now() - start)
  }
  return samples
}
