import type { Sql } from '#server/platform/db/sql.ts'

/** A well-formed regular expression that the database cannot express. */
export class PatternUnknown extends Error {
  readonly part: string

  constructor(part: string) {
    super(`The database has no words for ${part}.`)
    this.name = 'PatternUnknown'
    this.part = part
  }
}

/** The SQL that differs between DuckDB and PostgreSQL. All other SQL is common to both, by functions that postgres/schema defines. */
export interface Dialect {
  /** Whether its regular expressions are those of RE2, as patterns of conditions are. */
  readonly hasRe2: boolean
  /** Whether it sums the rows of each family fast enough for a save; otherwise the server does it in memory. */
  readonly sumsFamilies: boolean
  /** Whether a table expression may be read once for several parts; Citus would send its rows to the coordinator. */
  readonly sharesTables: boolean
  /** The maximum number of columns of a table beside individual_no. */
  readonly mostColumns: number
  /** Whether it has structs with named fields. */
  readonly hasStructs: boolean
  /** Whether it writes Parquet files on this machine. */
  readonly writesParquet: boolean
  /** The end of a subquery whose columns must be evaluated once, not inlined by the planner. */
  readonly fence: string
  /** For a costly table of a WITH clause that is read more than once. */
  readonly costly: 'MATERIALIZED' | 'NOT MATERIALIZED'
  /** A condition that the planner must not push down. */
  readonly pinned: (condition: Sql) => Sql
  /** Statements for a form table before its rows are loaded. */
  readonly placing: (table: string) => readonly string[]
  /** Statements for a form table after its rows are loaded. */
  readonly settling: (table: string) => readonly string[]
  /** Statements for the table of individuals after its rows are loaded. */
  readonly settlingIndividuals: readonly string[]
  /** A query of all strata, with their numbers as `origin_no`. */
  readonly strata: string
  /** A table for FROM: all individuals, with the number of their stratum as `origin_no`. */
  readonly individualsWithStratum: string
  /** A number or a text that is equal for the individuals of a family, of the row `i`; 0 or '' without one. */
  readonly familyKey: string
  /** Texts joined with a separator, without NULLs. */
  readonly joined: (separator: Sql, texts: readonly Sql[]) => Sql
  /** Whether the database writes lines of CSV itself (`csvLines` of a connection), several times as fast as `csvCells`. */
  readonly copiesCsv: boolean
  /** Texts as cells of a CSV line (RFC 4180), NULL as an empty cell. `nameText` names an expression used more than once. */
  readonly csvCells: (texts: readonly Sql[], nameText: (expression: Sql) => Sql) => Sql
  /** Codes separated by ";", each replaced by the label at the same index, if there is one. */
  readonly labelled: (codes: Sql, labelledCodes: Sql, labels: Sql) => Sql
  /** HMAC-SHA256 of a text in hexadecimal digits, with a key of at most 64 bytes. */
  readonly hmac: (key: Uint8Array, text: Sql) => Sql
  /** Whether a regular expression, in the database's syntax, matches a part of a text, ignoring case. */
  readonly matches: (text: Sql, pattern: string) => Sql
  /** An RE2 pattern in the database's syntax; throws PatternUnknown if it cannot be expressed. */
  readonly patternOf: (pattern: string) => string
  /** An aggregate: the count of each text in the rows that meet a condition, as pairs of `key` and `value`. */
  readonly histogram: (text: Sql, where: Sql) => Sql
  /** An aggregate: the set of numbers below `size` that occur. */
  readonly setOfNumbers: (number: Sql, size: number) => Sql
  /** The numbers of such a set as it was read. */
  readonly numbersOf: (set: unknown) => ArrayLike<number>
}

/** The columns that make a stratum, in the order of counts. */
export const STRATUM_COLUMNS = ['collection', 'study_id', 'consent', 'dx_nimh'] as const

/** The number of an individual's stratum: grouping by one number takes a fraction of the time of four texts. */
export const STRATUM_NO = `CAST(dense_rank() OVER (ORDER BY ${STRATUM_COLUMNS.join(', ')}) AS INTEGER)`
