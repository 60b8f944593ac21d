import { ORIGIN_NO } from '#server/platform/db/origin-no.ts'
import { LATER_WORDS, WORDS } from '#server/platform/db/postgres/functions.ts'
import { MIGRATIONS } from '#server/platform/db/migrations/schema.ts'

/** Numbers the origins of everybody anew. */
export const NUMBER_ORIGINS = `UPDATE individual SET origin_no = numbered.origin_no
  FROM (SELECT individual_no, ${ORIGIN_NO} AS origin_no FROM individual) numbered
  WHERE numbered.individual_no = individual.individual_no`

/** What PostgreSQL's tables have beside those of DuckDB, by version; the first of which there was one is 5. */
const BESIDE: Readonly<Record<number, readonly string[]>> = {
  5: [
    ...WORDS,
    // DuckDB numbers the rows of every table.
    `ALTER TABLE audit ADD COLUMN rowid BIGINT GENERATED ALWAYS AS IDENTITY`,
    `CREATE INDEX ON audit (happened_at)`,
    // Replaced by `disclosure`, version 10.
    `CREATE TABLE told_set (
    told_no BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id BIGINT NOT NULL,
    data_version VARCHAR NOT NULL,
    bits VARCHAR NOT NULL,
    untold VARCHAR NOT NULL
  )`,
    `CREATE INDEX ON told_set (account_id, told_no)`,
    `CREATE INDEX ON cohort_member (cohortid)`,
    `CREATE INDEX ON individual (family_id)`,
  ],
  6: [
    ...LATER_WORDS,
    // Counts are told apart by it: to find it for each of them would sort everybody.
    `ALTER TABLE individual ADD COLUMN origin_no INTEGER`,
    NUMBER_ORIGINS,
    // Whether somebody is a member is told by the index alone.
    `DROP INDEX cohort_member_cohortid_idx`,
    `CREATE INDEX ON cohort_member (cohortid, individual_no)`,
  ],
  10: [`CREATE INDEX ON disclosure (account_id, place)`, `DROP TABLE IF EXISTS told_set`],
}

/** The tables as PostgreSQL has them, by the version that added them. */
export const POSTGRESQL_MIGRATIONS: readonly (readonly string[])[] = MIGRATIONS.map((statements, place) => [
  ...statements.map(withWideIds),
  ...(BESIDE[place + 1] ?? []),
])

/** Any number that a caller may send is compared with an id, and none is too large for that. */
function withWideIds(statement: string): string {
  return statement.replaceAll(/(\w*id) INTEGER/g, '$1 BIGINT')
}
