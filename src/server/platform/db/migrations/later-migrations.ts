/** The migrations since version 12, which continue those in `schema`. A migration that was released never changes. */
export const LATER_MIGRATIONS: readonly (readonly string[])[] = [
  [
    // Members shared with the first parent; members that a SUBTRACT keeps because an answer is missing.
    `ALTER TABLE cohort ADD COLUMN kept INTEGER`,
    `ALTER TABLE cohort ADD COLUMN undecided INTEGER`,
    // Time of counting, number of individuals and data version at that time.
    `ALTER TABLE cohort ADD COLUMN counted_at TIMESTAMP`,
    `ALTER TABLE cohort ADD COLUMN counted_people INTEGER`,
    `ALTER TABLE cohort ADD COLUMN counted_answers VARCHAR`,
    `UPDATE cohort SET kept = CASE WHEN parent_id = 1 THEN rowcount ELSE (
      SELECT CAST(count(*) AS INTEGER) FROM cohort_member own JOIN cohort_member before USING (individual_no)
      WHERE own.cohortid = cohort.cohortid AND before.cohortid = cohort.parent_id) END`,
  ],
  [
    // An account's own name and description of project 1, which every account has.
    `CREATE TABLE default_project (
      account_id INTEGER PRIMARY KEY,
      name VARCHAR NOT NULL,
      description VARCHAR NOT NULL
    )`,
  ],
  [
    // The trash: deleted objects of each account. The rows themselves are in tables of the same columns; the members
    // of a deleted cohort remain in cohort_member. `sources` (JSON): the ids of the custom variables that it uses by name.
    `CREATE TABLE trash (
      account_id INTEGER NOT NULL,
      kind VARCHAR NOT NULL,
      item_id INTEGER NOT NULL,
      name VARCHAR NOT NULL,
      projectid INTEGER NOT NULL,
      with_project BOOLEAN NOT NULL,
      sources VARCHAR NOT NULL,
      deleted_at TIMESTAMP NOT NULL
    )`,
    `CREATE TABLE deleted_project AS SELECT * FROM project WHERE false`,
    `CREATE TABLE deleted_cohort AS SELECT * FROM cohort WHERE false`,
    `CREATE TABLE deleted_custom_variable AS SELECT * FROM custom_variable WHERE false`,
    `CREATE TABLE deleted_variable_set AS SELECT * FROM variable_set WHERE false`,
  ],
  [
    // The formula of a score; empty for other custom variables.
    `ALTER TABLE custom_variable ADD COLUMN formula VARCHAR DEFAULT ''`,
    `ALTER TABLE deleted_custom_variable ADD COLUMN formula VARCHAR DEFAULT ''`,
  ],
  [
    // Data releases, the last one is the present data. `last_individual`, `last_form`: the greatest numbers then; an import
    // adds greater ones. `content_hash`: engine/releases/content-hash; NULL until it is computed.
    `CREATE TABLE release (
      release_no INTEGER PRIMARY KEY,
      name VARCHAR NOT NULL UNIQUE,
      made_at TIMESTAMP NOT NULL,
      answers_version VARCHAR NOT NULL,
      last_individual INTEGER NOT NULL,
      last_form INTEGER NOT NULL,
      individuals INTEGER NOT NULL,
      variables INTEGER NOT NULL,
      content_hash VARCHAR
    )`,
    // Answers of known individuals before the release that corrected them, as text; NULL is unknown.
    `CREATE TABLE answer_before (
      release_no INTEGER NOT NULL,
      variable_name VARCHAR NOT NULL,
      individual_no INTEGER NOT NULL,
      answer VARCHAR
    )`,
    // Known individuals who had no record in a form's table before a release. The table 'individual': who had no record
    // at all (a placeholder).
    `CREATE TABLE record_before (
      release_no INTEGER NOT NULL,
      table_name VARCHAR NOT NULL,
      individual_no INTEGER NOT NULL
    )`,
  ],
  [
    // Versions of saved objects. A replaced object has a new id: `item_id` is its present id, `then_id` that of the
    // version. `definition` (JSON) holds no members or counts; `sources` (JSON): the ids of its custom variables by name.
    `CREATE TABLE object_version (
      account_id INTEGER NOT NULL,
      kind VARCHAR NOT NULL,
      item_id INTEGER NOT NULL,
      version_no INTEGER NOT NULL,
      then_id INTEGER NOT NULL,
      made_at TIMESTAMP,
      action VARCHAR NOT NULL,
      restored_no INTEGER,
      definition VARCHAR NOT NULL,
      sources VARCHAR NOT NULL
    )`,
  ],
  [
    // Files that were sent, for the same file again. The release: its number and time, since the number of an undone
    // release is used again; NULL for data without releases. `recipe` (JSON): everything that makes the rows and columns
    // (modules/downloads/files/recipe); `members`: a deflated set of the individuals in it; `documents` (deflated JSON): the
    // documents of a bundle, or the definitions of a CSV file. `again_of`: the file that this one repeats.
    `CREATE TABLE download_file (
      file_id VARCHAR PRIMARY KEY,
      account_id INTEGER NOT NULL,
      made_at TIMESTAMP NOT NULL,
      release_no INTEGER,
      release_made_at TIMESTAMP,
      file_name VARCHAR NOT NULL,
      cohort_name VARCHAR NOT NULL,
      set_name VARCHAR NOT NULL,
      is_bundle BOOLEAN NOT NULL,
      row_count INTEGER NOT NULL,
      variable_count INTEGER NOT NULL,
      bytes BIGINT NOT NULL,
      sha256 VARCHAR NOT NULL,
      software VARCHAR NOT NULL,
      again_of VARCHAR,
      recipe VARCHAR NOT NULL,
      members VARCHAR NOT NULL,
      documents VARCHAR NOT NULL
    )`,
  ],
  [
    // Individuals who withdrew their consent, with the release that was made without them. They are placeholders without
    // any answer.
    `CREATE TABLE withdrawn_individual (individual_no INTEGER PRIMARY KEY, release_no INTEGER NOT NULL)`,
    // Withdrawn members of saved cohorts, by release, and those of them that the first parent had too. Not columns of
    // `cohort`: DuckDB alters no table that the same transaction has updated.
    `CREATE TABLE cohort_withdrawal (
      release_no INTEGER NOT NULL,
      cohortid INTEGER NOT NULL,
      members INTEGER NOT NULL,
      kept INTEGER NOT NULL
    )`,
  ],
  [
    // The individuals whose bits a decision has: those up to `last_individual`. The decisions of earlier data versions
    // count as well; before, they did not. `counted_to`: the greatest number of an individual who was counted; NULL for
    // decisions on an import that was undone.
    `ALTER TABLE disclosure ADD COLUMN last_individual INTEGER`,
    `ALTER TABLE disclosure ADD COLUMN counted_to INTEGER`,
    `DELETE FROM disclosure WHERE answers_version NOT IN (SELECT value FROM meta WHERE name = 'answers_version')`,
    `UPDATE disclosure SET last_individual = (SELECT coalesce(max(individual_no), 0) FROM individual),
      counted_to = (SELECT coalesce(max(individual_no), 0) FROM individual)`,
  ],
  [
    // The chain of the audit log (store/audit/chain): NULL until an entry is chained. `salt` and `entry_hash` are
    // hexadecimal digits.
    `ALTER TABLE audit ADD COLUMN entry_no BIGINT`,
    `ALTER TABLE audit ADD COLUMN salt VARCHAR`,
    `ALTER TABLE audit ADD COLUMN entry_hash VARCHAR`,
    // Signed checkpoints; the one of the last entry follows it, unless it is kept.
    `CREATE TABLE audit_checkpoint (
      entry_no BIGINT NOT NULL,
      entry_hash VARCHAR NOT NULL,
      made_at TIMESTAMP NOT NULL,
      key_id VARCHAR NOT NULL,
      signature VARCHAR NOT NULL,
      is_kept BOOLEAN NOT NULL
    )`,
    // Signed statements of what AUDIT_DAYS removed.
    `CREATE TABLE audit_removal (
      first_no BIGINT NOT NULL,
      last_no BIGINT NOT NULL,
      last_hash VARCHAR NOT NULL,
      older_than TIMESTAMP NOT NULL,
      removed_at TIMESTAMP NOT NULL,
      key_id VARCHAR NOT NULL,
      signature VARCHAR NOT NULL
    )`,
    // Says in the log how many entries are older than the chain; its time is that of the last of them.
    `INSERT INTO audit (happened_at, username, address, action, subject, status)
      SELECT max(happened_at), NULL, 'server', 'audit chain', concat('{"entries":', CAST(count(*) AS VARCHAR), '}'), 200
      FROM audit HAVING count(*) > 0`,
  ],
  [
    // What the table of a decision disclosed; variables and collections are JSON. Not
    // columns of `disclosure`: DuckDB alters no table that the same transaction has updated.
    `CREATE TABLE disclosure_cost (
      account_id INTEGER NOT NULL,
      place INTEGER NOT NULL,
      variables VARCHAR NOT NULL,
      collections VARCHAR NOT NULL,
      amount FLOAT8 NOT NULL
    )`,
  ],
  [
    // Account -1 had the decisions that all accounts shared (SHARED_LEDGER). Each account with restricted access keeps
    // them after its own.
    `INSERT INTO disclosure (account_id, answers_version, place, id, cell_key, family, is_shown, first_word, words,
        last_individual, counted_to)
      SELECT a.account_id, s.answers_version, s.place + coalesce(own.places, 0), s.id, s.cell_key, s.family, s.is_shown,
        s.first_word, s.words, s.last_individual, s.counted_to
      FROM disclosure s CROSS JOIN account a
      LEFT JOIN (SELECT account_id, max(place) + 1 AS places FROM disclosure GROUP BY account_id) own
        ON own.account_id = a.account_id
      WHERE s.account_id = -1 AND NOT a.is_admin`,
    `DELETE FROM disclosure WHERE account_id = -1`,
    `DELETE FROM meta WHERE name = 'noise_epoch'`,
    `DROP TABLE disclosure_cost`,
  ],
  [
    // The hash of the request that an idempotency key belongs to; NULL in rows of earlier versions.
    `ALTER TABLE kept_answer ADD COLUMN request_hash VARCHAR`,
    // The last secret that an account asked for, encrypted, until its second factor is on or its password changes.
    `CREATE TABLE second_factor_enrolment (account_id INTEGER PRIMARY KEY, sealed_secret VARCHAR NOT NULL)`,
  ],
  [
    // Access tokens of accounts, by SHA-256. `used_at` is NULL until the first use.
    `CREATE TABLE access_token (
      token_hash VARCHAR PRIMARY KEY,
      token_id VARCHAR NOT NULL,
      account_id INTEGER NOT NULL,
      name VARCHAR NOT NULL,
      scopes VARCHAR[] NOT NULL,
      created_at TIMESTAMP NOT NULL,
      expires_at TIMESTAMP NOT NULL,
      used_at TIMESTAMP
    )`,
  ],
]
