/**
 * What one kind of database says in words of its own. Everything else is written in the SQL that both speak, with some
 * functions that PostgreSQL is taught (postgresql-words).
 */
export interface Dialect {
  readonly name: 'DuckDB' | 'PostgreSQL'
  /** Texts joined to one, without those that are NULL; however many they are. */
  readonly joined: (separator: string, texts: readonly string[]) => string
  /** What becomes of each text of a list, joined to one text. */
  readonly mapped: (list: string, separator: string, made: (text: string) => string) => string
  /** Whether a regular expression, case ignored, is found in a text. */
  readonly matches: (text: string, pattern: string) => string
  /** The same regular expression as the database writes it. */
  readonly patternOf: (pattern: string) => string
  /** An aggregate: how often each text occurs in the rows for which a condition holds, as pairs of `key` and `value`. */
  readonly histogram: (text: string, where: string) => string
  /** An aggregate: which numbers below `size` occur. */
  readonly setOfNumbers: (number: string, size: number) => string
  /** The numbers of such a set as it was read. */
  readonly numbersOf: (set: unknown) => Iterable<number>
}
