import { createHash } from 'node:crypto'
import { once } from 'node:events'
import pg, { type ClientBase, type QueryArrayConfig, type QueryResult } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import * as v from 'valibot'
import {
  type Connection,
  type TakeColumns,
  ROWS_AT_ONCE,
  type CellValue,
  type RowSource,
} from '#server/platform/db/database.ts'
import { STRATUM_COLUMNS, type Dialect } from '#server/platform/db/dialect.ts'
import { postgreSqlPattern } from '#server/platform/db/postgres/pattern.ts'
import { NUMBER_STRATA, placingOnCitus } from '#server/platform/db/postgres/schema.ts'
import { interruptible, NO_SCOPE, type Scope } from '#server/platform/db/scope.ts'
import { writtenOf, type SqlValue, type Statement, quoted, join, sql, raw, type Sql } from '#server/platform/db/sql.ts'
import { hmacPads } from '#server/platform/security/hmac-pads.ts'

/**
 * The rows of a query as lines of CSV, by COPY: PostgreSQL quotes a value with a comma, a quote or a line break, and
 * writes NULL as an empty cell. It takes no parameters, so values are constants of the text.
 */
function csvLines(client: ClientBase, statement: Statement, end: string): Promise<readonly Uint8Array[]> {
  const select: Sql = typeof statement === 'string' ? raw(statement) : statement
  return new Promise((resolve, reject) => {
    const copy = `COPY (${select.writeConstants(constantOf)}) TO STDOUT (FORMAT csv)`
    const query = client.query(new CopyLines(`${IN_ORDER}; ${copy}; ${AS_BEFORE}`, end))
    query.on('error', reject)
    query.on('end', () => resolve(query.lines))
  })
}

/**
 * Merge joins are off elsewhere, where their estimates fail (open.ts). Here they read the tables in the order of the
 * lines, without a sort, in two thirds of the time.
 */
const IN_ORDER = 'SET LOCAL enable_mergejoin = on'
const AS_BEFORE = 'SET LOCAL enable_mergejoin = DEFAULT'

/** Collects the lines as they arrive, each with another end. */
class CopyLines extends pg.Query {
  readonly lines: Uint8Array[] = []
  readonly #end: Buffer

  constructor(text: string, end: string) {
    super(text)
    this.#end = Buffer.from(end)
  }

  /** Called by the library for each row: a line, in memory that it uses again. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    const length = chunk.length - '\n'.length
    const line = Buffer.allocUnsafe(length + this.#end.length)
    chunk.copy(line, 0, 0, length)
    this.#end.copy(line, length)
    this.lines.push(line)
  }
}

/** PostgreSQL derives the type of a quoted number from its context, as it does for a parameter. */
function constantOf(value: SqlValue): string {
  if (value === null) return 'NULL'
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value === 'object') return `CAST(ARRAY[${value.map(constantOf).join(', ')}] AS TEXT[])`
  return pg.escapeLiteral(withoutNul(String(value)))
}

/** PostgreSQL texts cannot hold NUL: the replacement character stands for it. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '\uFFFD')
}

/** Lines buffered ahead. */
const LINES_AT_ONCE = 256

const Lines = v.array(v.object({ line: v.instance(Buffer) }))

export interface Borrowed {
  readonly client: ClientBase
  /** Cancels the client's running statement. */
  readonly cancel: Connection['interrupt']
  readonly close: () => void
}

/** A PostgreSQL connection; `scoped` returns it in another scope. */
export function postgreSqlConnection({ client, cancel, close }: Borrowed): Connection {
  let cursors = 0
  const openCursor = async (statement: Statement) => {
    const name = `rows_${cursors++}`
    const written = writtenOf(statement)
    await client.query(`DECLARE ${name} NO SCROLL CURSOR FOR ${written.text}`, bound(written.values))
    return name
  }
  async function* streamedRows(statement: Statement) {
    await client.query('BEGIN')
    try {
      const name = await openCursor(statement)
      for (;;) {
        const { rows } = await client.query<object>(`FETCH ${ROWS_AT_ONCE} FROM ${name}`)
        if (rows.length === 0) return
        yield rows
      }
    } finally {
      await client.query('COMMIT')
    }
  }
  const within = (scope: Scope): Connection => {
    const limited = <Result>(statement: Statement, call: (query: Query) => Promise<Result>) => {
      const { text, values, isTimed } = writtenOf(statement)
      const query = { text, values: bound(values) }
      return interruptible({ interrupt: cancel }, scope, () => call(query), { isTimed })
    }
    return {
      dialect: POSTGRESQL,
      scope,
      scoped: within,
      run: async (statement) => (await limited(statement, (query) => client.query(query))).rowCount ?? 0,
      rows: (statement) => rowsOf(() => limited(statement, (query) => client.query<object>(query))),
      readColumns: (statement, begin) => limited(statement, (query) => takeColumns(client, query, begin())),
      preparedRows: async (statement) =>
        (await limited(statement, (query) => client.query<object>({ ...query, name: nameOf(query.text) }))).rows,
      streamedRows,
      openBytes: async (statement) => {
        const name = await openCursor(statement)
        return async () => {
          // pg's type declarations lack `binary`.
          const inBinary = { text: `FETCH ${LINES_AT_ONCE} FROM ${name}`, binary: true }
          const { rows } = await client.query<object>(inBinary)
          if (rows.length > 0) return v.parse(Lines, rows).map(({ line }) => line)
          await client.query(`CLOSE ${name}`)
          return null
        }
      },
      csvLines: (statement, end) => limited(statement, () => csvLines(client, statement, end)),
      append: (table, rows, pause) => copyRows(client, table, rows, pause),
      interrupt: cancel,
      close,
      abandon: () => Promise.resolve(close()),
    }
  }
  return within(NO_SCOPE)
}

async function* rowsOf(query: () => Promise<QueryResult<object>>) {
  const { rows } = await query()
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
    if (first > 0) await new Promise(setImmediate)
    yield rows.slice(first, first + ROWS_AT_ONCE)
  }
}

/** Takes rows as they arrive: all rows of ten million individuals would take 1.6 GB. */
function takeColumns(client: ClientBase, { text, values }: Query, take: TakeColumns): Promise<void> {
  return new Promise((resolve, reject) => {
    let columns: unknown[][] = []
    let failure: unknown = null
    const takeBatch = () => {
      const batch = columns
      columns = []
      if (batch.length === 0 || failure !== null) return
      try {
        take(batch)
      } catch (error) {
        // Thrown here, it would end the process.
        failure = error
      }
    }
    // With a listener, the library keeps no rows.
    const config: QueryArrayConfig<unknown[]> = { text, values, rowMode: 'array' }
    const query = client.query(new pg.Query<unknown[], unknown[]>(config))
    query.on('row', (row) => {
      for (let place = 0; place < row.length; place++) (columns[place] ??= []).push(row[place])
      if (columns[0]?.length === ROWS_AT_ONCE) takeBatch()
    })
    query.on('error', reject)
    query.on('end', () => {
      takeBatch()
      if (failure === null) resolve()
      else reject(failure)
    })
  })
}

interface Query {
  readonly text: string
  readonly values: unknown[]
}

function bound(values: readonly SqlValue[]): unknown[] {
  return values.map((value) => {
    if (typeof value === 'string') return withoutNul(value)
    return typeof value === 'object' && value !== null ? value.map(withoutNul) : value
  })
}

const names = new Map<string, string>()

/** The name of a prepared statement; PostgreSQL limits its length. */
function nameOf(sql: string): string {
  const name = names.get(sql) ?? createHash('sha256').update(sql).digest('hex').slice(0, 32)
  names.set(sql, name)
  return name
}

/** Appends rows by COPY, in batches. */
export async function copyRows(
  client: ClientBase,
  table: string,
  { types, rowCount, values }: RowSource,
  pause: () => Promise<void>,
): Promise<void> {
  const stream = client.query(copyFrom(`COPY ${quoted(table)} FROM STDIN`))
  const failed = new Promise<never>((_, reject) => stream.once('error', reject))
  failed.catch(() => undefined)
  for (let start = 0; start < rowCount; start += ROWS_AT_ONCE) {
    const end = Math.min(start + ROWS_AT_ONCE, rowCount)
    const columns = types.map((_, column) => values(column, start, end).map(cellText))
    const lines = Array.from({ length: end - start }, (_, row) => columns.map((cells) => cells[row]).join('\t'))
    if (!stream.write(`${lines.join('\n')}\n`)) await Promise.race([once(stream, 'drain'), failed])
    await pause().catch((error: unknown) => {
      // Ends the COPY, which rejects; the next statement would wait for it.
      stream.destroy(error instanceof Error ? error : new Error('The rows are not complete.'))
      return failed
    })
  }
  const finished = once(stream, 'finish')
  stream.end()
  await Promise.race([finished, failed])
}

/** A cell in COPY's text format. */
function cellText(value: CellValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'object')
    return escaped(`{${value.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`)
  return typeof value === 'string' ? escaped(value) : String(value)
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '\uFFFD',
}

function escaped(text: string): string {
  return text.replaceAll(/[\\\t\n\r\0]/g, (sign) => ESCAPES[sign] ?? sign)
}

/** A row must fit one page of 8 kB, and an out-of-line text takes 18 bytes. This number of columns always fits. */
const COLUMNS_OF_A_ROW = 400

const Numbers = v.nullable(v.array(v.number()), [])

export const POSTGRESQL: Dialect = {
  hasRe2: false,
  sumsFamilies: false,
  sharesTables: false,
  mostColumns: COLUMNS_OF_A_ROW,
  hasStructs: false,
  writesParquet: false,
  // An OFFSET prevents inlining of the subquery and pushdown of conditions.
  fence: ' OFFSET 0',
  // A materialized table would move rows between shards (postgres/schema).
  costly: 'NOT MATERIALIZED',
  pinned: (condition) => condition,
  placing: (table) => [placingOnCitus(table)],
  // Statistics of answers help no plan: hundreds of columns take longer to analyse than to fill, and autovacuum would
  // repeat it.
  settling: (table) => [
    `CREATE INDEX ON ${quoted(table)} (individual_no)`,
    `ALTER TABLE ${quoted(table)} SET (autovacuum_analyze_threshold = 2147483647)`,
    `ANALYZE ${quoted(table)} (individual_no)`,
  ],
  settlingIndividuals: [NUMBER_STRATA],
  // Stored, because Citus joins individuals by their number only.
  strata: `SELECT DISTINCT origin_no, ${STRATUM_COLUMNS.join(', ')} FROM individual`,
  individualsWithStratum: 'individual',
  // Citus has no window over all individuals.
  familyKey: `coalesce('=' || i.family_id, '')`,
  // A function takes 100 arguments at most; an array has no limit.
  joined: (separator, texts) => sql`array_to_string(ARRAY[${join(texts)}], ${separator})`,
  copiesCsv: true,
  // A function evaluates each text once: PostgreSQL would inline a named expression at every use.
  csvCells: (texts) => sql`csv_cells(ARRAY[${join(texts)}])`,
  labelled: (codes, labelledCodes, labels) => sql`labelled(${codes}, ${labelledCodes}, ${labels})`,
  hmac: (key, text) => {
    const { inner, outer } = hmacPads(key)
    const bytes = (hex: string) => sql`decode(${hex}, 'hex')`
    return sql`encode(sha256(${bytes(outer)} || sha256(${bytes(inner)} || convert_to(${text}, 'UTF8'))), 'hex')`
  },
  matches: (text, pattern) => sql`(${text} ~* ${pattern})`,
  patternOf: postgreSqlPattern,
  histogram: (text, where) => sql`histogram(${text}) FILTER (WHERE ${where})`,
  setOfNumbers: (number) => sql`array_agg(${number})`,
  numbersOf: (set) => v.parse(Numbers, set) ?? [],
}
