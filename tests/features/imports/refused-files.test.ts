import { createStore } from 'jotai'
import { expect, test } from 'vitest'
import { IMPORT_BYTES_MAX, IMPORT_FILES_MAX } from '#domain/limits.ts'
import type { ChosenFile } from '#features/imports/choose-files.ts'
import { importAtom } from '#features/imports/state.ts'
import { takeFiles } from '#features/imports/use-cases.ts'

const SILENT = { success: () => undefined, error: () => undefined, failure: () => undefined }

function chosen(path: string): ChosenFile {
  return { path, file: new File([], path) }
}

test.each<[string, () => readonly ChosenFile[], string]>([
  ['no file', () => [], 'The folder has no files.'],
  [
    'no table',
    () => [chosen('a.docx'), chosen('b.nii')],
    'None of these 2 files is a table, a pedigree or a dictionary.',
  ],
  [
    'too many files',
    () => Array.from({ length: IMPORT_FILES_MAX + 1 }, (_, place) => chosen(`${place}.csv`)),
    'These are 20,001 files; at most 20,000 can be taken.',
  ],
  [
    'too many bytes',
    () => {
      const { path, file } = chosen('huge.csv')
      Object.defineProperty(file, 'size', { value: IMPORT_BYTES_MAX + 1 })
      return [{ path, file }]
    },
    'at most 2 GB can be sent. The command line has no such limit.',
  ],
])('refuses a selection of %s and sends no request', async (_case, files, message) => {
  const store = createStore()
  const call = () => Promise.reject(new Error('Nothing is sent.'))
  await takeFiles({ call, store, user: null, toast: SILENT }, files())
  expect(store.get(importAtom)).toMatchObject({
    step: 'choose',
    failure: { message: expect.stringContaining(message) },
  })
})
