import * as v from 'valibot'
import { countOrZero, textOrEmpty, textOrNull } from '#contract/values.ts'

const list = <Item extends v.GenericSchema>(item: Item) => v.nullish(v.array(item), [])

export const ImportedVariable = v.object({
  file: textOrEmpty,
  /** Whether it is in the database already, and gets further answers. */
  is_known: v.nullish(v.boolean(), false),
  variable_name: v.string(),
  original_name: textOrEmpty,
  question: textOrEmpty,
  data_type: textOrEmpty,
  /** What the type was taken from; null where a dictionary or the administrator says it. */
  reason: textOrNull,
  /** The first of its values, each with its meaning. */
  values: list(v.tuple([v.string(), v.string()])),
  value_count: countOrZero,
  observations: countOrZero,
})
export type ImportedVariable = v.InferOutput<typeof ImportedVariable>

/**
 * Something to tell of a file. It stops the import, is why a row is left out, is an answer that no dictionary foresees
 * (kept), or is to be known.
 */
export const ImportProblem = v.object({
  kind: v.picklist(['stops', 'left-out', 'kept', 'note']),
  file: textOrEmpty,
  line: v.nullish(v.number(), null),
  column: v.nullish(v.number(), null),
  text: textOrEmpty,
})
export type ImportProblem = v.InferOutput<typeof ImportProblem>

export const ImportReport = v.object({
  report_id: v.string(),
  /** Whether the files can be imported as they were read. */
  can_run: v.boolean(),
  individuals: countOrZero,
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
  /** The first of them, and how many there are of all. */
  problems: list(ImportProblem),
  problem_count: countOrZero,
  /** Whether it could go on without the rows that cannot be taken. */
  can_skip: v.nullish(v.boolean(), false),
  /** Whether a table does not say whose its rows are, so that the map has to. */
  needs_id: v.nullish(v.boolean(), false),
  /** The columns of the plain tables, one of which the map may name. */
  columns: list(v.string()),
  /** How many synthetic individuals give way; null where the data are added to what was imported before. */
  replaces: v.nullish(v.object({ individuals: countOrZero }), null),
  /** Whether the administrator's account came with them, and stays only with a password of its own. */
  needs_password: v.nullish(v.boolean(), false),
})
export type ImportReport = v.InferOutput<typeof ImportReport>

export const IMPORT_STATES = ['none', 'receiving', 'reading', 'importing', 'imported', 'failed'] as const

export const ImportProgress = v.object({
  report_id: textOrNull,
  state: v.picklist(IMPORT_STATES),
  /** Bytes read, variables settled, pieces stored: of so many, or null where nobody can say. */
  phase: v.nullish(v.picklist(['reading', 'settling', 'storing']), null),
  done: countOrZero,
  of: v.nullish(v.number(), null),
  /** Of an import that is done. */
  individuals: countOrZero,
  variables: countOrZero,
  replaced: countOrZero,
  /** When the last import was made, where it can be undone. */
  undoable: textOrNull,
  /** Why it failed. */
  problems: list(ImportProblem),
})
export type ImportProgress = v.InferOutput<typeof ImportProgress>
