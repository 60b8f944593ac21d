/** The migrations since version 12, which continue those in `schema`. A migration that was released never changes. */
export const LATER_MIGRATIONS: readonly (readonly string[])[] = [
  [
    // How many members of a cohort its first parent has too; how many a SUBTRACT keeps for want of an answer.
    `ALTER TABLE cohort ADD COLUMN kept INTEGER`,
    `ALTER TABLE cohort ADD COLUMN undecided INTEGER`,
    // When its members were found, among how many individuals, and at which version of the answers.
    `ALTER TABLE cohort ADD COLUMN counted_at TIMESTAMP`,
    `ALTER TABLE cohort ADD COLUMN counted_people INTEGER`,
    `ALTER TABLE cohort ADD COLUMN counted_answers VARCHAR`,
    `UPDATE cohort SET kept = CASE WHEN parent_id = 1 THEN rowcount ELSE (
      SELECT CAST(count(*) AS INTEGER) FROM cohort_member own JOIN cohort_member before USING (individual_no)
      WHERE own.cohortid = cohort.cohortid AND before.cohortid = cohort.parent_id) END`,
  ],
  [
    // An account's own name and description for project 1, which every account has.
    `CREATE TABLE default_project (
      account_id INTEGER PRIMARY KEY,
      name VARCHAR NOT NULL,
      description VARCHAR NOT NULL
    )`,
  ],
]
