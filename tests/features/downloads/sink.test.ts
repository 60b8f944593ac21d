import { afterEach, describe, expect, test, vi } from 'vitest'
import { openSink } from '#features/downloads/run-job.ts'
import { stubBrowserStorage } from '#tests/support/browser-storage.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const bytes = (text: string) => new TextEncoder().encode(text)

async function openedSink() {
  const sink = await openSink()
  if (sink === null) throw new Error('The browser has a storage.')
  return sink
}

describe('file in browser storage', () => {
  test('keeps all written bytes in order until it is discarded', async () => {
    const storage = stubBrowserStorage()
    const sink = await openedSink()
    await sink.write(bytes('ID,AGE\n'))
    await sink.write(bytes('P01,52\n'))
    const file = await sink.finish()
    expect(await file.text()).toBe('ID,AGE\nP01,52\n')
    expect(storage.fileNames()).toHaveLength(1)
    await sink.discard()
    expect(storage.fileNames()).toEqual([])
  })

  test('can be discarded before it is complete', async () => {
    const storage = stubBrowserStorage()
    const sink = await openedSink()
    await sink.write(bytes('ID'))
    await sink.discard()
    expect(storage.fileNames()).toEqual([])
  })

  test('is removed if its page is closed and kept while the page is open', async () => {
    const storage = stubBrowserStorage()
    storage.leaveFile('of-a-closed-page')
    const first = await openedSink()
    expect(storage.fileNames()).not.toContain('of-a-closed-page')
    const second = await openedSink()
    expect(storage.fileNames()).toHaveLength(2)
    await first.discard()
    await openedSink()
    expect(storage.fileNames()).toHaveLength(2)
    await second.discard()
  })
})

test('returns null in a browser without private storage', async () => {
  vi.stubGlobal('navigator', {})
  expect(await openSink()).toBeNull()
})
