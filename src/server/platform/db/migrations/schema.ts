import { LATER_MIGRATIONS } from '#server/platform/db/migrations/later-migrations.ts'

/**
 * The tables of the database, by the version that added them, in the order in which they can be made. What a version
 * did is never changed: files of that version are there. The next one is added below it.
 *
 * Research data: `individual` (one row a person; `individual_no` is dense and in the order of individual_id),
 * `pedigree_mark` (probands, twins, the deceased), `form`
 * (one interview form version), `variable` (the catalog), and for each form one wide table named by `form.table_name`
 * with a row for each person to whom the form was given: `individual_no`, then one column for each of its variables
 * (`variable.column_name`). NULL there means that the answer is unknown; no row means no record.
 * Columns by data type: `storedColumns` in server/model/data-types.ts. Several codes are sorted and joined by ";".
 *
 * What was counted of them is kept in `coverage`.
 *
 * What users make: projects, cohorts (with their members), variable sets, custom variables (`value_definitions` is the
 * JSON that was sent), downloads, edits that wait for review. What they do: `audit`, `change_count`, and for a while `kept_answer`.
 * What they log in with: `account`, `second_factor`, `recovery_code`, `spent_code`; and for how long: `session`.
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
    // Rows are only ever added. It names people, not accounts: what somebody did stays when the account goes.
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
    // What a pedigree drawing marks besides kinship; people of whom none of it is known have no row.
    `CREATE TABLE pedigree_mark (
      individual_no INTEGER NOT NULL,
      is_proband BOOLEAN NOT NULL,
      is_deceased BOOLEAN NOT NULL,
      twin_of INTEGER,
      is_identical BOOLEAN
    )`,
  ],
  [
    // Who decided what about an edit, and what it took the place of (JSON). It names people, not accounts.
    // Some files of the version before have it already.
    `CREATE TABLE IF NOT EXISTS variable_edit_decision (
      edit_id INTEGER PRIMARY KEY,
      decided_by VARCHAR NOT NULL,
      decided_at TIMESTAMP NOT NULL,
      comment VARCHAR NOT NULL,
      replaced VARCHAR
    )`,
    // What a change made, by the key that its caller gave it: asked once more, it is told and not done again.
    `CREATE TABLE kept_answer (
      account_id INTEGER NOT NULL,
      change_key VARCHAR PRIMARY KEY,
      made INTEGER,
      kept_at TIMESTAMP NOT NULL
    )`,
  ],
  [
    // The table that holds a variable's answers, where those of its form take more than one; NULL is the form's own.
    `ALTER TABLE variable ADD COLUMN part_table VARCHAR`,
  ],
  // What changed in PostgreSQL alone (postgresql-schema).
  [],
  [
    // Whose account has a second factor, and its secret, sealed by a key that is not in the database.
    `CREATE TABLE second_factor (account_id INTEGER PRIMARY KEY, sealed_secret VARCHAR NOT NULL)`,
    // What lets in whoever has lost the device, by its SHA-256.
    `CREATE TABLE recovery_code (account_id INTEGER NOT NULL, code VARCHAR NOT NULL)`,
    // What was used up: a code by its step in time, a recovery code as it is kept. Rows are added by logins, which wait
    // for nobody: a code that is used twice at once stands here once.
    `CREATE TABLE spent_code (
      account_id INTEGER NOT NULL,
      code VARCHAR NOT NULL,
      step BIGINT,
      PRIMARY KEY (account_id, code)
    )`,
  ],
  [
    // Who answered what, as counted when meta's `answers_version` was its `coverage_version`: for each collection of a
    // table of answers how many answered each of its columns (JSON).
    `CREATE TABLE coverage (
      table_name VARCHAR NOT NULL,
      collection VARCHAR NOT NULL,
      counts VARCHAR NOT NULL
    )`,
  ],
  [
    // In which program it was begun, in a few words; NULL where it was begun before that was written down.
    `ALTER TABLE session ADD COLUMN program VARCHAR`,
  ],
  [
    // Which counts of people whom an account may not read were shown to it or suppressed, of one version of the answers:
    // the people of each cell as bits (disclosure/decision-rows).
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
    // How many changes were made, as the sum of its rows: each change adds one (change-count).
    `CREATE TABLE change_count (changes BIGINT NOT NULL)`,
  ],
  ...LATER_MIGRATIONS,
]

export const SCHEMA_VERSION = MIGRATIONS.length

/** All of them, as a new database has them. */
export const TABLES: readonly string[] = MIGRATIONS.flat()
