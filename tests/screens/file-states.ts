import type { Page } from '@playwright/test'
import type { ScreenState } from '#tests/screens/states.ts'

const FILE = {
  fileid: '7',
  made_at: '2026-11-20T09:30:00Z',
  file_name: 'High as well as low mood-Mood, sleep and background.csv',
  is_bundle: false,
  cohort_name: 'High as well as low mood',
  set_name: 'Mood, sleep and background',
  rows: 56,
  variables: 13,
  bytes: 6_214,
  sha256: '3fa9c1'.repeat(11).slice(2),
  software: 'DIVER workspace 0.50.3',
  release: '2026.1',
  release_hash: '81b0e2'.repeat(11).slice(2),
}

const FILES = [
  FILE,
  { ...FILE, fileid: '6', file_name: FILE.file_name.replace('.csv', '.zip'), is_bundle: true, bytes: 1_214_008 },
  {
    ...FILE,
    fileid: '5',
    made_at: '2026-03-02T14:05:00Z',
    file_name: 'All Individuals-SEX and 3 more.csv',
    rows: 2065,
  },
  { ...FILE, fileid: '4', made_at: '2026-02-11T08:00:00Z', release: null, release_hash: null },
]

const DEFINITIONS = JSON.stringify(
  {
    cohort: {
      name: FILE.cohort_name,
      operation: 'INTERSECT',
      parents: ['High mood at some time', 'Low mood at some time'],
    },
    variables: ['SEX', 'AGE_TODAY', 'MOOD_HIGH_EVER', 'MOOD_LOW_EVER', 'MOOD_HISTORY'],
  },
  null,
  2,
)

const EARLIER = {
  file: FILE,
  definitions: DEFINITIONS,
  again: [{ made_at: '2026-11-24T10:12:00Z', sha256: FILE.sha256, software: FILE.software }],
  prevented: null,
  left_out: [],
}

/** Sets the response of a path; only downloads of earlier days and releases would give these files. */
const answering =
  (path: string, json: object, status = 200) =>
  (page: Page) =>
    page.route(`**/api/v0/cohort/download/${path}`, (route) => route.fulfill({ status, json }))

const files = (name: string, before: ScreenState['before']): ScreenState => ({
  name: `downloaded files${name}`,
  user: 'researcher',
  path: '/downloads/files',
  isPrinted: true,
  ...(before && { before }),
})

const file = (name: string, json: object, status?: number): ScreenState => ({
  name: `downloaded file${name}`,
  user: 'researcher',
  path: `/downloads/files/${FILE.fileid}`,
  isPrinted: true,
  before: answering('file?*', json, status),
})

/** Downloaded files, and one of them with its citation. */
export const fileStates: readonly ScreenState[] = [
  files('', answering('files', { data: FILES })),
  files(', empty', answering('files', { data: [] })),
  files(', error', answering('files', { message: 'The disk is full.' }, 500)),
  file('', EARLIER),
  file(', fewer rows', { ...EARLIER, again: [], left_out: [{ collection: 'sz', count: 13 }] }),
  file(', not again', { ...EARLIER, again: [], definitions: null, prevented: 'The data release 2026.1 was undone.' }),
  file(', not found', { message: 'There is no such file.' }, 404),
]
