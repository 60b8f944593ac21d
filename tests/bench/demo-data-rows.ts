import { percentile, type BenchRow } from '#tests/bench/report.ts'
import { startProduct } from '#tests/support/running-product.ts'

const SMALL = '0.02'
const WHOLE = '1'
const TIMES = 3

/** First start of the built server: time until synthetic data exist and login works. */
export async function measureDemoData(): Promise<BenchRow[]> {
  const small: number[] = []
  for (let time = 0; time < TIMES; time++) small.push(await firstStart(SMALL))
  return [
    { what: 'synthetic data of 2,129 participants, created', value: percentile(small, 0.5), budget: 3_000, unit: 'ms' },
    {
      what: 'synthetic data of 106,466 participants, created',
      value: await firstStart(WHOLE),
      budget: 60_000,
      unit: 'ms',
    },
  ]
}

async function firstStart(scale: string): Promise<number> {
  const product = await startProduct({ isFirstStart: true, environment: { DEMO_SCALE: scale } })
  try {
    return (await product.readyTime) - product.startTime
  } finally {
    await product.stop()
  }
}
