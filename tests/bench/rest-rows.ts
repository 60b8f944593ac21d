import { setTimeout } from 'node:timers/promises'
import { residentMegabytes, startOnStudy } from '#tests/bench/bench-server.ts'
import { previewSubset } from '#tests/bench/large-rows.ts'
import { BENCH_ACCOUNT } from '#tests/bench/large-study.ts'
import { percentile, type BenchRow } from '#tests/bench/report.ts'
import { signIn } from '#tests/support/api-session.ts'

const AT_ONCE = 16
const ROUNDS = 20
const REST = 3_000

/** The built server at the target size: memory while idle, and under concurrent requests. */
export async function measureRest(): Promise<BenchRow[]> {
  const product = await startOnStudy()
  try {
    await setTimeout(REST)
    const resting = residentMegabytes(product.pid)
    const session = await signIn(product.url, BENCH_ACCOUNT.username, BENCH_ACCOUNT.password)
    await previewSubset(session)
    const samples: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const asked = Array.from({ length: AT_ONCE }, async () => {
        const begun = performance.now()
        await previewSubset(session)
        return performance.now() - begun
      })
      samples.push(...(await Promise.all(asked)))
    }
    return [
      { what: 'start with existing data', value: product.startTime, budget: 2_000, unit: 'ms' },
      { what: 'idle server after its start', value: resting, budget: 400, unit: 'MB' },
      { what: `${AT_ONCE} subset previews at once p95`, value: percentile(samples, 0.95), budget: 150, unit: 'ms' },
    ]
  } finally {
    await product.stop()
  }
}
