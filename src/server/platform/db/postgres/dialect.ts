import * as v from 'valibot'
import { join, quoted, sql } from '#server/platform/db/sql.ts'
import type { Dialect } from '#server/platform/db/dialect.ts'
import { NUMBER_STRATA } from '#server/platform/db/postgres/schema.ts'
import { postgreSqlPattern } from '#server/platform/db/postgres/pattern.ts'

/** A row lies on one page of 8 kB, where a long text takes 18 bytes: so many fit, whatever is in them. */
const COLUMNS_OF_A_ROW = 400

const Numbers = v.nullable(v.array(v.number()), [])

/** SQL of PostgreSQL. */
export const POSTGRESQL: Dialect = {
  name: 'PostgreSQL',
  mostColumns: COLUMNS_OF_A_ROW,
  hasStructs: false,
  writesParquet: false,
  // A subquery with an OFFSET is neither merged nor are conditions moved into it.
  fence: ' OFFSET 0',
  // A materialized table would move rows between shards (citus-layout).
  costly: 'NOT MATERIALIZED',
  pinned: (condition) => condition,
  // Of answers nothing is asked by which they could be found sooner: to look at hundreds of columns takes longer than
  // to fill them, and PostgreSQL would do it once more by itself.
  settling: (table) => [
    `CREATE INDEX ON ${quoted(table)} (individual_no)`,
    `ALTER TABLE ${quoted(table)} SET (autovacuum_analyze_threshold = 2147483647)`,
    `ANALYZE ${quoted(table)} (individual_no)`,
  ],
  settlingPeople: [NUMBER_STRATA],
  stratumNo: 'origin_no',
  // A function takes no more than a hundred texts, a list as many as there are.
  joined: (separator, texts) => sql`array_to_string(ARRAY[${join(texts)}], ${separator})`,
  // By a function that works out each text once: PostgreSQL puts what was named in every place of its name.
  csvCells: (texts) => sql`csv_cells(ARRAY[${join(texts)}])`,
  labelled: (codes, given, labels) => sql`labelled(${codes}, ${given}, ${labels})`,
  matches: (text, pattern) => sql`(${text} ~* ${pattern})`,
  patternOf: postgreSqlPattern,
  histogram: (text, where) => sql`histogram(${text}) FILTER (WHERE ${where})`,
  setOfNumbers: (number) => sql`array_agg(${number})`,
  numbersOf: (set) => v.parse(Numbers, set) ?? [],
}
