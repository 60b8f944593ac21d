import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { count, countOrHidden, nameSent, textOrEmpty, textOrNull } from '#contract/shapes/values.ts'
import { UNABLE_TO_GET_FILES, UNABLE_TO_MAKE_FILE_AGAIN } from '#domain/messages.ts'

/** Files that were downloaded, and the same files again (capability "download-files"). Not in files that the first screen loads. */

const fileid = v.pipe(nameSent, v.nonEmpty())

const DownloadFile = v.object({
  fileid: v.string(),
  made_at: v.string(),
  file_name: v.string(),
  is_bundle: v.boolean(),
  cohort_name: textOrEmpty,
  set_name: textOrEmpty,
  rows: count,
  /** Without the id columns. */
  variables: count,
  /** Null, as its hash is, if individuals of the file or of its release were withdrawn since. */
  bytes: countOrHidden,
  sha256: textOrNull,
  /** Name and version of the program that made it. */
  software: textOrEmpty,
  /** The release of its data and the hash of that release; null if the release was undone. */
  release: textOrNull,
  release_hash: textOrNull,
})

export const filesInfo = endpoint({
  method: 'GET',
  path: '/cohort/download/files',
  summary: 'The files that you downloaded, newest first, without those that repeat another.',
  capability: 'download-files',
  input: v.object({}),
  answer: v.object({ data: v.array(DownloadFile) }),
  failure: () => UNABLE_TO_GET_FILES,
})

export const fileInfo = endpoint({
  method: 'GET',
  path: '/cohort/download/file',
  summary: 'A file that you downloaded: its definitions, and what prevents the same file today.',
  capability: 'download-files',
  input: v.object({ fileid }),
  answer: v.object({
    file: DownloadFile,
    /** The definitions of rows and columns (JSON), as in a bundle. */
    definitions: textOrNull,
    /** When it was made again, newest first. */
    again: v.array(v.object({ made_at: v.string(), sha256: textOrNull, software: textOrEmpty })),
    /** Why it cannot be made again at all, or null. */
    prevented: textOrNull,
    /** Individuals of the file who were withdrawn since; null with small-count protection. */
    withdrawn: countOrHidden,
    /** Individuals who would be left out, because you may no longer read their collection; a null count is hidden. */
    left_out: v.array(v.object({ collection: textOrEmpty, count: countOrHidden })),
  }),
  failure: () => UNABLE_TO_GET_FILES,
})

export const fileAgain = endpoint({
  method: 'GET',
  path: '/cohort/download/again',
  summary: 'A file again, with the individuals, the definitions and the data release of then.',
  audit: 'Download a file again',
  capability: 'download-files',
  files: ['text/csv', 'application/zip'],
  input: v.object({ fileid }),
  answer: v.unknown(),
  failure: () => UNABLE_TO_MAKE_FILE_AGAIN,
})
