import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { LATER_MIGRATIONS } from '#server/platform/db/migrations/later-migrations.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Applies pending migrations; call it in one transaction. Throws if the database is newer. */
export async function migrate(connection: Connection, migrations = MIGRATIONS): Promise<void> {
  const version = await versionOf(connection)
  if (version > SCHEMA_VERSION) {
    throw new Error(`The database has version ${version}; this program reads ${SCHEMA_VERSION}.`)
  }
  if (version === SCHEMA_VERSION) return
  for (const statement of migrations.slice(version).flat()) await connection.run(statement)
  await connection.run(
    sql`INSERT INTO meta VALUES ('schema_version', ${String(SCHEMA_VERSION)}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  )
}

const Version = v.pipe(v.string(), v.regex(/^[1-9]\d*$/), v.transform(Number))

/** 0 for an empty database. */
async function versionOf(connection: Connection): Promise<number> {
  const tables = await rowsOf(
    connection,
    v.object({ table_name: v.string() }),
    `SELECT table_name FROM information_schema.tables
     WHERE table_name = 'meta' AND table_catalog = current_database() AND table_schema = current_schema()`,
  )
  if (tables.length === 0) return 0
  const sql = `SELECT value FROM meta WHERE name = 'schema_version'`
  const [row] = await rowsOf(connection, v.object({ value: v.unknown() }), sql)
  const version = v.safeParse(Version, row?.value)
  if (!version.success) throw new Error('The database does not say of which version it is.')
  return version.output
}

/**
 * Migrations by version, in order of creation. A released migration never changes, because files of that version exist.
 * Add the next one at the end. Research data: `individual` (one row per person; `individual_no` counts from 1, and
 * never changes), `pedigree_mark` (probands, twins, the deceased), `form` (one interview form version),
 * `variable` (the catalog), and for each form one wide table named by `form.table_name` with a row for each individual
 * who received the form: `individual_no`, then one column for each variable (`variable.column_name`). NULL means that
 * the answer is unknown; no row means no record. Columns by data type: `storedColumns` in server/model/data-types.ts.
 * Several codes are sorted and joined by ";". `coverage` stores their counts. Users' objects: projects, cohorts (with
 * their members), variable sets, custom variables (`value_definitions` is the JSON of the request), downloads, edits
 * under review. Changes: `audit`, `change_count`, and the idempotency store `kept_answer`. Authentication: `account`,
 * `second_factor`, `recovery_code`, `spent_code`, `session`.
 */
export const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE meta (name VARCHAR PRIMARY KEY, value VARCHAR NOT NULL)`,
    `CREATE SEQUENCE id_sequence START 2`,
    `CREATE TABLE individual (
      individual_no INTEGER PRIMARY KEY,
      individual_id VARCHAR NOT NULL,
      family_id VARCHAR,
      father_no INTEGER,
      mother_no INTEGER,
      sex VARCHAR,
      is_placeholder BOOLEAN NOT NULL DEFAULT FALSE,
      collection VARCHAR NOT NULL,
      study_id VARCHAR NOT NULL,
      consent VARCHAR,
      dx_nimh VARCHAR
    )`,
    `CREATE TABLE form (
      form_no INTEGER PRIMARY KEY,
      table_name VARCHAR NOT NULL UNIQUE,
      instrument VARCHAR NOT NULL,
      version VARCHAR NOT NULL,
      title VARCHAR NOT NULL
    )`,
    `CREATE TABLE variable (
      variable_name VARCHAR PRIMARY KEY,
      form_no INTEGER NOT NULL,
      column_name VARCHAR NOT NULL,
      original_name VARCHAR NOT NULL,
      data_type VARCHAR NOT NULL,
      question VARCHAR NOT NULL,
      explicit_context VARCHAR NOT NULL DEFAULT '',
      implicit_context VARCHAR NOT NULL DEFAULT '',
      possible_values VARCHAR[] NOT NULL,
      value_mapping VARCHAR NOT NULL DEFAULT '{}',
      answer_validation VARCHAR NOT NULL DEFAULT '',
      answer_validation_desc VARCHAR NOT NULL DEFAULT '',
      section VARCHAR NOT NULL DEFAULT '',
      toc_page VARCHAR NOT NULL DEFAULT '',
      item VARCHAR NOT NULL DEFAULT '',
      pdf_file VARCHAR NOT NULL DEFAULT '',
      pdf_page VARCHAR NOT NULL DEFAULT '',
      observations INTEGER NOT NULL
    )`,
    `CREATE TABLE account (
      account_id INTEGER PRIMARY KEY,
      username VARCHAR NOT NULL UNIQUE,
      password_hash VARCHAR NOT NULL,
      first_name VARCHAR NOT NULL DEFAULT '',
      last_name VARCHAR NOT NULL DEFAULT '',
      is_admin BOOLEAN NOT NULL DEFAULT FALSE,
      collections VARCHAR[] NOT NULL,
      is_demo BOOLEAN NOT NULL DEFAULT FALSE
    )`,
    `CREATE TABLE current_project (account_id INTEGER PRIMARY KEY, projectid INTEGER NOT NULL)`,
    `CREATE TABLE session (
      token_hash VARCHAR PRIMARY KEY,
      account_id INTEGER NOT NULL,
      created_at TIMESTAMP NOT NULL,
      seen_at TIMESTAMP NOT NULL
    )`,
    `CREATE TABLE project (
      projectid INTEGER PRIMARY KEY,
      account_id INTEGER NOT NULL,
      name VARCHAR NOT NULL,
      description VARCHAR NOT NULL
    )`,
    `CREATE TABLE cohort (
      cohortid INTEGER PRIMARY KEY,
      account_id INTEGER NOT NULL,
      projectid INTEGER NOT NULL,
      name VARCHAR NOT NULL,
      description VARCHAR NOT NULL,
      parent_id INTEGER NOT NULL,
      secondparent_id INTEGER,
      variable_name VARCHAR,
      constraint_type VARCHAR NOT NULL,
      constraint_values VARCHAR[] NOT NULL,
      affected_constraint_type VARCHAR,
      min_pedsize INTEGER,
      ped_constraint VARCHAR,
      ped_constraint_count INTEGER,
      rowcount INTEGER NOT NULL,
      collections VARCHAR[] NOT NULL
    )`,
    `CREATE TABLE cohort_member (cohortid INTEGER NOT NULL, individual_no INTEGER NOT NULL)`,
    `CREATE TABLE variable_set (
      varsetid INTEGER PRIMARY KEY,
      account_id INTEGER NOT NULL,
      projectid INTEGER NOT NULL,
      name VARCHAR NOT NULL,
      description VARCHAR NOT NULL,
      variables VARCHAR[] NOT NULL
    )`,
    `CREATE TABLE download (
      download_id VARCHAR PRIMARY KEY,
      account_id INTEGER NOT NULL,
      cohortid INTEGER NOT NULL,
      varsetid INTEGER NOT NULL,
      made_at TIMESTAMP NOT NULL
    )`,
  ],
  [
    `CREATE TABLE custom_variable (
      constructid INTEGER PRIMARY KEY,
      account_id INTEGER NOT NULL,
      projectid INTEGER NOT NULL,
      variable_name VARCHAR NOT NULL,
      description VARCHAR NOT NULL,
      construct_type VARCHAR NOT NULL,
      default_value VARCHAR NOT NULL,
      sources VARCHAR[] NOT NULL,
      value_definitions VARCHAR NOT NULL
    )`,
    `CREATE TABLE variable_edit (
      edit_id INTEGER PRIMARY KEY,
      account_id INTEGER NOT NULL,
      variable_name VARCHAR NOT NULL,
      changes VARCHAR NOT NULL,
      comment VARCHAR NOT NULL,
      made_at TIMESTAMP NOT NULL,
      state VARCHAR NOT NULL
    )`,
    // Append-only. Stores user names, not account ids: rows outlive the account.
    `CREATE TABLE audit (
      happened_at TIMESTAMP NOT NULL,
      username VARCHAR,
      address VARCHAR NOT NULL,
      action VARCHAR NOT NULL,
      subject VARCHAR NOT NULL,
      status INTEGER NOT NULL
    )`,
  ],
  [
    // Marks of a pedigree drawing besides kinship. Individuals without any mark have no row.
    `CREATE TABLE pedigree_mark (
      individual_no INTEGER NOT NULL,
      is_proband BOOLEAN NOT NULL,
      is_deceased BOOLEAN NOT NULL,
      twin_of INTEGER,
      is_identical BOOLEAN
    )`,
  ],
  [
    // Decisions about edits, with the replaced texts (JSON). Stores user names, not account ids.
    // IF NOT EXISTS: some files of the previous version have the table already.
    `CREATE TABLE IF NOT EXISTS variable_edit_decision (
      edit_id INTEGER PRIMARY KEY,
      decided_by VARCHAR NOT NULL,
      decided_at TIMESTAMP NOT NULL,
      comment VARCHAR NOT NULL,
      replaced VARCHAR
    )`,
    // Idempotency store: the result of a change by its key.
    `CREATE TABLE kept_answer (
      account_id INTEGER NOT NULL,
      change_key VARCHAR PRIMARY KEY,
      made INTEGER,
      kept_at TIMESTAMP NOT NULL
    )`,
  ],
  [
    // The table of a variable's answers if its form needs several; NULL is the form's own table.
    `ALTER TABLE variable ADD COLUMN part_table VARCHAR`,
  ],
  // Changes of PostgreSQL alone (postgresql-schema).
  [],
  [
    // Second factors; the secret is encrypted with a key outside the database.
    `CREATE TABLE second_factor (account_id INTEGER PRIMARY KEY, sealed_secret VARCHAR NOT NULL)`,
    // Recovery codes for a lost device, by SHA-256.
    `CREATE TABLE recovery_code (account_id INTEGER NOT NULL, code VARCHAR NOT NULL)`,
    // Used codes: a one-time code by its time step, a recovery code by its hash. Logins insert without a lock; the
    // primary key rejects a concurrent second use.
    `CREATE TABLE spent_code (
      account_id INTEGER NOT NULL,
      code VARCHAR NOT NULL,
      step BIGINT,
      PRIMARY KEY (account_id, code)
    )`,
  ],
  [
    // Numbers of answers as of the data version in meta's `coverage_version`: for each form table and collection, the
    // count of each column (JSON).
    `CREATE TABLE coverage (
      table_name VARCHAR NOT NULL,
      collection VARCHAR NOT NULL,
      counts VARCHAR NOT NULL
    )`,
  ],
  [
    // Short name of the client program; NULL in sessions from before it was recorded.
    `ALTER TABLE session ADD COLUMN program VARCHAR`,
  ],
  [
    // Disclosure decisions of an account for one data version: the individuals of each cell as bits
    // (disclosure/stored-ledger).
    `CREATE TABLE disclosure (
      account_id INTEGER NOT NULL,
      answers_version VARCHAR NOT NULL,
      place INTEGER NOT NULL,
      id VARCHAR NOT NULL,
      cell_key VARCHAR NOT NULL,
      family VARCHAR,
      is_shown BOOLEAN NOT NULL,
      first_word INTEGER NOT NULL,
      words VARCHAR NOT NULL
    )`,
  ],
  [
    // Number of changes, as the sum of the rows: each change adds one (change-count).
    `CREATE TABLE change_count (changes BIGINT NOT NULL)`,
  ],
  ...LATER_MIGRATIONS,
]

export const SCHEMA_VERSION = MIGRATIONS.length

/** All migrations, as applied to a new database. */
export const TABLES: readonly string[] = MIGRATIONS.flat()
