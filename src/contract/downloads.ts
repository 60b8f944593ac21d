import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { count, countOrHidden, countOrZero, id, nameSent, textOrEmpty, optionalId } from '#contract/shapes/values.ts'
import { DOWNLOAD_PREVIEW_ROWS, DOWNLOAD_PREVIEW_ROWS_MAX } from '#domain/limits.ts'
import {
  UNABLE_TO_COUNT_ANSWERS,
  UNABLE_TO_GENERATE_DOWNLOAD,
  UNABLE_TO_GET_VARIABLES,
  UNABLE_TO_PREVIEW_DOWNLOAD,
} from '#domain/messages.ts'

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

const file = {
  downloadid: downloadId,
  filename: v.pipe(nameSent, v.nonEmpty()),
  formulas: v.optional(v.picklist(FORMULAS), 'keep'),
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
  /** Individuals with an answer to every variable; [UNK] of a custom variable is no answer. */
  complete: count,
  collections: v.array(v.object({ collection: textOrEmpty, individuals: count })),
  variables: v.array(
    v.object({
      variable_name: v.string(),
      answered: v.array(count),
      /** With a record of the form, but without an answer, or with [UNK]. */
      unknown: v.array(count),
      /** Individuals with an answer to every other variable. */
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
  input: v.object({ cohortid: id, varsetid: id }),
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
