// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { saveDictionary } from '#features/definitions/use-cases.ts'
import { signInClient } from '#tests/support/signed-in-client.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'
import { watchDownloads, type DownloadWatch } from '#tests/support/watch-downloads.ts'

let server: TestServer
let watch: DownloadWatch
beforeEach(async () => {
  server = await createTestServer()
  watch = watchDownloads()
})
afterEach(() => {
  watch.end()
  server.close()
})

test('downloads the dictionary of a variable set or of the whole catalog', async () => {
  const client = await signInClient(server, 'admin')
  const variableSetId = await client.saveOnWire('/variableset/new', { name: 'Ages', variables: ['AGE'] })
  saveDictionary({ format: 'redcap', variableSetId: variableSetId })
  saveDictionary({ format: 'bids' })
  const fetch = await server.fetchAs('admin')
  const [ofSet = '', ofCatalog = ''] = await Promise.all(
    watch.started.map(async ({ address }) => (await fetch(address)).text()),
  )
  expect(ofSet).toMatch(/\bage\b/i)
  expect(ofSet).not.toMatch(/marital/i)
  expect(Object.keys(JSON.parse(ofCatalog))).toEqual(expect.arrayContaining(['AGE', 'MARITAL']))
  // An empty name leaves the naming of the file to the server.
  expect(watch.started.map(({ name }) => name)).toEqual(['', ''])
})
