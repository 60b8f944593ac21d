import * as v from 'valibot'
import { join, quoted, sql } from '#server/platform/db/sql.ts'
import type { Dialect } from '#server/platform/db/dialect.ts'
import { NUMBER_STRATA } from '#server/platform/db/postgres/schema.ts'
import { postgreSqlPattern } from '#server/platform/db/postgres/pattern.ts'

/** A row must fit one page of 8 kB, and an out-of-line text takes 18 bytes. This number of columns always fits. */
const COLUMNS_OF_A_ROW = 400

const Numbers = v.nullable(v.array(v.number()), [])

export const POSTGRESQL: Dialect = {
  name: 'PostgreSQL',
  mostColumns: COLUMNS_OF_A_ROW,
  hasStructs: false,
  writesParquet: false,
  // An OFFSET prevents inlining of the subquery and pushdown of conditions.
  fence: ' OFFSET 0',
  // A materialized table would move rows between shards (citus-layout).
  costly: 'NOT MATERIALIZED',
  pinned: (condition) => condition,
  // Statistics of answers help no plan: hundreds of columns take longer to analyse than to fill, and autovacuum would
  // repeat it.
  settling: (table) => [
    `CREATE INDEX ON ${quoted(table)} (individual_no)`,
    `ALTER TABLE ${quoted(table)} SET (autovacuum_analyze_threshold = 2147483647)`,
    `ANALYZE ${quoted(table)} (individual_no)`,
  ],
  settlingIndividuals: [NUMBER_STRATA],
  stratumNo: 'origin_no',
  // A function takes 100 arguments at most; an array has no limit.
  joined: (separator, texts) => sql`array_to_string(ARRAY[${join(texts)}], ${separator})`,
  // A function evaluates each text once: PostgreSQL would inline a named expression at every use.
  csvCells: (texts) => sql`csv_cells(ARRAY[${join(texts)}])`,
  labelled: (codes, given, labels) => sql`labelled(${codes}, ${given}, ${labels})`,
  matches: (text, pattern) => sql`(${text} ~* ${pattern})`,
  patternOf: postgreSqlPattern,
  histogram: (text, where) => sql`histogram(${text}) FILTER (WHERE ${where})`,
  setOfNumbers: (number) => sql`array_agg(${number})`,
  numbersOf: (set) => v.parse(Numbers, set) ?? [],
}
