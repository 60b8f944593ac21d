import { existsSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCoverage } from '#server/engine/counts/coverage.ts'
import { createCatalogLoader } from '#server/modules/catalog/services.ts'
import { raiseDataVersion } from '#server/platform/db/data-version.ts'
import { inTransaction, type Connection } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'

/** Increased with the generator: older data sets are not used. */
const EDITION = 3
export const PARTICIPANTS = 106_466
export const FORMS = 35
export const VARIABLES_PER_FORM = 172
/** The share of participants with a record of a form is in units of 1 / MODULUS. */
const MODULUS = 1_000
/** The difference of the shares of the largest and the smallest form. */
const SHARES = 490

export const BENCH_ACCOUNT = { username: 'bench', password: 'bench-bench-bench' }

export interface StudySize {
  readonly participants: number
  readonly forms: number
  readonly variablesPerForm: number
}

const TARGET: StudySize = { participants: PARTICIPANTS, forms: FORMS, variablesPerForm: VARIABLES_PER_FORM }

/** A database file, by default of the target size, created by SQL and kept in the system's temporary folder. */
export async function largeStudyFile(size: StudySize = TARGET): Promise<string> {
  const { participants, forms, variablesPerForm } = size
  const suffix = size === TARGET ? '' : `-${participants}-${forms}x${variablesPerForm}`
  const path = join(tmpdir(), `diver-bench-${EDITION}${suffix}.duckdb`)
  if (existsSync(path)) return path
  const unfinished = `${path}.unfinished`
  for (const file of [unfinished, `${unfinished}.wal`]) rmSync(file, { force: true })
  const database = await openDatabase(unfinished)
  await database.withConnection(async (connection) => {
    await makeParticipants(connection, participants)
    for (let form = 1; form <= forms; form++) await makeForm(connection, form, size)
  })
  const passwordHash = await hashPassword(BENCH_ACCOUNT.password)
  await inTransaction(database, async (connection) => {
    await connection.run(
      sql`INSERT INTO account VALUES (nextval('id_sequence'), ${BENCH_ACCOUNT.username}, ${passwordHash}, 'B', 'Ench', TRUE, CAST([] AS VARCHAR[]), FALSE)`,
    )
    await raiseDataVersion(connection)
  })
  // The first start leaves this state.
  await createCoverage(createCatalogLoader().catalog).prepare(database)
  await database.withConnection((connection) => connection.run('FORCE CHECKPOINT'))
  database.close()
  renameSync(unfinished, path)
  return path
}

async function makeParticipants(connection: Connection, participants: number): Promise<void> {
  await connection.run(
    `INSERT INTO individual
     SELECT n, 'P' || lpad(CAST(n AS VARCHAR), 8, '0'), 'F' || lpad(CAST(family AS VARCHAR), 7, '0'), NULL, NULL,
       CASE WHEN hash(n) % 2 = 0 THEN 'F' ELSE 'M' END, hash(n, 'placeholder') % 50 = 0,
       ['bp', 'sz', 'dp', 'au', 'ct'][1 + family % 53 % 5], CAST(1 + family % 53 AS VARCHAR),
       CASE WHEN hash(family) % 4 = 0 THEN 'disease' ELSE 'general' END,
       CASE WHEN hash(n, 'dx') % 2 = 0 THEN 'control'
         ELSE ['bipolar', 'schizophrenia', 'depression', 'autism', 'none'][1 + family % 53 % 5] END
     FROM (SELECT n, CAST(floor(n / 3.5) AS INTEGER) AS family FROM range(1, ${participants + 1}) AS numbers(n))`,
  )
}

/** Kinds of columns with their share, and their answers derived from a pseudorandom number. */
const KINDS = [
  { dataType: 'categorical', weight: 9, values: ['0', '1', '2', '3'], sql: (r: string) => `CAST(${r} % 4 AS VARCHAR)` },
  { dataType: 'numberrange', weight: 4, values: [], sql: (r: string) => `CAST(${r} % 100 AS DOUBLE)` },
  { dataType: 'dichotomous', weight: 3, values: ['1'], sql: (r: string) => `CASE WHEN ${r} % 5 = 0 THEN '1' END` },
  {
    dataType: 'multicategory',
    weight: 2,
    values: ['1', '2', '3'],
    sql: (r: string) => `['1', '1;2', '2;3', '1;2;3'][1 + CAST(${r} % 4 AS INTEGER)]`,
  },
  { dataType: 'text', weight: 1, values: [], sql: (r: string) => `'said "' || ${r} % 5000 || '", then left'` },
] as const
const COLUMN_KINDS = KINDS.flatMap((kind) => Array.from({ length: kind.weight }, () => kind))
const WORDS = `['sleep', 'appetite', 'mood', 'worry', 'alcohol', 'voices', 'onset', 'duration', 'weeks', 'treatment']`

async function makeForm(
  connection: Connection,
  form: number,
  { participants, forms, variablesPerForm }: StudySize,
): Promise<void> {
  const table = `bench_form_${form}`
  const kinds = Array.from(
    { length: variablesPerForm },
    (_, place) => COLUMN_KINDS[(place * 7 + form) % COLUMN_KINDS.length],
  )
  const columns = kinds.map((kind, place) => {
    const random = `hash(n * 1009 + ${form * variablesPerForm + place})`
    return `CASE WHEN ${random} % 13 <> 0 THEN ${kind?.sql(`(${random} // 16)`) ?? 'NULL'} END AS v${place}`
  })
  const share = 150 + Math.round((form * SHARES) / forms)
  await connection.run(
    `CREATE TABLE ${table} AS SELECT CAST(n AS INTEGER) AS individual_no, ${columns.join(', ')}
     FROM range(1, ${participants + 1}) AS numbers(n) WHERE hash(n + ${form}) % ${MODULUS} < ${share} ORDER BY n`,
  )
  await connection.run(`INSERT INTO form VALUES (${form}, '${table}', 'FORM_${form}', '1', 'Form ${form}')`)
  const rows = kinds.map((kind, place) => {
    const values = kind?.values.map((value) => `'${value}'`).join(', ') ?? ''
    return `(${place}, '${kind?.dataType ?? ''}', CAST([${values}] AS VARCHAR[]))`
  })
  await connection.run(
    `INSERT INTO variable (variable_name, form_no, column_name, original_name, data_type, question, possible_values,
       section, observations)
     SELECT 'F${form}_V' || place, ${form}, 'v' || place, 'v' || place, data_type,
       concat_ws(' ', 'Did', ${WORDS}[1 + CAST(hash(place, ${form}) % 10 AS INTEGER)], 'or',
         ${WORDS}[1 + CAST(hash(place, ${form}, 2) % 10 AS INTEGER)], 'trouble you, question', place), possible_values,
       'Section ' || place // 20, (SELECT count(*) FROM ${table})
     FROM (VALUES ${rows.join(', ')}) AS given(place, data_type, possible_values)`,
  )
}
