import { STRATUM_NO } from '#server/platform/db/dialect.ts'
import { MIGRATIONS } from '#server/platform/db/migrations/schema.ts'

/**
 * Functions of DuckDB that PostgreSQL lacks, so that most statements are shared. PostgreSQL inlines SQL functions, so
 * calls cost nothing.
 */
const FUNCTIONS: readonly string[] = [
  word('contains(text, text)', 'boolean', 'strpos($1, $2) > 0'),
  word('ends_with(text, text)', 'boolean', 'right($1, length($2)) = $2'),
  word('strlen(text)', 'integer', 'octet_length($1)'),
  word('encode(text)', 'bytea', `convert_to($1, 'UTF8')`),
  word('regexp_extract(text, text)', 'text', `coalesce(substring($1 from $2), '')`),
  word('list_contains(text[], text)', 'boolean', '$2 = ANY ($1)'),
  word('list_has_all(text[], text[])', 'boolean', '$1 @> $2'),
  word('list_has_any(text[], text[])', 'boolean', '$1 && $2'),
  word('list_position(text[], text)', 'integer', 'array_position($1, $2)'),
  word('list_extract(text[], integer)', 'text', '$1[$2]'),
  word('epoch_ms(bigint)', 'timestamp', `timestamp 'epoch' + $1 * interval '1 millisecond'`),
  word('epoch_ms(timestamp)', 'bigint', 'CAST(extract(epoch FROM $1) * 1000 AS bigint)'),
  `CREATE FUNCTION histogram_with(jsonb, text) RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
   AS $$ SELECT jsonb_set($1, ARRAY[$2], to_jsonb(coalesce(CAST($1 ->> $2 AS integer), 0) + 1)) $$`,
  `CREATE FUNCTION histogram_pairs(jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
   AS $$ SELECT jsonb_agg(jsonb_build_object('key', key, 'value', value)) FROM jsonb_each($1) $$`,
  `CREATE AGGREGATE histogram(text) (SFUNC = histogram_with, STYPE = jsonb, INITCOND = '{}', FINALFUNC = histogram_pairs)`,
]

/** Later functions: merging partial counts, labels of codes, and CSV cells. */
const LATER_FUNCTIONS: readonly string[] = [
  `CREATE FUNCTION histogram_of_both(jsonb, jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
   AS $$ SELECT coalesce(jsonb_object_agg(key, count), '{}') FROM (
     SELECT key, sum(CAST(value AS integer)) AS count
     FROM (SELECT * FROM jsonb_each_text($1) UNION ALL SELECT * FROM jsonb_each_text($2)) parts GROUP BY key
   ) counts $$`,
  `CREATE OR REPLACE AGGREGATE histogram(text) (SFUNC = histogram_with, STYPE = jsonb, INITCOND = '{}',
     FINALFUNC = histogram_pairs, COMBINEFUNC = histogram_of_both, PARALLEL = SAFE)`,
  `CREATE FUNCTION labelled(text, text[], text[]) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
   AS $$ SELECT string_agg(coalesce($3[array_position($2, code)], code), ';' ORDER BY place)
     FROM unnest(string_to_array($1, ';')) WITH ORDINALITY AS each(code, place) $$`,
  `CREATE FUNCTION csv_cells(cells text[]) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
   DECLARE plain text := array_to_string(cells, ',', '');
   BEGIN
     IF strpos(plain, '"') = 0 AND strpos(plain, chr(13)) = 0 AND strpos(plain, chr(10)) = 0
       AND octet_length(plain) - octet_length(replace(plain, ',', '')) = cardinality(cells) - 1 THEN
       RETURN plain;
     END IF;
     RETURN (SELECT string_agg(CASE WHEN cell IS NULL THEN '' WHEN cell ~ ('[",' || chr(13) || chr(10) || ']')
         THEN '"' || replace(cell, '"', '""') || '"' ELSE cell END, ',' ORDER BY place)
       FROM unnest(cells) WITH ORDINALITY AS each(cell, place));
   END $$`,
]

/** DuckDB's functions of lists of numbers, which leave NULL out. */
const LIST_FUNCTIONS: readonly string[] = ['sum', 'avg', 'min', 'max', 'count'].map((name) =>
  word(
    `list_${name}(float8[])`,
    name === 'count' ? 'bigint' : 'float8',
    `(SELECT ${name}(number) FROM unnest($1) number)`,
  ),
)

function word(signature: string, type: string, expression: string): string {
  return `CREATE FUNCTION ${signature} RETURNS ${type} LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT ${expression} $$`
}

/** Renumbers the strata of all individuals. */
export const NUMBER_STRATA = `UPDATE individual SET origin_no = numbered.origin_no
  FROM (SELECT individual_no, ${STRATUM_NO} AS origin_no FROM individual) numbered
  WHERE numbered.individual_no = individual.individual_no`

/** Statements of PostgreSQL alone, by version, from version 5. */
const ADDITIONS: Readonly<Record<number, readonly string[]>> = {
  5: [
    ...FUNCTIONS,
    // DuckDB has rowid in every table.
    `ALTER TABLE audit ADD COLUMN rowid BIGINT GENERATED ALWAYS AS IDENTITY`,
    `CREATE INDEX ON audit (happened_at)`,
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
    ...LATER_FUNCTIONS,
    // Counts group by it; computing it for each count would sort all individuals.
    `ALTER TABLE individual ADD COLUMN origin_no INTEGER`,
    NUMBER_STRATA,
    // An index-only scan finds membership.
    `DROP INDEX cohort_member_cohortid_idx`,
    `CREATE INDEX ON cohort_member (cohortid, individual_no)`,
  ],
  10: [`CREATE INDEX ON disclosure (account_id, place)`, `DROP TABLE IF EXISTS told_set`],
  15: LIST_FUNCTIONS,
  16: [
    word('sha256(text)', 'text', `encode(sha256(convert_to($1, 'UTF8')), 'hex')`),
    `CREATE INDEX ON answer_before (variable_name, individual_no)`,
    `CREATE INDEX ON record_before (individual_no)`,
  ],
  17: [`CREATE INDEX ON object_version (account_id, kind, item_id)`],
  21: [`CREATE INDEX ON audit (entry_no)`],
  22: [`CREATE INDEX ON disclosure_cost (account_id, place)`],
}

/** PostgreSQL migrations by version. */
export const POSTGRESQL_MIGRATIONS: readonly (readonly string[])[] = MIGRATIONS.map((statements, place) => [
  ...statements.map(withWideIds),
  ...(ADDITIONS[place + 1] ?? []),
])

/** Requests may contain any integer, so ids are compared as BIGINT. */
function withWideIds(statement: string): string {
  return statement.replaceAll(/(\w*id) INTEGER/g, '$1 BIGINT')
}

/**
 * Table types of Citus: distributed in shards by individual, replicated as a reference table, or local to the
 * coordinator.
 */
export type Place = 'distributed' | 'reference' | 'local'

/** Distribution column: rows of one individual are co-located, so joins are local. */
export const DISTRIBUTION_COLUMN = 'individual_no'
const FIRST_OF_ALL = 'individual'

/** All tables except those of answers, which are distributed as well. */
export const PLACES: Readonly<Record<string, Place>> = {
  individual: 'distributed',
  pedigree_mark: 'distributed',
  cohort_member: 'distributed',
  withdrawn_individual: 'distributed',
  answer_before: 'distributed',
  record_before: 'distributed',
  form: 'reference',
  variable: 'reference',
  meta: 'local',
  coverage: 'local',
  account: 'local',
  current_project: 'local',
  session: 'local',
  access_token: 'local',
  second_factor: 'local',
  second_factor_enrolment: 'local',
  recovery_code: 'local',
  spent_code: 'local',
  project: 'local',
  default_project: 'local',
  cohort: 'local',
  variable_set: 'local',
  trash: 'local',
  object_version: 'local',
  deleted_project: 'local',
  deleted_cohort: 'local',
  deleted_custom_variable: 'local',
  deleted_variable_set: 'local',
  download: 'local',
  download_file: 'local',
  custom_variable: 'local',
  variable_edit: 'local',
  variable_edit_decision: 'local',
  audit: 'local',
  audit_checkpoint: 'local',
  audit_removal: 'local',
  change_count: 'local',
  kept_answer: 'local',
  disclosure: 'local',
  release: 'local',
  cohort_withdrawal: 'local',
}

/** Statements for Citus, run once after the tables are filled. */
export function citusStatements(answerTables: readonly string[]): string[] {
  const distributed = [...tablesPlaced('distributed'), ...answerTables].flatMap((table) => [
    `${placing(table, 'distributed')};`,
    // The shards hold the rows now; the coordinator's copies only take space.
    `SELECT truncate_local_data_after_distributing_table('${table}');`,
  ])
  return [...tablesPlaced('reference').map((table) => `${placing(table, 'reference')};`), ...distributed]
}

/** The tables of one kind, without those of answers. */
export function tablesPlaced(place: Place): string[] {
  return Object.keys(PLACES).filter((table) => PLACES[table] === place)
}

/** Moves a table to the machines. */
export function placing(table: string, place: 'distributed' | 'reference'): string {
  if (place === 'reference') return `SELECT create_reference_table('${table}')`
  const beside = table === FIRST_OF_ALL ? '' : `, colocate_with => '${FIRST_OF_ALL}'`
  return `SELECT create_distributed_table('${table}', '${DISTRIBUTION_COLUMN}'${beside})`
}

/** Moves a new table of answers to the machines that have the participants; does nothing without Citus. */
export function placingOnCitus(table: string): string {
  return `DO $$ BEGIN
    IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
      IF EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = CAST('${FIRST_OF_ALL}' AS regclass)) THEN
        PERFORM create_distributed_table('${table}', '${DISTRIBUTION_COLUMN}', colocate_with => '${FIRST_OF_ALL}');
      END IF;
    END IF;
  END $$`
}
