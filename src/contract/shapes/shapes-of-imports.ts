import * as v from 'valibot'
import { countOrZero, textOrEmpty, textOrNull } from '#contract/shapes/values.ts'
import { SIMILAR_IDS } from '#domain/imports/import-options.ts'

const list = <Item extends v.GenericSchema>(item: Item) => v.nullish(v.array(item), [])

export const ImportedVariable = v.object({
  file: textOrEmpty,
  /** Whether the database has this variable already: it gets further answers. */
  is_known: v.nullish(v.boolean(), false),
  variable_name: v.string(),
  original_name: textOrEmpty,
  question: textOrEmpty,
  data_type: textOrEmpty,
  /** The evidence for the type; null if a dictionary or the administrator sets it. */
  reason: textOrNull,
  /** The first values, each with its meaning. */
  values: list(v.tuple([v.string(), v.string()])),
  value_count: countOrZero,
  observations: countOrZero,
})
export type ImportedVariable = v.InferOutput<typeof ImportedVariable>

/**
 * A finding about a file: an error that blocks the import, a rejected row, an answer outside the dictionary (kept), or
 * a note.
 */
export const ImportProblem = v.object({
  kind: v.picklist(['stops', 'left-out', 'kept', 'note']),
  file: textOrEmpty,
  line: v.nullish(v.number(), null),
  column: v.nullish(v.number(), null),
  text: textOrEmpty,
  /** What the administrator can do: an option of `/import/report`. */
  remedy: textOrEmpty,
  /** Missing codes that settle the finding, for the option `missing`. */
  missing: textOrEmpty,
  /** Columns that may hold the ids, the likeliest first. */
  id_candidates: list(v.object({ column: textOrEmpty, ids: countOrZero, known: countOrZero })),
})
export type ImportProblem = v.InferOutput<typeof ImportProblem>

const column = v.exactOptional(v.string())

const Parts = list(v.object({ why: textOrEmpty, count: countOrZero }))
const names = list(v.string())

/** Where the rows, columns and filled cells of a table went; each sum closes. */
const TableAccount = v.object({
  file: textOrEmpty,
  id_column: textOrEmpty,
  ids: v.object({ count: countOrZero, in_database: countOrZero, in_other_files: countOrZero }),
  rows: v.object({
    read: countOrZero,
    records: countOrZero,
    merged: countOrZero,
    refused: countOrZero,
    left_out: Parts,
  }),
  columns: v.object({
    read: countOrZero,
    ids: countOrZero,
    structural: names,
    variables: countOrZero,
    left_out: names,
  }),
  cells: v.object({
    read: countOrZero,
    ids: countOrZero,
    structural: countOrZero,
    answers: countOrZero,
    missing: Parts,
    left_out: Parts,
  }),
})

export const ImportReport = v.object({
  report_id: v.string(),
  /** Whether the files can be imported with these options. */
  can_run: v.boolean(),
  individuals: countOrZero,
  /** Where every file, row, column and filled cell went; null where the files cannot be imported. */
  balance: v.nullish(v.object({ files_read: names, files_left_out: names, tables: list(TableAccount) }), null),
  forms: list(
    v.object({
      file: textOrEmpty,
      title: textOrEmpty,
      rows: countOrZero,
      variables: countOrZero,
      observations: countOrZero,
    }),
  ),
  variables: list(ImportedVariable),
  /** The first problems, and their total number. */
  problems: list(ImportProblem),
  problem_count: countOrZero,
  /** Whether the import is possible without the rejected rows. */
  can_skip: v.nullish(v.boolean(), false),
  /** Whether a table has no recognised ID column, so that the map has to name it. */
  needs_id: v.nullish(v.boolean(), false),
  /** Whether ids look the same, so that `similar_ids` has to say whose they are. */
  has_similar_ids: v.nullish(v.boolean(), false),
  /** The options that the files were read with. */
  options: v.object({
    study: textOrEmpty,
    collection: textOrEmpty,
    missing: textOrEmpty,
    repeat: textOrEmpty,
    similar_ids: v.nullish(v.picklist(SIMILAR_IDS), 'stop'),
    keep_na: v.nullish(v.boolean(), false),
    map: v.nullish(v.object({ id: column, family: column, father: column, mother: column, sex: column }), {}),
  }),
  /** Whether they differ from those kept with the study, so that `new_options` has to say that they count. */
  has_other_options: v.nullish(v.boolean(), false),
  /** Columns of the plain tables, for the map. */
  columns: list(v.string()),
  /** The number of synthetic individuals to be replaced; null if the data are added to an earlier import. */
  replaces: v.nullish(v.object({ individuals: countOrZero }), null),
  /** Whether the administrator's account belongs to the synthetic data: keeping it needs a new password. */
  needs_password: v.nullish(v.boolean(), false),
})
export type ImportReport = v.InferOutput<typeof ImportReport>

export const IMPORT_STATES = ['none', 'receiving', 'reading', 'importing', 'imported', 'failed'] as const

export const ImportProgress = v.object({
  report_id: textOrNull,
  state: v.picklist(IMPORT_STATES),
  /** Counts bytes read, variables settled or rows stored; the total is null if unknown. */
  phase: v.nullish(v.picklist(['reading', 'settling', 'storing']), null),
  done: countOrZero,
  of: v.nullish(v.number(), null),
  /** Of these in a second, once the phase has lasted a second. */
  per_second: v.nullish(v.number(), null),
  /** The size of a finished import. */
  individuals: countOrZero,
  variables: countOrZero,
  replaced: countOrZero,
  /** The time of the last import; null if it cannot be undone. */
  undoable: textOrNull,
  /** Why the import failed. */
  problems: list(ImportProblem),
})
export type ImportProgress = v.InferOutput<typeof ImportProgress>
