import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { IMPORT_PIECE_BYTES } from '#domain/limits.ts'
import { sendBytesAtom } from '#entities/server-state/services.ts'
import { catalogAtom } from '#entities/variables/variables.ts'
import type { ChosenFile } from '#features/imports/choose-files.ts'
import { importAtom, importOpenAtom, isStale, isUnderWay } from '#features/imports/state.ts'
import {
  acceptMissing,
  askToUndo,
  cancelImport,
  leaveFileOut,
  openImport,
  readFiles,
  runImport,
  takeFiles,
  undoLastImport,
  changeReadingAtom,
} from '#features/imports/use-cases.ts'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { loadStudy } from '#tests/support/study.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createTestServer, type Username } from '#tests/support/test-server.ts'

interface Importer extends SignedInClient {
  readonly user: { readonly username: string; readonly isAdmin: boolean; readonly collections: readonly string[] }
  readonly toast: Record<'success' | 'error' | 'failure', (text: string) => void>
  readonly toasts: string[]
}

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean()
})

/** A page of an administrator, over a server of its own that keeps files in a folder. */
async function newImporter(username: Username = 'admin'): Promise<Importer> {
  const folder = mkdtempSync(join(tmpdir(), 'import-use-cases-'))
  const holding = await openTestDatabase(folder)
  await loadStudy(holding, SMALL_STUDY)
  const server = await createTestServer({ holding })
  cleanups.push(() => {
    server.close()
    rmSync(folder, { recursive: true })
  })
  const client = await signInClient(server, username)
  const toasts: string[] = []
  const toast = (text: string) => void toasts.push(text)
  const user = { username, isAdmin: username === 'admin', collections: [] }
  return { ...client, user, toasts, toast: { success: toast, error: toast, failure: toast } }
}

let importer: Importer
beforeEach(async () => {
  importer = await newImporter()
})

const view = (one: Importer = importer) => one.store.get(importAtom)
const step = () => view().step

function chosen(path: string, content = ''): ChosenFile {
  return { path, file: new File([content], path) }
}

const MOOD = chosen('mood.csv', 'id,age,low\na,30,1\nb,41,0\nc,52,1\n')
const SLEEP = chosen('sleep.csv', 'id,hours\na,7\nb,8\nc,6\n')

describe('choosing files', () => {
  test('sends the files, reads them and shows the report', async () => {
    await takeFiles(importer, [chosen('study/notes.md', 'Nothing'), { ...MOOD, path: 'study/mood.csv' }])
    expect(view()).toMatchObject({
      step: 'report',
      files: { count: 1, bytes: MOOD.file.size, leftOut: ['notes.md'] },
      sentBytes: MOOD.file.size,
      report: { individuals: 3 },
      failure: null,
    })
    expect(isStale(view())).toBe(false)
  })

  test('sends a large file in chunks, and an empty file in one request', async () => {
    const large = chosen('large.csv', `id,note\na,${'x'.repeat(IMPORT_PIECE_BYTES)}\n`)
    await takeFiles(importer, [large, chosen('empty.csv')])
    expect(importer.sent.filter((request) => request === 'POST /import/file')).toHaveLength(3)
    expect(view().sentBytes).toBe(large.file.size)
  })

  test('reports a network failure at the file selection', async () => {
    importer.network.isDown = true
    await takeFiles(importer, [MOOD])
    expect(view()).toMatchObject({ step: 'choose', reportId: null })
    expect(view().failure?.message).not.toBe('')
  })

  test('shows the server’s refusal to a user who is not an administrator', async () => {
    const researcher = await newImporter('researcher')
    await takeFiles(researcher, [MOOD])
    expect(view(researcher)).toMatchObject({
      step: 'choose',
      failure: { message: expect.stringContaining('Only an administrator may import data.') },
    })
  })
})

describe('reading the files again', () => {
  beforeEach(() => takeFiles(importer, [MOOD, SLEEP]))

  test('updates the report after the options change', async () => {
    importer.store.set(changeReadingAtom, { types: { AGE: 'text' } })
    expect(isStale(view())).toBe(true)
    await readFiles(importer)
    expect(isStale(view())).toBe(false)
    expect(JSON.stringify(view().report)).toContain('"text"')
  })

  test('keeps the report and the error of an invalid option until the form changes', async () => {
    importer.store.set(changeReadingAtom, { missing: '=' })
    await readFiles(importer)
    expect(view()).toMatchObject({ step: 'report', report: { individuals: 3 } })
    expect(view().failure?.issues.map(({ path }) => path)).toEqual(['missing'])
    importer.store.set(changeReadingAtom, { missing: '' })
    expect(view().failure).toBeNull()
  })

  test('accepts missing codes beside earlier ones', async () => {
    importer.store.set(changeReadingAtom, { missing: '-8' })
    await acceptMissing(importer, 'age=999')
    expect(view()).toMatchObject({ step: 'report', reading: { missing: '-8,age=999' } })
  })

  test('counts an excluded file', async () => {
    expect(view().report?.forms).toHaveLength(2)
    expect(await leaveFileOut(importer, SLEEP.path)).toBeUndefined()
    expect(view()).toMatchObject({ step: 'report', files: { count: 1, leftOut: [SLEEP.path] } })
    expect(view().report?.forms).toHaveLength(1)
  })

  test('fails for a file that was not sent and changes nothing', async () => {
    expect(await leaveFileOut(importer, 'other.csv')).toMatchObject({ ok: false, status: 404 })
    expect(view()).toMatchObject({ step: 'report', files: { count: 2, leftOut: [] } })
  })
})

describe('importing', () => {
  test('adds the data to the visible catalog and shows a toast if the dialog is closed', async () => {
    const catalog = importer.show(catalogAtom)
    await expect.poll(() => catalog().data?.length).toBeGreaterThan(0)
    const count = catalog().data?.length
    await takeFiles(importer, [MOOD])
    importer.store.set(changeReadingAtom, { collection: 'ct' })
    await runImport(importer)
    expect(view()).toMatchObject({ step: 'done', report: null, failure: null })
    await expect.poll(() => catalog().data?.length).not.toBe(count)
    expect(importer.toasts).toEqual(['The data are imported.'])
  })

  test('returns to the report if the server refuses the import', async () => {
    await takeFiles(importer, [MOOD])
    importer.store.set(changeReadingAtom, { collection: '  ' })
    await runImport(importer)
    expect(view()).toMatchObject({ step: 'report', report: { individuals: 3 } })
    expect(view().failure?.issues.map(({ path }) => path)).toEqual(['collection'])
  })

  test('sends no request without a report', async () => {
    await runImport(importer)
    await readFiles(importer)
    expect(await leaveFileOut(importer, MOOD.path)).toBeUndefined()
    expect(importer.sent).toEqual([])
  })
})

describe('undoing the last import', () => {
  test('reports the number of removed individuals and restores the catalog', async () => {
    const catalog = importer.show(catalogAtom)
    await takeFiles(importer, [MOOD])
    await runImport(importer)
    await expect.poll(() => catalog().isFetching).toBe(false)
    const before = catalog().data
    await takeFiles(importer, [chosen('body.csv', 'id,height\nd,170\ne,180\nf,175\n')])
    await runImport(importer)
    await expect.poll(() => catalog().data).not.toEqual(before)
    await askToUndo(importer)
    expect(importer.store.get(importOpenAtom)).toBe(true)
    expect(step()).toBe('undo')
    expect(view().progress?.undoable).not.toBeNull()
    await undoLastImport(importer)
    expect(importer.toasts.at(-1)).toBe('The last import was undone: 3 individuals removed.')
    expect(step()).toBe('choose')
    await expect.poll(() => catalog().data).toEqual(before)
  })

  test('fails if there is no import to undo', async () => {
    await askToUndo(importer)
    await undoLastImport(importer)
    expect(view().step).toBe('undo')
    expect(view().failure?.message).not.toBe('')
    expect(importer.toasts).toEqual([])
  })
})

describe('cancelling', () => {
  /** Holds each piece back until the gate is opened. */
  function holdPieces(one: Importer): () => void {
    const { sendBytes } = one.store.get(sendBytesAtom)
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    one.store.set(sendBytesAtom, {
      sendBytes: async (...piece) => {
        await gate
        return sendBytes(...piece)
      },
    })
    return open
  }

  test('stops the upload of one page and not of another', async () => {
    const other = await newImporter()
    const openGates = [importer, other].map(holdPieces)
    const sending = [importer, other].map((one) => takeFiles(one, [MOOD]))
    expect([importer, other].map((one) => isUnderWay(view(one)))).toEqual([true, true])
    await cancelImport(importer)
    for (const open of openGates) open()
    await Promise.all(sending)
    expect(view()).toMatchObject({ step: 'choose', report: null, files: null, failure: null })
    expect(view(other)).toMatchObject({ step: 'report', report: { individuals: 3 } })
  })

  test('reports a network failure and keeps the report', async () => {
    await takeFiles(importer, [MOOD])
    importer.network.isDown = true
    await cancelImport(importer)
    expect(view().failure?.message).not.toBe('')
    expect(view().report).not.toBeNull()
  })
})

describe('opening the dialog', () => {
  test('shows the previous report again', async () => {
    openImport(importer)
    await takeFiles(importer, [MOOD])
    importer.store.set(importOpenAtom, false)
    openImport(importer)
    expect(step()).toBe('report')
    expect(importer.store.get(importOpenAtom)).toBe(true)
  })

  test('starts from the beginning for another user', async () => {
    openImport(importer)
    await takeFiles(importer, [MOOD])
    openImport({ ...importer, user: { ...importer.user, username: 'second' } })
    expect(view()).toMatchObject({ step: 'choose', username: 'second', report: null })
  })
})
