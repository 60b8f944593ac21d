import type { Scenario } from '#tests/corpus/corpus-request.ts'
import { PARTIAL } from '#tests/corpus/partial-account.ts'
import type { Exchange } from '#tests/corpus/recording.ts'
import { SCENARIOS } from '#tests/corpus/scenarios.ts'
import { Sender } from '#tests/corpus/send.ts'
import { startProduct } from '#tests/support/running-product.ts'

/** Sends all requests of each scenario to a new product. */
export async function recordAll(): Promise<Exchange[]> {
  const recording: Exchange[] = []
  for (const scenario of SCENARIOS) recording.push(...(await record(scenario)))
  return recording
}

async function record({ name, environment, requests }: Scenario): Promise<Exchange[]> {
  const product = await startProduct({ environment, account: PARTIAL })
  const sender = new Sender(product.url)
  try {
    const exchanges: Exchange[] = []
    for (const request of requests) exchanges.push(await sender.exchange(name, request))
    return exchanges
  } finally {
    sender.close()
    await product.stop()
  }
}
