import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import {
  count,
  countOrHidden,
  countOrZero,
  id,
  nameSent,
  textOrEmpty,
  optionalId,
  textOrNull,
} from '#contract/shapes/values.ts'
import { DOWNLOAD_PREVIEW_ROWS, DOWNLOAD_PREVIEW_ROWS_MAX } from '#domain/limits.ts'
import {
  UNABLE_TO_COUNT_ANSWERS,
  UNABLE_TO_GENERATE_DOWNLOAD,
  UNABLE_TO_GET_VARIABLES,
  UNABLE_TO_PREVIEW_DOWNLOAD,
  UNABLE_TO_GET_FILES,
  UNABLE_TO_MAKE_FILE_AGAIN,
} from '#domain/messages.ts'

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

const downloadId = v.pipe(v.union([nameSent, v.number()]), v.transform(String), v.nonEmpty())
const numericText = v.pipe(v.union([nameSent, v.number()]), v.transform(Number), v.safeInteger())

/** Answers as codes, or as the codes' labels. */
const CODE_FORMS = ['codes', 'labels'] as const
export type CodeForm = (typeof CODE_FORMS)[number]

const Prepared = v.object({ download_id: downloadId })

export const downloadNew = endpoint({
  method: 'POST',
  path: '/cohort/download/new',
  summary: 'Prepares the file of a variable set for a cohort.',
  audit: 'Prepare a download',
  input: v.object({ cohortid: id, varsetid: id }),
  answer: v.union([
    v.array(Prepared),
    v.pipe(
      Prepared,
      v.transform((prepared) => [prepared]),
    ),
  ]),
  failure: () => UNABLE_TO_GENERATE_DOWNLOAD,
})

export const DownloadPreview = v.pipe(
  v.object({
    columns: v.array(v.string()),
    data: v.array(v.array(v.nullable(v.union([v.string(), v.number()])))),
    total: v.nullish(count),
    excluded: v.nullish(v.array(v.object({ collection: textOrEmpty, count: countOrHidden })), []),
    /** Withdrawn individuals of the cohort, who have no row; null if it is hidden. */
    withdrawn: countOrHidden,
  }),
  v.transform((preview) => ({ ...preview, total: preview.total ?? preview.data.length })),
)
export type DownloadPreview = v.InferOutput<typeof DownloadPreview>

export const downloadPreview = endpoint({
  method: 'GET',
  path: '/cohort/download/preview',
  summary: 'Some rows of a prepared file.',
  input: v.object({
    downloadid: downloadId,
    offset: v.optional(v.pipe(numericText, v.minValue(0)), 0),
    limit: v.optional(v.pipe(numericText, v.minValue(1), v.maxValue(DOWNLOAD_PREVIEW_ROWS_MAX)), DOWNLOAD_PREVIEW_ROWS),
  }),
  answer: DownloadPreview,
  failure: () => UNABLE_TO_PREVIEW_DOWNLOAD,
})

/**
 * Cells that a spreadsheet would evaluate as formulas: kept, or escaped by an apostrophe (capability
 * "escape-formulas").
 */
const FORMULAS = ['keep', 'escape'] as const
export type Formulas = (typeof FORMULAS)[number]

/** The columns of the CSV (capability "csv-forms"). */
const columnForms = {
  codes: v.optional(v.picklist(CODE_FORMS), 'codes'),
  /** Whether partial dates have year, month and day in columns of their own beside them. */
  dates: v.optional(v.picklist(['whole', 'parts']), 'whole'),
}

const file = {
  downloadid: downloadId,
  filename: v.pipe(nameSent, v.nonEmpty()),
  formulas: v.optional(v.picklist(FORMULAS), 'keep'),
  ...columnForms,
  /** Whether the file begins with a byte order mark, without which Excel misreads letters (capability "csv-forms"). */
  bom: v.optional(v.picklist(['no', 'yes']), 'no'),
}

export const download = endpoint({
  method: 'GET',
  path: '/cohort/download',
  summary: 'A prepared file, with its length.',
  audit: 'Download rows at once',
  files: ['text/csv'],
  input: v.object(file),
  answer: v.unknown(),
  failure: () => UNABLE_TO_GENERATE_DOWNLOAD,
})

export const downloadStream = endpoint({
  method: 'GET',
  path: '/cohort/downloadstream',
  summary: 'The same file as it is made, over HTTP/1.1 or later.',
  audit: 'Download rows',
  files: ['text/csv'],
  input: v.object(file),
  answer: v.unknown(),
  failure: () => UNABLE_TO_GENERATE_DOWNLOAD,
})

export const downloadSyntax = endpoint({
  method: 'GET',
  path: '/cohort/download/syntax',
  summary: 'SPSS syntax that reads the CSV of this name, with labels and missing values.',
  capability: 'csv-forms',
  files: ['text/plain'],
  input: v.object({ downloadid: downloadId, filename: v.pipe(nameSent, v.nonEmpty()), ...columnForms }),
  answer: v.unknown(),
  failure: () => UNABLE_TO_GENERATE_DOWNLOAD,
})

export const downloadBundle = endpoint({
  method: 'GET',
  path: '/cohort/download/bundle',
  summary: 'The same rows as a zip with Parquet, dictionaries and definitions, over HTTP/1.1 or later.',
  audit: 'Download a bundle',
  capability: 'bundle',
  files: ['application/zip'],
  input: v.object({ downloadid: downloadId, codes: v.optional(v.picklist(CODE_FORMS), 'codes') }),
  answer: v.unknown(),
  failure: () => UNABLE_TO_GENERATE_DOWNLOAD,
})

export const downloadQueue = endpoint({
  method: 'GET',
  path: '/cohort/download/queue',
  summary: 'How many files are made before a prepared one.',
  capability: 'download-queue',
  input: v.object({ downloadid: downloadId }),
  answer: v.object({ state: textOrEmpty, ahead: countOrZero, running: countOrZero }),
  failure: () => UNABLE_TO_GENERATE_DOWNLOAD,
})

/** Answers of the individuals that the user may download. Lists by collection are in the order of `collections`. */
const DownloadCompleteness = v.object({
  individuals: count,
  /** Individuals with an answer to every question; [UNK] of a custom variable is no answer. */
  complete: count,
  collections: v.array(v.object({ collection: textOrEmpty, individuals: count })),
  /** One for each question, with the newest of its versions in the set. */
  variables: v.array(
    v.object({
      variable_name: v.string(),
      /** The versions that count as one, newest first; null for one variable. */
      versions: v.nullish(v.array(v.string()), null),
      answered: v.array(count),
      /** With a record of the form, but without an answer, or with [UNK]. */
      unknown: v.array(count),
      /** Individuals with an answer to every other question. */
      complete_without: count,
    }),
  ),
})
export type DownloadCompleteness = v.InferOutput<typeof DownloadCompleteness>

export const downloadCompleteness = endpoint({
  method: 'GET',
  path: '/cohort/download/completeness',
  summary: 'How many answers a file of a variable set for a cohort has.',
  capability: 'completeness',
  input: v.object({
    cohortid: id,
    varsetid: id,
    /** An answer to any version is an answer to its question, or each version is a question. */
    versions: v.optional(v.picklist(['joined', 'apart']), 'joined'),
  }),
  answer: DownloadCompleteness,
  failure: () => UNABLE_TO_COUNT_ANSWERS,
})

export const DICTIONARY_FORMATS = ['redcap', 'bids'] as const
export type DictionaryFormat = (typeof DICTIONARY_FORMATS)[number]

export const variableDictionary = endpoint({
  method: 'GET',
  path: '/variable/dictionary',
  summary: 'The dictionary of a variable set or of the catalog.',
  capability: 'dictionary',
  files: ['text/csv', 'application/json'],
  input: v.object({
    format: v.picklist(DICTIONARY_FORMATS),
    varsetid: optionalId,
    filename: v.nullish(nameSent),
  }),
  answer: v.unknown(),
  failure: () => UNABLE_TO_GET_VARIABLES,
})
