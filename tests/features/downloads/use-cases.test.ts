// @vitest-environment jsdom
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Store } from '#command-kit/context.ts'
import { cohortsAtom } from '#entities/cohorts/cohorts.ts'
import { variableSetsAtom } from '#entities/variable-sets/variable-sets.ts'
import { allJobsAtom, jobsAtom, PLAIN_CSV, type DownloadJob, type FileToSave } from '#features/downloads/jobs.ts'
import { cancelDownload, retryDownload, saveBundle, saveDownload } from '#features/downloads/use-cases.ts'
import { forgetUser } from '#features/session/log-in.ts'
import { stubBrowserStorage, type BrowserStorage } from '#tests/support/browser-storage.ts'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'
import { watchDownloads, type DownloadWatch } from '#tests/support/watch-downloads.ts'
import { ADULTS } from '#tests/support/wire-drafts.ts'

let server: TestServer
let client: SignedInClient
let storage: BrowserStorage
let watch: DownloadWatch
/** The files that the browser was given whole. */
let blobs: Blob[]
let cohortId: number
let variableSetId: number
beforeEach(async () => {
  server = await createTestServer()
  client = await signInClient(server, 'admin')
  cohortId = await client.saveOnWire('/cohort/new', ADULTS)
  variableSetId = await client.saveOnWire('/variableset/new', { name: 'Ages', variables: ['AGE', 'MARITAL'] })
  storage = stubBrowserStorage()
  watch = watchDownloads()
  blobs = []
  const createObjectURL = (blob: Blob) => `blob:${blobs.push(blob)}`
  vi.stubGlobal('URL', Object.assign(class extends URL {}, { createObjectURL, revokeObjectURL: () => undefined }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  watch.end()
  server.close()
})

const Prepared = v.tuple([v.object({ download_id: v.string() })])

async function csvFile(change: Partial<FileToSave> = {}): Promise<FileToSave> {
  const fetch = await server.fetchAs('admin')
  const response = await fetch('/api/v0/cohort/download/new', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cohortid: cohortId, varsetid: variableSetId }),
  })
  const [prepared] = v.parse(Prepared, await response.json())
  const file = { name: 'adults.csv', isAgain: false, bundle: null, csv: PLAIN_CSV, totalRows: null }
  return { ...file, downloadId: prepared.download_id, ...change }
}

function latestJob(store: Store = client.store): DownloadJob {
  const [job] = store.get(jobsAtom)
  if (!job) throw new Error('There is no download.')
  return job
}

const state = () => latestJob().state

describe('saving a file', () => {
  test('streams the complete file, counts its rows and saves it under its name', async () => {
    saveDownload(client.store, await csvFile())
    expect(state()).toBe('waiting')
    await expect.poll(state).toBe('done')
    const [file] = blobs
    const text = (await file?.text()) ?? ''
    expect(text).toContain('52')
    expect(latestJob()).toMatchObject({ rows: text.trim().split('\n').length - 1, bytes: file?.size, message: '' })
    expect(watch.started).toEqual([{ address: 'blob:1', name: 'adults.csv' }])
  })

  test('passes the URL to the browser if there is no private storage', async () => {
    vi.stubGlobal('navigator', {})
    saveDownload(client.store, await csvFile({ csv: { ...PLAIN_CSV, escapesFormulas: true } }))
    await expect.poll(state).toBe('handed-over')
    const [started] = watch.started
    expect(started).toEqual({ address: latestJob().url, name: 'adults.csv' })
    expect(started?.address).toContain('formulas=escape')
    const fetch = await server.fetchAs('admin')
    const response = await fetch(started?.address ?? '')
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('52')])
  })

  test('asks for confirmation before the page is left during a download only', async () => {
    const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    saveDownload(client.store, await csvFile())
    expect(isAsked()).toBe(true)
    await expect.poll(state).toBe('done')
    expect(isAsked()).toBe(false)
  })

  test('fails with the server’s message and leaves no file in storage', async () => {
    saveDownload(client.store, await csvFile({ downloadId: 'none' }))
    await expect.poll(state).toBe('failed')
    expect(latestJob().message).not.toBe('')
    await expect.poll(storage.fileNames).toEqual([])
    expect(watch.started).toEqual([])
  })

  test('fails without a network and succeeds on a retry', async () => {
    const file = await csvFile()
    client.network.isDown = true
    saveDownload(client.store, file)
    await expect.poll(state).toBe('failed')
    client.network.isDown = false
    retryDownload(client.store, undefined)
    await expect.poll(state).toBe('done')
    expect(latestJob().message).toBe('')
  })
})

describe('cancelling a download', () => {
  test('ends the download without a file and allows a retry', async () => {
    saveDownload(client.store, await csvFile())
    cancelDownload(client.store, undefined)
    await expect.poll(state).toBe('cancelled')
    await expect.poll(storage.fileNames).toEqual([])
    expect(watch.started).toEqual([])
    retryDownload(client.store, latestJob().id)
    await expect.poll(state).toBe('done')
  })

  test('ends only the download with the given id', async () => {
    const file = await csvFile()
    saveDownload(client.store, { ...file, name: 'first.csv' })
    const { id } = latestJob()
    saveDownload(client.store, { ...file, name: 'second.csv' })
    cancelDownload(client.store, id)
    const states = () => client.store.get(jobsAtom).map((job) => `${job.file.name} ${job.state}`)
    await expect.poll(states).toEqual(['second.csv done', 'first.csv cancelled'])
  })

  test('ignores the cancellation or retry of a completed download', async () => {
    saveDownload(client.store, await csvFile())
    await expect.poll(state).toBe('done')
    cancelDownload(client.store, undefined)
    retryDownload(client.store, undefined)
    expect([state(), watch.started.length]).toEqual(['done', 1])
  })

  test('cancels downloads on logout and hides them from the next user', async () => {
    saveDownload(client.store, await csvFile())
    forgetUser(client.store)
    await expect.poll(() => client.store.get(allJobsAtom).map((job) => job.state)).toEqual(['cancelled'])
    expect(client.store.get(jobsAtom)).toEqual([])
  })
})

describe('saving a bundle', () => {
  test('prepares the bundle and names it after the cohort and the set', async () => {
    const shown = [client.show(cohortsAtom), client.show(variableSetsAtom)]
    await expect.poll(() => shown.every((list) => list().data !== undefined)).toBe(true)
    expect(await saveBundle(client.store, cohortId, variableSetId, 'labels')).toBeUndefined()
    await expect.poll(state).toBe('done')
    expect(watch.started.map(({ name }) => name)).toEqual(['Adults-Ages.zip'])
    expect((await blobs[0]?.text())?.slice(0, 2)).toBe('PK')
  })

  test('fails and starts no download if the cohort does not exist', async () => {
    expect(await saveBundle(client.store, 999, variableSetId, 'codes')).toMatchObject({ ok: false, status: 404 })
    expect(client.store.get(allJobsAtom)).toEqual([])
  })
})
