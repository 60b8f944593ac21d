/** One row of the benchmark: a measurement and its budget. */
export interface BenchRow {
  readonly what: string
  readonly value: number
  readonly budget: number
  readonly unit: 'ms' | 'kB' | 'MB' | 'nodes' | 'calls' | 'queries' | 'points' | 'x' | '%'
  readonly reference?: Reference
  /** The range of the medians of its turns, as a share of their median. */
  readonly noise?: number
}

/** Another measurement in the same minutes, and the largest ratio to it that holds on a machine of any speed. */
interface Reference {
  readonly name: string
  readonly value: number
  readonly ratio?: number
}

/** Whether a row is within its budget, or within its ratio to the reference: a slow machine slows both. */
export function holds({ value, budget, reference }: BenchRow): boolean {
  return value <= budget || (reference?.ratio !== undefined && value / reference.value <= reference.ratio)
}

export function printRows(rows: readonly BenchRow[]): void {
  const table = rows.map((row) => {
    const { what, value, budget, unit, reference, noise } = row
    return {
      what,
      measured: `${formatted(value, unit)} ${unit}`,
      budget: `${formatted(budget, unit)} ${unit}`,
      holds: holds(row) ? 'yes' : 'NO',
      reference: reference ? `${(value / reference.value).toFixed(1)}x ${reference.name}` : '',
      'or ratio': reference?.ratio === undefined ? '' : `${reference.ratio.toFixed(1)}x`,
      noise: noise === undefined ? '' : `${Math.round(noise * 100)} %`,
    }
  })
  console.table(table)
}

/** The range of the medians of turns, as a share of the median of all samples. */
export function noiseOf(turns: readonly (readonly number[])[]): number {
  const medians = turns.map((samples) => percentile(samples, 0.5))
  return (Math.max(...medians) - Math.min(...medians)) / percentile(turns.flat(), 0.5)
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
