import type { Sql } from '#server/platform/db/sql.ts'

/** A regular expression is well-formed, but the database has no words for a part of it. */
export class PatternUnknown extends Error {
  readonly part: string

  constructor(part: string) {
    super(`The database has no words for ${part}.`)
    this.name = 'PatternUnknown'
    this.part = part
  }
}

/**
 * What one kind of database says in words of its own. Everything else is written in the SQL that both speak, with some
 * functions that PostgreSQL is taught (postgresql-words).
 */
export interface Dialect {
  readonly name: 'DuckDB' | 'PostgreSQL'
  /** So many columns a table may have besides the one that says whose row it is. */
  readonly mostColumns: number
  /** Whether it has structs, whose fields are named like the columns of a table. */
  readonly hasStructs: boolean
  /** Whether it writes Parquet files where this program reads them. */
  readonly writesParquet: boolean
  /** At the end of a subquery: its columns are evaluated once each, not merged into the statement that reads them. */
  readonly fence: string
  /** How a table of a WITH that is costly to make and read more than once is made: once, unless that moves its rows. */
  readonly costly: 'MATERIALIZED' | 'NOT MATERIALIZED'
  /** A condition that is evaluated where it stands, not merged with the expressions of the columns that it reads. */
  readonly pinned: (condition: Sql) => Sql
  /** What a table of answers needs once it is filled. */
  readonly settling: (table: string) => readonly string[]
  /** What the individuals need once all of them are there. */
  readonly settlingPeople: readonly string[]
  /** The number of an individual's origin (origin-no), over a row of all of them. */
  readonly originNo: string
  /** Texts joined to one, without those that are NULL; however many they are. */
  readonly joined: (separator: Sql, texts: readonly Sql[]) => Sql
  /**
   * Texts as neighbouring cells of a line of CSV (RFC 4180): in quotes where they need them, nothing where they are NULL.
   * `nameText` names an expression that is used more than once.
   */
  readonly csvCells: (texts: readonly Sql[], nameText: (expression: Sql) => Sql) => Sql
  /** Codes parted by ";" with the label at the same place of another list for each that has one. */
  readonly labelled: (codes: Sql, given: Sql, labels: Sql) => Sql
  /** Whether a regular expression, case ignored, is found in a text. */
  readonly matches: (text: Sql, pattern: Sql) => Sql
  /** The same regular expression as the database writes it; throws PatternUnknown where it cannot. */
  readonly patternOf: (pattern: string) => string
  /** An aggregate: how often each text occurs in the rows for which a condition holds, as pairs of `key` and `value`. */
  readonly histogram: (text: Sql, where: Sql) => Sql
  /** An aggregate: which numbers below `size` occur. */
  readonly setOfNumbers: (number: Sql, size: number) => Sql
  /** The numbers of such a set as it was read. */
  readonly numbersOf: (set: unknown) => ArrayLike<number>
}
