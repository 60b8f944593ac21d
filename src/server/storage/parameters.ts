import { listValue } from '@duckdb/node-api'
import type { SqlValue } from '#server/storage/database.ts'

/** Collects the values of one statement; each is handed out as its place: $1, $2 … */
export class Parameters {
  readonly values: SqlValue[] = []

  /** The place of a value. */
  readonly bind = (value: SqlValue): string => {
    this.values.push(value)
    return `$${this.values.length}`
  }

  /** The place of a list of texts. */
  readonly bindList = (texts: readonly string[]): string =>
    texts.length === 0 ? 'CAST([] AS VARCHAR[])' : this.bind(listValue([...texts]))

  /** A condition that holds where the expression is one of the texts; of none, nowhere. */
  readonly isAmong = (expression: string, texts: readonly string[]): string =>
    texts.length === 0 ? 'FALSE' : `${expression} IN (${texts.map((text) => this.bind(text)).join(', ')})`
}
