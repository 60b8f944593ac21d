// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { saveFam } from '#features/pedigrees/save-fam.ts'
import { createTestServer } from '#tests/support/test-server.ts'
import { watchDownloads, type DownloadWatch } from '#tests/support/watch-downloads.ts'

let watch: DownloadWatch
beforeEach(() => {
  watch = watchDownloads()
})
afterEach(() => watch.end())

test('downloads the pedigrees from a URL that returns a .fam file', async () => {
  saveFam({ cohortId: 1, filename: 'Adults & more.fam', variable: 'MARITAL', value: '2' })
  saveFam({ cohortId: 1 })
  expect(watch.started.map(({ name }) => name)).toEqual(['Adults & more.fam', 'pedigrees.fam'])
  const server = await createTestServer()
  const fetch = await server.fetchAs('admin')
  const responses = await Promise.all(watch.started.map(({ address }) => fetch(address)))
  const texts = await Promise.all(responses.map((response) => response.text()))
  server.close()
  const phenotypes = texts.map(
    (text) =>
      new Set(
        text
          .trim()
          .split('\n')
          .map((line) => line.split(/\s+/).at(-1)),
      ),
  )
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  expect(responses[0]?.headers.get('content-disposition')).toContain('more.fam')
  expect(phenotypes[0]).toContain('2')
  expect(phenotypes[1]).not.toContain('2')
})
