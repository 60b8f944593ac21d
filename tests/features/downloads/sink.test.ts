// @vitest-environment node
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openSink } from '#features/downloads/sink.ts'
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

describe('a file in the browser’s storage', () => {
  test('holds all that was written, in order, until it is discarded', async () => {
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

  test('is discarded before it is whole, too', async () => {
    const storage = stubBrowserStorage()
    const sink = await openedSink()
    await sink.write(bytes('ID'))
    await sink.discard()
    expect(storage.fileNames()).toEqual([])
  })

  test('of a closed page is removed, and of an open page stays', async () => {
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

test('a browser without a storage of its own has no such file', async () => {
  vi.stubGlobal('navigator', {})
  expect(await openSink()).toBeNull()
})
