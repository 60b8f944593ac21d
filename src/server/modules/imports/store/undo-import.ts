import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'
import { keepUndoneDecisions, readIndividualLayout } from '#server/disclosure/guard/stored-ledger.ts'
import { putBackStudies } from '#server/modules/imports/plan/study-options.ts'
import { isPresent } from '#server/modules/imports/source/problem.ts'
import { answerTables, tableSize } from '#server/platform/db/answer-tables.ts'
import { isDiskFull } from '#server/platform/db/data-folder.ts'
import { raiseDataVersion, readAnswersVersion, readDataVersion } from '#server/platform/db/data-version.ts'
import { type Connection, type Database, rowsOf } from '#server/platform/db/database.ts'
import { copyDatabase } from '#server/platform/db/duckdb/backup.ts'
import { quoted, sql, sqlText } from '#server/platform/db/sql.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { deleteReleasesSince } from '#server/store/releases/releases.ts'
import { deleteCohortsCountedSince } from '#server/store/trash/trash.ts'

/** The import cannot be undone; the message holds the reason and the remedy. */
export class UndoRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UndoRefused'
  }
}

/** The undo record of an import: a copy of the database, and the versions before and after. */
const Undo = v.object({ copy: v.string(), answersBefore: v.string(), dataAfter: v.string(), at: v.string() })
type Undo = v.InferOutput<typeof Undo>

const UNDO = 'undo_import'
const NAMED_AT_MOST = 5
/** Tables that an import changes besides the tables of answers. */
const DATA_TABLES = ['form', 'variable', 'individual', 'pedigree_mark', 'cohort_member'] as const

/** Copies the database before an import; null in memory, on PostgreSQL, or on a full disk. */
export async function copyForUndo(database: Database): Promise<string | null> {
  if (database.kind !== 'DuckDB' || database.path === ':memory:') return null
  const copy = `${database.path}.before-import-${randomBytes(8).toString('hex')}`
  try {
    await copyDatabase(database, copy)
    return copy
  } catch (error) {
    if (isDiskFull(error)) return null
    throw error
  }
}

export async function saveUndo(connection: Connection, copy: string | null, answersBefore: string): Promise<void> {
  await forgetUndo(connection)
  if (copy === null) return
  const dataAfter = await readDataVersion(connection)
  const undo: Undo = { copy: basename(copy), answersBefore, dataAfter, at: new Date().toISOString() }
  await connection.run(sql`INSERT INTO meta VALUES (${UNDO}, ${JSON.stringify(undo)})`)
}

/** The last import cannot be undone any more. */
export async function forgetUndo(connection: Connection): Promise<void> {
  await connection.run(sql`DELETE FROM meta WHERE name = ${UNDO}`)
}

/** Deletes the copies of earlier imports, or of a failed one. */
export async function removeCopies({ path, kind }: Database, kept: string | null): Promise<void> {
  if (kind !== 'DuckDB' || path === ':memory:') return
  const beginning = `${basename(path)}.before-import-`
  for (const name of await readdir(dirname(path))) {
    const isCopy = name.startsWith(beginning) && (kept === null || name !== basename(kept))
    if (isCopy) await rm(join(dirname(path), name), { force: true })
  }
}

/** Time of the last import, if it can be undone; else null. */
export async function undoableImport(connection: Connection): Promise<string | null> {
  const undo = await readUndo(connection)
  return undo !== null && undo.dataAfter === (await readDataVersion(connection)) ? undo.at : null
}

/**
 * Undoes the last import: restores the data and the members of cohorts. Throws UndoRefused without an import, after
 * later changes of the catalog, or where things were saved from the new data.
 */
export async function undoImport(
  database: Database,
  record: (connection: Connection) => Promise<void>,
): Promise<{ readonly individuals: number }> {
  const undo = await database.withConnection(readUndo)
  if (undo === null) throw new UndoRefused('There is no import that can be undone.')
  const before = `before_${randomBytes(8).toString('hex')}`
  const copy = join(dirname(database.path), undo.copy)
  await database
    .withConnection((connection) => connection.run(`ATTACH ${sqlText(copy)} AS ${before} (READ_ONLY)`))
    .catch(() => {
      throw new UndoRefused('The copy of the data before the last import is not there any more: restore a backup.')
    })
  try {
    return await withWriteLock(database, async (connection) => {
      if ((await readDataVersion(connection)) !== undo.dataAfter) {
        throw new UndoRefused('The catalog was changed since the last import, which cannot be undone any more.')
      }
      await refuseWhatIsMadeOfIt(connection, before)
      const individuals =
        (await tableSize(connection, 'individual')) - (await tableSize(connection, `${before}.individual`))
      await deleteCohortsCountedSince(connection, Date.parse(undo.at))
      await keepDecisions(connection, before)
      await putBack(connection, before)
      await raiseDataVersion(connection)
      await deleteReleasesSince(connection, undo.answersBefore)
      await markCurrent(connection, undo.answersBefore)
      await forgetUndo(connection)
      await record(connection)
      return { individuals }
    })
  } finally {
    await database.withConnection((connection) => connection.run(`DETACH ${before}`))
    if ((await database.withConnection(readUndo)) === null) await removeCopies(database, null)
  }
}

async function readUndo(connection: Connection): Promise<Undo | null> {
  const Value = v.object({ value: v.pipe(v.string(), v.parseJson(), Undo) })
  const [row] = await rowsOf(connection, Value, sql`SELECT value FROM meta WHERE name = ${UNDO}`)
  return row?.value ?? null
}

const Named = v.object({ name: v.string() })

async function refuseWhatIsMadeOfIt(connection: Connection, before: string): Promise<void> {
  const isNew = (names: string) =>
    `list_has_any(${names}, (SELECT coalesce(list(variable_name), []) FROM variable
       WHERE variable_name NOT IN (SELECT variable_name FROM ${before}.variable)))`
  const made = [
    ['cohort', `SELECT name FROM cohort WHERE cohortid NOT IN (SELECT cohortid FROM ${before}.cohort) ORDER BY 1`],
    ['variable set', `SELECT name FROM variable_set WHERE ${isNew('variables')} ORDER BY 1`],
    ['custom variable', `SELECT variable_name AS name FROM custom_variable WHERE ${isNew('sources')} ORDER BY 1`],
  ] as const
  const names: string[] = []
  for (const [kind, sql] of made) {
    for (const { name } of await rowsOf(connection, Named, sql)) names.push(`${kind} “${name}”`)
  }
  if (names.length === 0) return
  const more = names.length - NAMED_AT_MOST
  const shown = [...names.slice(0, NAMED_AT_MOST), more > 0 ? `${more} more` : null].filter(isPresent).join(', ')
  throw new UndoRefused(`Made since the last import: ${shown}. Delete them first, or keep the import.`)
}

const Last = v.object({ last: v.number() })

/** Users remember the counts that were disclosed before the undo. */
async function keepDecisions(connection: Connection, before: string): Promise<void> {
  const [row] = await rowsOf(
    connection,
    Last,
    `SELECT coalesce(max(individual_no), 0)::INTEGER AS last FROM ${before}.individual`,
  )
  const layout = await readIndividualLayout(connection)
  await keepUndoneDecisions(connection, layout, await readAnswersVersion(connection), row?.last ?? 0)
}

async function putBack(connection: Connection, before: string): Promise<void> {
  for (const table of await answerTables(connection)) await connection.run(`DROP TABLE ${quoted(table)}`)
  await putBackStudies(connection, before)
  for (const table of [...DATA_TABLES, 'coverage']) await connection.run(`DELETE FROM ${table}`)
  for (const table of DATA_TABLES) {
    // Without members of cohorts that were deleted for good after the import.
    const among =
      table === 'cohort_member'
        ? 'WHERE cohortid IN (SELECT cohortid FROM cohort UNION ALL SELECT cohortid FROM deleted_cohort)'
        : ''
    await connection.run(`INSERT INTO ${table} SELECT * FROM ${before}.${table} ${among}`)
  }
  const Made = v.object({ name: v.string(), sql: v.string() })
  const tables = await rowsOf(
    connection,
    Made,
    sql`SELECT table_name AS name, sql FROM duckdb_tables() WHERE database_name = ${before}`,
  )
  for (const table of await answerTables(connection)) {
    const made = tables.find(({ name }) => name === table)
    if (!made) throw new Error(`The copy lacks the table ${table}.`)
    await connection.run(made.sql)
    await connection.run(`INSERT INTO ${quoted(table)} SELECT * FROM ${before}.${quoted(table)}`)
  }
}

/**
 * The answers are the same as before the import, so cohorts and the disclosure history of that version are valid again.
 */
async function markCurrent(connection: Connection, answersBefore: string): Promise<void> {
  const now = await readAnswersVersion(connection)
  await connection.run(sql`UPDATE cohort SET counted_answers = ${now} WHERE counted_answers = ${answersBefore}`)
  await connection.run(sql`UPDATE disclosure SET answers_version = ${now} WHERE answers_version = ${answersBefore}`)
}
