import { MIGRATIONS } from '#server/storage/schema.ts'
import { WORDS } from '#server/storage/postgresql-words.ts'

/** What PostgreSQL's tables have beside those of DuckDB, from the first version on that there was of them. */
const FIRST_VERSION = 5
const BESIDE: readonly string[] = [
  ...WORDS,
  // DuckDB numbers the rows of every table.
  `ALTER TABLE audit ADD COLUMN rowid BIGINT GENERATED ALWAYS AS IDENTITY`,
  `CREATE INDEX ON audit (happened_at)`,
  // What users were told of small counts, for all of the servers (small-counts/told-memory).
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
]

/** The tables as PostgreSQL has them, by the version that added them. */
export const POSTGRESQL_MIGRATIONS: readonly (readonly string[])[] = MIGRATIONS.map((statements, place) => [
  ...statements.map(withWideIds),
  ...(place + 1 === FIRST_VERSION ? BESIDE : []),
])

/** Any number that a caller may send is compared with an id, and none is too large for that. */
function withWideIds(statement: string): string {
  return statement.replaceAll(/(\w*id) INTEGER/g, '$1 BIGINT')
}
