import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach } from 'vitest'
import { readRepeatRules, type RepeatRules } from '#domain/imports/import-options.ts'
import { importFolder, type ImportOptions, type ImportResult } from '#server/modules/imports/import-folder.ts'
import { ImportRefused, problemLine } from '#server/modules/imports/source/problem.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { allRows, temporaryFolder, wholeDatabase } from '#tests/support/import-folders.ts'

export type Files = Readonly<Record<string, string | Uint8Array>>

/** A database for each test, and functions that import into it. */
export interface Importing {
  readonly importFiles: (files: Files, options?: Partial<ImportOptions>) => Promise<ImportResult>
  /** The problems of refused files, one a line. Throws if the import succeeds or changes anything. */
  readonly problemsOf: (files: Files, options?: Partial<ImportOptions>) => Promise<string[]>
  readonly rows: (sql: string) => Promise<Record<string, unknown>[]>
  /** Imports files; then all answers of the database by variable: `{ AGE: 'a=30 b=40' }`. Unknown ones are left out. */
  readonly answersIn: (files: Files, options?: Partial<ImportOptions>) => Promise<Record<string, string>>
  /** The notes of the last import by `answersIn`. */
  readonly notes: () => string[]
  readonly database: () => Database
  /** A new database within a test. */
  readonly emptyDatabase: () => Promise<void>
}

/** The remedy for refused rows: the first line of the message. */
export const ADVICE =
  'With --skip-bad-rows the import goes on without these rows (--dry-run names each); --repeat first, last or wide settles several of a person.'

/** Call once in a test file. */
export function setUpImporting(): Importing {
  let database: Database
  const removals: (() => void)[] = []
  beforeEach(async () => {
    database = await openDatabase(':memory:')
  })
  afterEach(() => {
    database.close()
    for (const remove of removals.splice(0)) remove()
  })
  const importFiles: Importing['importFiles'] = (files, options = {}) => {
    const folder = temporaryFolder(files)
    removals.push(folder.remove)
    return importFolder(database, folder.path, { collection: 'ct', study: '1', skipBadRows: false, ...options })
  }
  let notes: string[] = []
  return {
    importFiles,
    notes: () => notes,
    answersIn: async (files, options) => {
      const { report } = await importFiles(files, options)
      notes = report.notes.map(problemLine)
      return answersByVariable(database)
    },
    problemsOf: async (files, options) => {
      const before = await wholeDatabase(database)
      const error: unknown = await importFiles(files, options).then(
        () => null,
        (reason: unknown) => reason,
      )
      if (!(error instanceof ImportRefused)) throw new Error('The import was not refused.', { cause: error })
      if (!isDeepStrictEqual(await wholeDatabase(database), before))
        throw new Error('The refused import changed the database.')
      return error.problems.map(problemLine)
    },
    rows: (sql) => allRows(database, sql),
    database: () => database,
    emptyDatabase: async () => {
      database.close()
      database = await openDatabase(':memory:')
    },
  }
}

async function answersByVariable(database: Database): Promise<Record<string, string>> {
  const variables = await allRows(
    database,
    'SELECT variable_name, column_name, table_name FROM variable JOIN form USING (form_no) ORDER BY variable_name',
  )
  const found: Record<string, string> = {}
  for (const { variable_name: name, column_name: column, table_name: table } of variables) {
    const answers = await allRows(
      database,
      `SELECT individual_id AS id, ${String(column)} AS answer FROM ${String(table)} JOIN individual USING (individual_no)
       WHERE ${String(column)} IS NOT NULL ORDER BY individual_id`,
    )
    found[String(name)] = answers.map(({ id, answer }) => `${String(id)}=${String(answer)}`).join(' ')
  }
  return found
}

/** Parses repeat rules of the command line. Throws for invalid ones. */
export function rulesOf(text: string): RepeatRules {
  const rules = readRepeatRules(text)
  if (rules === null) throw new Error(`${text} are no rules.`)
  return rules
}

/** Lines of text as a file has them. */
export function lines(...text: readonly string[]): string {
  return `${text.join('\n')}\n`
}
