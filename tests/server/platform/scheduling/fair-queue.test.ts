import { expect, test } from 'vitest'
import { createFairQueue, type FairQueue } from '#server/platform/scheduling/fair-queue.ts'

/** Work that ends on demand, and the work that has started. */
function work(fairQueue: FairQueue) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (accountId: number, name: string, signal = new AbortController().signal) =>
    fairQueue.run(accountId, signal, () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    })
  const end = async (name: string, asked: Promise<string>) => {
    ends.get(name)?.()
    await asked
  }
  return { begun, ask, end }
}

const ATTACKER = 1

test('a single account can use all slots but one, and one slot while others wait', async () => {
  const { begun, ask, end } = work(createFairQueue(3))
  const [first, second, third] = ['a1', 'a2', 'a3'].map((name) => ask(ATTACKER, name))
  await Promise.resolve()
  expect(begun).toEqual(['a1', 'a2'])
  const others = [2, 3].map((account) => ask(account, `of ${account}`))
  await Promise.resolve()
  expect(begun).toEqual(['a1', 'a2', 'of 2'])
  if (first && second && third) await end('a1', first)
  expect(begun).toEqual(['a1', 'a2', 'of 2', 'of 3'])
  if (second) await end('a2', second)
  expect(begun.at(-1)).toBe('a3')
  await Promise.all([third && end('a3', third), ...others.map((asked, place) => end(`of ${place + 2}`, asked))])
})

test('the least recently served account is next, whatever the number of earlier requests', async () => {
  const { begun, ask, end } = work(createFairQueue(2))
  const asked = new Map(['a1', 'a2', 'a3', 'a4'].map((name) => [name, ask(ATTACKER, name)]))
  for (const account of [2, 3]) asked.set(`of ${account}`, ask(account, `of ${account}`))
  for (let place = 0; place < asked.size; place++) {
    await Promise.resolve()
    const name = begun[place] ?? ''
    await end(name, asked.get(name) ?? Promise.resolve(''))
  }
  expect(begun).toEqual(['a1', 'of 2', 'of 3', 'a2', 'a3', 'a4'])
})

test('an aborted caller leaves the queue', async () => {
  const { begun, ask, end } = work(createFairQueue(2))
  const running = ask(ATTACKER, 'a1')
  const controller = new AbortController()
  const aborted = ask(ATTACKER, 'a2', controller.signal)
  controller.abort(new Error('gone'))
  await expect(aborted).rejects.toThrow('gone')
  const after = ask(ATTACKER, 'a3')
  await end('a1', running)
  expect(begun).toEqual(['a1', 'a3'])
  await end('a3', after)
})

test('refuses requests beyond the queue limit, and serves other accounts as before', async () => {
  const { ask, end } = work(createFairQueue(2))
  const first = ask(ATTACKER, 'a')
  const waiting = Array.from({ length: 64 }, (_, place) => ask(ATTACKER, `a${place}`))
  await expect(ask(ATTACKER, 'one too many')).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
  const other = ask(2, 'of 2')
  await end('of 2', other)
  await end('a', first)
  for (const [place, asked] of waiting.entries()) await end(`a${place}`, asked)
})

test('untilIdle resolves when no work runs, or after its limit', async () => {
  const fairQueue = createFairQueue(2)
  const { ask, end } = work(fairQueue)
  await fairQueue.untilIdle(60_000)
  const running = ask(ATTACKER, 'a')
  await fairQueue.untilIdle(1)
  const reported: string[] = []
  const quiet = fairQueue.untilIdle(60_000).then(() => reported.push('quiet'))
  await Promise.resolve()
  expect(reported).toEqual([])
  await end('a', running)
  await quiet
  expect(reported).toEqual(['quiet'])
})
