import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { ImportProgress, ImportReport } from '#contract/shapes/shapes-of-imports.ts'
import { count, nameSent, passwordSent, textSent } from '#contract/shapes/values.ts'
import { DATA_TYPES } from '#domain/data-types.ts'
import {
  readMissingCodes,
  readRepeatRules,
  readSameVariables,
  REPEATS,
  SIMILAR_IDS,
} from '#domain/imports/import-options.ts'
import { PASSWORD_MIN } from '#domain/limits.ts'
import {
  UNABLE_TO_CANCEL_IMPORT,
  UNABLE_TO_IMPORT,
  UNABLE_TO_READ_FILES,
  UNABLE_TO_SEND_FILES,
  UNABLE_TO_UNDO_IMPORT,
} from '#domain/messages.ts'

/**
 * Capability "import", for administrators. A folder's files are uploaded in pieces, read repeatedly until types and
 * columns are right, then imported: all of them or none. The upload is deleted afterwards.
 */

const reportId = v.pipe(nameSent, v.nonEmpty('Expected an id'))
const column = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(1_000)))
const named = v.nullish(v.pipe(nameSent, v.trim(), v.nonEmpty('This is blank.')), null)

/** Options for reading the files. A null one has the value that the study's last import kept, or the default. */
const reading = {
  report_id: reportId,
  collection: named,
  study: named,
  /** Whether options other than those kept with the study count, and are kept from now on. */
  new_options: v.optional(v.boolean(), false),
  skip_bad_rows: v.optional(v.boolean(), false),
  /** Whether the files' records replace existing ones; otherwise existing records are rejected. */
  update: v.optional(v.boolean(), false),
  /** Rule for repeated rows of one individual: `last`, `first:DATE`, `ae=wide,visits=last:DATE`. */
  repeat: v.nullish(
    v.pipe(
      textSent,
      v.check(
        (text) => readRepeatRules(text) !== null,
        `Expected ${REPEATS.join(', ')}, as in last:DATE or TABLE=wide`,
      ),
    ),
    null,
  ),
  /** Codes of missing answers: `-9,999,age=99`. */
  missing: v.nullish(
    v.pipe(
      textSent,
      v.trim(),
      v.check((text) => readMissingCodes(text) !== null, 'Codes are separated by commas: -9,age=999.'),
    ),
    null,
  ),
  /** Columns with further answers to a variable of another name: `sexe=SEX,visits:alter=AGE`. */
  same_as: v.optional(
    v.pipe(
      textSent,
      v.trim(),
      v.check((text) => readSameVariables(text) !== null, 'Write it as in sexe=SEX,visits:alter=AGE.'),
    ),
    '',
  ),
  /** Whether ids that differ only in leading zeros, case or form are one person; by default they stop the import. */
  similar_ids: v.nullish(v.picklist(SIMILAR_IDS), null),
  /** Whether R's NA is an answer in plain tables; by default it is missing. */
  keep_na: v.nullish(v.boolean(), null),
  map: v.nullish(v.object({ id: column, family: column, father: column, mother: column, sex: column }), null),
  types: v.optional(v.record(textSent, v.picklist(DATA_TYPES)), {}),
}

/** Starts a new import; an earlier upload is deleted. */
export const importNew = endpoint({
  method: 'POST',
  path: '/import/new',
  summary: 'Begins an import; for administrators.',
  audit: 'Begin an import',
  capability: 'import',
  input: v.object({}),
  answer: v.object({ report_id: v.string() }),
  failure: () => UNABLE_TO_SEND_FILES,
})

/** A piece of a file as the body; everything else is in the query. */
export const importFile = endpoint({
  method: 'POST',
  path: '/import/file',
  summary: 'Sends a piece of a file of an import.',
  capability: 'import',
  takesBytes: true,
  input: v.object({ report_id: reportId, path: textSent, offset: count }),
  answer: v.object({ size: count }),
  failure: () => UNABLE_TO_SEND_FILES,
})

/** Deletes one of the files; the others can be read without it. */
export const importLeaveOut = endpoint({
  method: 'POST',
  path: '/import/leave-out',
  summary: 'Deletes a received file of an import.',
  capability: 'import',
  input: v.object({ report_id: reportId, path: textSent }),
  answer: v.unknown(),
  failure: () => UNABLE_TO_READ_FILES,
})

export const importReport = endpoint({
  method: 'POST',
  path: '/import/report',
  summary: 'Reads the received files and reports their contents. Changes no data.',
  audit: 'Read files to import',
  capability: 'import',
  input: v.object(reading),
  answer: ImportReport,
  failure: () => UNABLE_TO_READ_FILES,
})

/** Starts the import job; `importProgress` reports its progress. */
export const importRun = endpoint({
  method: 'POST',
  path: '/import/run',
  summary: 'Starts the import job for the reported files.',
  audit: 'Import',
  capability: 'import',
  input: v.object({
    ...reading,
    /** The new password of an administrator whose account came with the synthetic data. */
    password: v.optional(v.pipe(passwordSent, v.minLength(PASSWORD_MIN))),
  }),
  answer: v.unknown(),
  failure: () => UNABLE_TO_IMPORT,
})

export const importProgress = endpoint({
  method: 'GET',
  path: '/import/progress',
  summary: 'How far the import is.',
  capability: 'import',
  input: v.object({}),
  answer: ImportProgress,
  failure: () => UNABLE_TO_IMPORT,
})

/** Cancels the running job without any change, and deletes the upload. */
export const importCancel = endpoint({
  method: 'POST',
  path: '/import/cancel',
  summary: 'Ends the import, which then changes nothing.',
  audit: 'Cancel an import',
  capability: 'import',
  input: v.object({}),
  answer: v.unknown(),
  failure: () => UNABLE_TO_CANCEL_IMPORT,
})

/** Undoes the last import: restores the data and the members of cohorts. 409 if that is impossible. */
export const importUndo = endpoint({
  method: 'POST',
  path: '/import/undo',
  summary: 'Undoes the last import: data and cohorts are as they were before it.',
  audit: 'Undo an import',
  capability: 'import',
  input: v.object({}),
  answer: v.object({ individuals: count }),
  failure: () => UNABLE_TO_UNDO_IMPORT,
})
