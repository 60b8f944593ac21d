import type { SqlValue } from '#server/platform/db/database.ts'
import type { Dialect } from '#server/platform/db/dialect.ts'

/** Collects the values of one statement; each is handed out as its place: $1, $2 … */
export class Parameters {
  readonly values: SqlValue[] = []
  readonly dialect: Dialect

  /** For a statement that the connection, or another of its kind, is to run. */
  constructor({ dialect }: { readonly dialect: Dialect }) {
    this.dialect = dialect
  }

  /** The place of a value. */
  readonly bind = (value: SqlValue): string => {
    this.values.push(value)
    return `$${this.values.length}`
  }

  /** The place of a list of texts. */
  readonly bindList = (texts: readonly string[]): string =>
    texts.length === 0 ? 'CAST(ARRAY[] AS TEXT[])' : this.bind(texts)

  /** A condition that holds where the expression is one of the texts; of none, nowhere. */
  readonly isAmong = (expression: string, texts: readonly string[]): string =>
    texts.length === 0 ? 'FALSE' : `${expression} IN (${texts.map((text) => this.bind(text)).join(', ')})`
}
