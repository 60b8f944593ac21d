import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import {
  missingText,
  type MissingCodes,
  NO_MISSING_CODES,
  NO_REPEATS,
  PEDIGREE_FIELDS,
  readMissingCodes,
  readRepeatRules,
  repeatText,
  type RepeatRules,
  SIMILAR_IDS,
  type SimilarIds,
  tableName,
} from '#domain/imports/import-options.ts'
import { DEFAULT_COLLECTION, DEFAULT_STUDY } from '#domain/limits.ts'
import type { ColumnMap } from '#server/modules/imports/formats/pedigree/pedigree-columns.ts'
import { type Problem, problemAt } from '#server/modules/imports/source/problem.ts'
import type { FoundInFiles, SourceDataSet } from '#server/modules/imports/source/source-form.ts'
import { type Connection, rowsOf } from '#server/platform/db/database.ts'
import { sql, sqlText } from '#server/platform/db/sql.ts'

/** Options that are kept with a study: its later imports begin with them. */
export interface StudyOptions {
  readonly collection: string
  readonly missing: MissingCodes
  readonly keepsNotAvailable: boolean
  readonly repeat: RepeatRules
  readonly similarIds: SimilarIds
  readonly map: ColumnMap
}

/** Options of one import. A null or absent one has the value that is kept with the study, or the default. */
export interface AskedOptions {
  readonly study?: string | null
  readonly collection?: string | null
  readonly missing?: MissingCodes | null
  readonly keepsNotAvailable?: boolean | null
  readonly repeat?: RepeatRules | null
  readonly similarIds?: SimilarIds | null
  readonly map?: ColumnMap | null
  /** Whether other options than those kept with the study count, and are kept from now on. */
  readonly isNewOptions?: boolean
}

/** The options of an import, what earlier imports of its study found, and what has to be settled first. */
export interface ImportBeginning {
  readonly study: string
  readonly options: StudyOptions
  readonly found: FoundInFiles
  readonly problems: readonly Problem[]
  readonly isMapKept: boolean
  readonly isRepeatKept: boolean
}

const Texts = v.object({
  collection: v.string(),
  missing: v.string(),
  keepsNotAvailable: v.boolean(),
  repeat: v.string(),
  similarIds: v.picklist(SIMILAR_IDS),
  map: v.record(v.picklist(PEDIGREE_FIELDS), v.string()),
})
type Texts = v.InferOutput<typeof Texts>

const lists = v.record(v.string(), v.array(v.string()))
const Study = v.object({
  options: Texts,
  found: v.object({ missing: lists, idColumns: v.record(v.string(), v.string()), events: v.array(v.string()) }),
})
const Studies = v.record(v.string(), Study)
export type Studies = v.InferOutput<typeof Studies>

const STUDIES = 'studies'

/** The studies of earlier imports, by name. */
export async function readStudies(connection: Connection): Promise<Studies> {
  const Value = v.object({ value: v.pipe(v.string(), v.parseJson(), Studies) })
  const [row] = await rowsOf(connection, Value, sql`SELECT value FROM meta WHERE name = ${STUDIES}`)
  return row?.value ?? {}
}

/** Keeps the options of an import with its study, and what the import found. */
export async function keepStudy(
  connection: Connection,
  { study, options, found }: ImportBeginning,
  now: FoundInFiles,
): Promise<void> {
  const studies = { ...(await readStudies(connection)) }
  studies[study] = {
    options: textsOf(options),
    found: {
      missing: unionOf(found.missing, now.missing),
      idColumns: { ...Object.fromEntries(found.idColumns), ...Object.fromEntries(now.idColumns) },
      events: [...new Set([...found.events, ...now.events])],
    },
  }
  await connection.run(
    sql`INSERT INTO meta VALUES (${STUDIES}, ${JSON.stringify(studies)})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  )
}

/** Restores the studies as another database has them. */
export async function putBackStudies(connection: Connection, before: string): Promise<void> {
  const name = sqlText(STUDIES)
  await connection.run(`DELETE FROM meta WHERE name = ${name}`)
  await connection.run(`INSERT INTO meta SELECT * FROM ${before}.meta WHERE name = ${name}`)
}

function unionOf(before: FoundInFiles['missing'], now: FoundInFiles['missing']): Record<string, string[]> {
  const union: Record<string, string[]> = {}
  for (const [column, codes] of [...before, ...now]) union[column] = [...new Set([...(union[column] ?? []), ...codes])]
  return union
}

/** The options of an import: those that are asked for, else those kept with the study. */
export function beginningOf(asked: AskedOptions, studies: Studies): ImportBeginning {
  const names = Object.keys(studies)
  const study = asked.study ?? (names.length > 1 ? '' : (names[0] ?? DEFAULT_STUDY))
  const kept = studies[study]
  const before = optionsOf(kept?.options)
  const options: StudyOptions = {
    collection: asked.collection ?? before.collection,
    missing: asked.missing ?? before.missing,
    keepsNotAvailable: asked.keepsNotAvailable ?? before.keepsNotAvailable,
    repeat: asked.repeat ?? before.repeat,
    similarIds: asked.similarIds ?? before.similarIds,
    map: asked.map ?? before.map,
  }
  const changes = kept === undefined ? [] : changesOf(before, options)
  const unnamed: Problem = {
    ...problemAt('', null, `The data have the studies ${names.join(', ')}, and nothing says which of them this is.`),
    remedy: 'study',
  }
  const changed = changes.map((words) => problemOfChange(study, words))
  return {
    study,
    options,
    found: {
      missing: new Map(Object.entries(kept?.found.missing ?? {})),
      idColumns: new Map(Object.entries(kept?.found.idColumns ?? {})),
      events: kept?.found.events ?? [],
    },
    problems: [...(study === '' ? [unnamed] : []), ...(asked.isNewOptions === true ? [] : changed)],
    isMapKept: kept !== undefined && isDeepStrictEqual(options.map, before.map),
    isRepeatKept: kept !== undefined && isDeepStrictEqual(options.repeat, before.repeat),
  }
}

/** Tables whose ids are in another column than before. */
export function otherIdColumns({ study, found }: ImportBeginning, now: FoundInFiles): Problem[] {
  return [...now.idColumns].flatMap(([table, column]) => {
    const before = found.idColumns.get(table)
    if (before === undefined || before === column) return []
    return [problemOfChange(study, `the ids of ${table} in the column ${before}, now they are in ${column}`)]
  })
}

function problemOfChange(study: string, words: string): Problem {
  return { ...problemAt('', null, `The study ${study} was imported with ${words}.`), remedy: 'new-options' }
}

function optionsOf(texts: Texts | undefined): StudyOptions {
  return {
    collection: texts?.collection ?? DEFAULT_COLLECTION,
    missing: readMissingCodes(texts?.missing ?? '') ?? NO_MISSING_CODES,
    keepsNotAvailable: texts?.keepsNotAvailable ?? false,
    repeat: readRepeatRules(texts?.repeat ?? '') ?? NO_REPEATS,
    similarIds: texts?.similarIds ?? 'stop',
    map: new Map(PEDIGREE_FIELDS.flatMap((field) => (texts?.map[field] ? [[field, texts.map[field]]] : []))),
  }
}

export function textsOf({ collection, missing, keepsNotAvailable, repeat, similarIds, map }: StudyOptions): Texts {
  const named = Object.fromEntries(
    PEDIGREE_FIELDS.flatMap((field) => (map.has(field) ? [[field, map.get(field) ?? '']] : [])),
  )
  return {
    collection,
    missing: missingText(missing),
    keepsNotAvailable,
    repeat: repeatText(repeat),
    similarIds,
    map: named,
  }
}

/** The options that differ from those kept, as parts of a message. Rules and codes of further columns are no difference. */
function changesOf(before: StudyOptions, now: StudyOptions): string[] {
  const [old, next] = [textsOf(before), textsOf(now)]
  const orNone = (text: string) => (text === '' ? 'none' : text)
  const columnsOf = (map: Texts['map']) =>
    orNone(
      Object.entries(map)
        .map((pair) => pair.join('='))
        .join(','),
    )
  const changes: readonly (readonly [isOther: boolean, name: string, before: string, now: string])[] = [
    [old.collection !== next.collection, 'the collection', old.collection, next.collection],
    [
      !isDeepStrictEqual(before.missing.everywhere, now.missing.everywhere) ||
        contradicts(before.missing.byColumn, now.missing.byColumn),
      'the missing codes',
      orNone(old.missing),
      orNone(next.missing),
    ],
    [
      before.keepsNotAvailable !== now.keepsNotAvailable,
      'NA as',
      naWords(before.keepsNotAvailable),
      naWords(now.keepsNotAvailable),
    ],
    [
      (before.repeat.everywhere !== null && !isDeepStrictEqual(before.repeat.everywhere, now.repeat.everywhere)) ||
        contradicts(before.repeat.byTable, now.repeat.byTable),
      'the rule for repeated rows',
      old.repeat,
      orNone(next.repeat),
    ],
    [
      before.similarIds !== 'stop' && before.similarIds !== now.similarIds,
      'ids that look the same as',
      SIMILAR_WORDS[before.similarIds],
      SIMILAR_WORDS[now.similarIds],
    ],
    [contradicts(before.map, now.map), 'the id columns', columnsOf(old.map), columnsOf(next.map)],
  ]
  return changes.filter(([isOther]) => isOther).map(([, name, was, is]) => `${name} ${was}, now it is ${is}`)
}

function contradicts<Key, Value>(before: ReadonlyMap<Key, Value>, now: ReadonlyMap<Key, Value>): boolean {
  return [...before].some(([key, value]) => !isDeepStrictEqual(now.get(key), value))
}

const naWords = (isKept: boolean) => (isKept ? 'an answer' : 'missing')

const SIMILAR_WORDS: Readonly<Record<SimilarIds, string>> = {
  stop: 'a reason to stop',
  join: 'one person',
  apart: 'different people',
}

/** What the files say about themselves, with the columns of the ids. */
export function foundIn({ found, uses }: SourceDataSet): FoundInFiles {
  return { ...found, idColumns: new Map(uses.map(({ table, idColumn }) => [tableName(table.file), idColumn])) }
}
