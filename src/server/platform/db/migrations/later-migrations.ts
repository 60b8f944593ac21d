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
]
