import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { App } from '#server/platform/http/caller.ts'
import { serveFrontEnd } from '#server/platform/http/static-files.ts'

const FIRST_FILES = {
  each: ['assets/signed-in.js', 'assets/signed-in.css'],
  ofPath: {
    '/': { files: ['assets/dashboard.js'], requests: ['/variableset/info'] },
    '/cohorts/:id': { files: ['assets/cohort.js'], requests: ['/cohort/info?cohortid=:id', '/cohort/info'] },
    '/cohorts/build/:id?': { files: ['assets/rules.js'], requests: ['/cohort/info?cohortid=:id'] },
  },
}

let directory: string
let app: App
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'first-files-'))
  await mkdir(join(directory, '.vite'))
  await writeFile(join(directory, 'index.html'), '<html><head><title>page</title></head></html>')
  await writeFile(join(directory, '.vite/first-files.json'), JSON.stringify(FIRST_FILES))
  app = new Hono()
  serveFrontEnd(app, directory)
})
afterEach(() => rm(directory, { recursive: true }))

async function filesFor(path: string, headers: Record<string, string> = { cookie: 'diver_session=1' }) {
  const page = await (await app.request(path, { headers })).text()
  return [...page.matchAll(/<link rel="preload" as="(?:script|style)" crossorigin href="\/assets\/([^"]+)"/g)].map(
    ([, file]) => file,
  )
}

test('names the files of the first screen in a page that is asked for with a cookie', async () => {
  expect(await filesFor('/')).toEqual(['signed-in.js', 'signed-in.css', 'dashboard.js'])
  expect(await filesFor('/cohorts/12?tab=members')).toEqual(['signed-in.js', 'signed-in.css', 'cohort.js'])
  expect(await filesFor('/cohorts/build')).toEqual(['signed-in.js', 'signed-in.css', 'rules.js'])
  expect(await filesFor('/cohorts/build/12')).toEqual(['signed-in.js', 'signed-in.css', 'rules.js'])
  expect(await filesFor('/nowhere/at/all')).toEqual(['signed-in.js', 'signed-in.css'])
})

async function requestsFor(path: string, headers: Record<string, string> = { cookie: 'diver_session=1' }) {
  const page = await (await app.request(path, { headers })).text()
  return [...page.matchAll(/<link rel="preload" as="fetch" crossorigin data-early href="\/api\/v0([^"]+)"/g)].map(
    ([, request]) => request,
  )
}

test('names the requests of each page and of its first screen', async () => {
  const each = ['/project/current', '/project/info']
  expect(await requestsFor('/')).toEqual([...each, '/variableset/info'])
  expect(await requestsFor('/cohorts/12?tab=members')).toEqual([...each, '/cohort/info?cohortid=12', '/cohort/info'])
  expect(await requestsFor('/nowhere/at/all')).toEqual(each)
  expect(await requestsFor('/', {})).toEqual([])
})

test('names no request for an id that is missing or no number', async () => {
  const each = ['/project/current', '/project/info']
  expect(await requestsFor('/cohorts/build')).toEqual(each)
  expect(await requestsFor('/cohorts/12"><script>')).toEqual([...each, '/cohort/info'])
  expect(await requestsFor('/cohorts/12345678901')).toEqual([...each, '/cohort/info'])
})

test('names no file in a page that is asked for without a cookie', async () => {
  expect(await filesFor('/', {})).toEqual([])
  expect(await (await app.request('/')).text()).toBe('<html><head><title>page</title></head></html>')
})

test('serves the page of a front end without a list of first files', async () => {
  await rm(join(directory, '.vite/first-files.json'))
  expect(await filesFor('/')).toEqual([])
  expect((await app.request('/', { headers: { cookie: 'diver_session=1' } })).status).toBe(200)
})
