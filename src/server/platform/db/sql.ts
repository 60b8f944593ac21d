/** A bound value; a list is one value. */
export type SqlValue = string | number | boolean | null | readonly string[]

/** Statement text with parameters $1, $2 …, and their values. */
export interface WrittenSql {
  readonly text: string
  readonly values: readonly SqlValue[]
  /** Whether a fragment of it is `timed`. */
  readonly isTimed: boolean
}

/** The parts of a statement that its fragments collect, beside its text. */
interface Collected {
  /** The text that stands for a value. */
  readonly place: (value: SqlValue) => string
  isTimed: boolean
}

/** The type of an empty list cannot be inferred by the database. */
const EMPTY_LIST = 'CAST(ARRAY[] AS TEXT[])'

/** A fragment of SQL that carries its values: a text, or a template with fragments and values in its gaps. */
export class Sql {
  readonly #strings: readonly string[]
  readonly #parts: readonly (Sql | SqlValue)[]
  readonly #deferred: (() => Sql) | null
  readonly #isTimed: boolean
  #written: WrittenSql | null = null

  private constructor(
    strings: readonly string[],
    parts: readonly (Sql | SqlValue)[],
    { deferred = null, isTimed = false }: { deferred?: (() => Sql) | null; isTimed?: boolean } = {},
  ) {
    this.#strings = strings
    this.#parts = parts
    this.#deferred = deferred
    this.#isTimed = isTimed
  }

  static fromParts(strings: readonly string[], parts: readonly (Sql | SqlValue)[]): Sql {
    return new Sql(strings, parts)
  }

  static timed(fragment: Sql): Sql {
    return new Sql(['', ''], [fragment], { isTimed: true })
  }

  static deferred(make: () => Sql): Sql {
    return new Sql([], [], { deferred: make })
  }

  /** Equal for fragments of equal text and values. */
  get key(): string {
    const { text, values } = this.write()
    return values.length === 0 ? text : `${text}\0${JSON.stringify(values)}`
  }

  /** Writes text and values. Deferred fragments are made on the first call, and again for constants. */
  write(): WrittenSql {
    if (this.#written === null) {
      const values: SqlValue[] = []
      const collected: Collected = { place: (value) => `$${values.push(value)}`, isTimed: false }
      this.#written = { text: this.#append('', collected), values, isTimed: collected.isTimed }
    }
    return this.#written
  }

  /** The text with each value written as a constant. */
  writeConstants(constant: (value: SqlValue) => string): string {
    return this.#append('', { place: constant, isTimed: false })
  }

  #append(before: string, collected: Collected): string {
    if (this.#isTimed || this.#written?.isTimed) collected.isTimed = true
    if (this.#written?.values.length === 0) return before + this.#written.text
    if (this.#deferred) return this.#deferred().#append(before, collected)
    let text = before + (this.#strings[0] ?? '')
    for (const [index, part] of this.#parts.entries()) {
      text = part instanceof Sql ? part.#append(text, collected) : text + placeOf(part, collected)
      text += this.#strings[index + 1] ?? ''
    }
    return text
  }
}

function placeOf(value: SqlValue, { place }: Collected): string {
  return Array.isArray(value) && value.length === 0 ? EMPTY_LIST : place(value)
}

/** A plain text binds no values. */
export type Statement = string | Sql

export function writtenOf(statement: Statement): WrittenSql {
  return typeof statement === 'string' ? { text: statement, values: [], isTimed: false } : statement.write()
}

/** Tags a template of SQL: fragments in its gaps become part of the text, any other value is bound. */
export function sql(strings: TemplateStringsArray, ...parts: readonly (Sql | SqlValue)[]): Sql {
  return Sql.fromParts(strings, parts)
}

/** Unescaped text. Never use it for any part of a request. */
export function raw(text: string): Sql {
  return Sql.fromParts([text], [])
}

/** An inlined constant, so that the planner sees it. */
export function literal(value: string | number): Sql {
  return raw(typeof value === 'number' ? String(value) : sqlText(value))
}

/** A quoted identifier of the catalog. */
export function identifier(name: string): Sql {
  return raw(quoted(name))
}

/** A path as an SQL literal: ATTACH takes no parameters. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** A quoted identifier as text. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function join(parts: readonly (Sql | SqlValue)[], separator = ', '): Sql {
  return parts.length === 0 ? EMPTY : Sql.fromParts(['', ...parts.slice(1).map(() => separator), ''], parts)
}

/** A fragment whose evaluation may take very long: a request's statement with it has a time limit of its own. */
export function timed(fragment: Sql): Sql {
  return Sql.timed(fragment)
}

/** A fragment that is evaluated when its statement is written: it may depend on the fragments around it. */
export function deferred(make: () => Sql): Sql {
  return Sql.deferred(make)
}

export const EMPTY = raw('')

/** FALSE for an empty list. */
export function isAmong(expression: Sql, texts: readonly string[]): Sql {
  return texts.length === 0 ? sql`FALSE` : sql`${expression} IN (${join(texts)})`
}
