import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPasswordQueue, type PasswordOwner } from '#server/modules/accounts/password-queue.ts'

const NEVER = new AbortController().signal

/** Attempts that hold their slots until released. */
function attemptsOn(atOnce = 1) {
  const clock = { now: 0 }
  const passwordQueue = createPasswordQueue(atOnce, () => clock.now)
  const order: string[] = []
  const ends: (() => void)[] = []
  const refused: unknown[] = []
  const ask = async (address: string, username: string, signal: AbortSignal = NEVER): Promise<void> => {
    try {
      ends.push(await passwordQueue.acquire({ address, username }, signal))
      order.push(`${username}@${address}`)
    } catch (error) {
      refused.push(error)
    }
  }
  /** Releases the slots until the queue is empty. */
  const settle = async (milliseconds = 0) => {
    for (;;) {
      await new Promise(setImmediate)
      const end = ends.shift()
      if (!end) return
      clock.now += milliseconds
      end()
    }
  }
  return { ask, order, ends, refused, settle }
}

test('runs the allowed number of hashes concurrently, and those of one account in sequence', async () => {
  const { ask, order, settle } = attemptsOn(2)
  for (const username of ['ada', 'ada', 'ada', 'ben', 'cid']) void ask('10.0.0.1', username)
  await new Promise(setImmediate)
  expect(order).toEqual(['ada@10.0.0.1', 'ben@10.0.0.1'])
  await settle()
  expect(order).toHaveLength(5)
})

test('serves the least recently served address, and within it the least recently served account', async () => {
  const { ask, order, settle } = attemptsOn()
  for (let loop = 0; loop < 40; loop++) void ask('10.0.0.66', 'mallory')
  for (let loop = 0; loop < 20; loop++) void ask('10.0.0.66', `mallory${loop}`)
  void ask('10.0.0.1', 'ada')
  void ask('10.0.0.66', 'ben')
  await settle()
  expect(order.indexOf('ada@10.0.0.1')).toBeLessThanOrEqual(2)
  expect(order.indexOf('ben@10.0.0.66')).toBeLessThan(24)
})

test('new names do not starve a caller who was served before', async () => {
  const { ask, order, ends } = attemptsOn()
  void ask('10.0.0.1', 'ada')
  void ask('10.0.0.1', 'x0')
  await new Promise(setImmediate)
  void ask('10.0.0.1', 'ada')
  for (let round = 1; round < 10; round++) {
    void ask('10.0.0.1', `x${round}`)
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  expect(order.filter((one) => one.startsWith('ada'))).toHaveLength(2)
})

test('a full queue drops attempts of the busiest caller and returns the waiting time', async () => {
  const { ask, order, refused, settle } = attemptsOn()
  for (let loop = 0; loop < 80; loop++) void ask('10.0.0.66', 'mallory')
  void ask('10.0.0.66', 'ada')
  await new Promise(setImmediate)
  expect(refused).toHaveLength(16)
  // 64 attempts of 50 ms each.
  expect(refused[0]).toMatchObject({ status: 429, headers: { 'retry-after': '4' } })
  await settle(100)
  expect(order).toContain('ada@10.0.0.66')
})

test('an aborted attempt leaves the queue', async () => {
  const { ask, order, refused, settle } = attemptsOn()
  const gone = new AbortController()
  void ask('10.0.0.1', 'ada')
  void ask('10.0.0.1', 'ben', gone.signal)
  gone.abort(new Error('gone'))
  await settle()
  expect([order, refused]).toEqual([['ada@10.0.0.1'], [new Error('gone')]])
})

test('each attempt is either served or refused once, and no two run concurrently', async () => {
  const owner: fc.Arbitrary<PasswordOwner> = fc.record({
    address: fc.constantFrom('a', 'b', 'c'),
    username: fc.constantFrom('x', 'y', 'z'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(owner, { maxLength: 400 }), async (owners) => {
      const { ask, order, refused, settle, ends } = attemptsOn()
      for (const { address, username } of owners) void ask(address, username)
      await new Promise(setImmediate)
      expect(ends.length).toBeLessThanOrEqual(1)
      await settle()
      expect(order.length + refused.length).toBe(owners.length)
    }),
    { numRuns: 30 },
  )
})

test('a served caller waits behind others, whatever the number of names', async () => {
  const { ask, order, ends, settle } = attemptsOn()
  for (let place = 1; place < 5_000; place++) {
    await ask(`10.1.${place >> 8}.${place & 255}`, 'made')
    ends.pop()?.()
  }
  order.length = 0
  for (const [address, username] of [
    ['10.0.0.1', 'first'],
    ['10.0.0.2', 'one'],
    ['10.0.0.2', 'two'],
    ['10.0.0.3', 'ada'],
    ['10.0.0.4', 'ben'],
  ] as const) {
    void ask(address, username)
  }
  await settle()
  expect(order).toEqual(['first@10.0.0.1', 'one@10.0.0.2', 'ada@10.0.0.3', 'ben@10.0.0.4', 'two@10.0.0.2'])
})
