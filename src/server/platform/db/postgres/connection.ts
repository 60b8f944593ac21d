import { createHash } from 'node:crypto'
import type { ClientBase, QueryArrayResult, QueryResult } from 'pg'
import * as v from 'valibot'
import type { Connection } from '#server/platform/db/database.ts'
import { copyRows } from '#server/platform/db/postgres/copy-rows.ts'
import { POSTGRESQL } from '#server/platform/db/postgres/dialect.ts'
import { interruptible, NO_SCOPE, type Scope } from '#server/platform/db/scope.ts'
import { writtenOf, type SqlValue, type Statement } from '#server/platform/db/sql.ts'

/** Rows that are handed on at once. */
const ROWS_AT_ONCE = 2048
/** Lines of a file that are made ahead. */
const LINES_AT_ONCE = 256

const Lines = v.array(v.object({ line: v.instance(Buffer) }))

export interface Borrowed {
  readonly client: ClientBase
  /** Ends what the client runs at the moment. */
  readonly cancel: () => void
  readonly close: () => void
}

/** A PostgreSQL connection, in whichever scopes it is used. */
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
    const limited = <Result>(call: () => Promise<Result>) => interruptible({ interrupt: cancel }, scope.signal, call)
    return {
      dialect: POSTGRESQL,
      scope,
      scoped: within,
      run: async (statement) => {
        const query = queryOf(statement)
        return (await limited(() => client.query(query))).rowCount ?? 0
      },
      rows: (statement) => {
        const query = queryOf(statement)
        return rowsOf(() => limited(() => client.query<object>(query)))
      },
      columns: (statement) => {
        const query = queryOf(statement)
        return columnsOf(() => limited(() => client.query<unknown[]>({ ...query, rowMode: 'array' })))
      },
      preparedRows: async (statement) => {
        const query = queryOf(statement)
        return (await limited(() => client.query<object>({ ...query, name: nameOf(query.text) }))).rows
      },
      streamedRows,
      openBytes: async (statement) => {
        const name = await openCursor(statement)
        return async () => {
          // The types of pg do not know of `binary`.
          const inBinary = { text: `FETCH ${LINES_AT_ONCE} FROM ${name}`, binary: true }
          const { rows } = await client.query<object>(inBinary)
          if (rows.length > 0) return v.parse(Lines, rows).map(({ line }) => line)
          await client.query(`CLOSE ${name}`)
          return null
        }
      },
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

async function* columnsOf(query: () => Promise<QueryArrayResult<unknown[]>>) {
  const { rows, fields } = await query()
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
    if (first > 0) await new Promise(setImmediate)
    const some = rows.slice(first, first + ROWS_AT_ONCE)
    yield fields.map((_, column) => some.map((row) => row[column]))
  }
}

function queryOf(statement: Statement) {
  const written = writtenOf(statement)
  return { text: written.text, values: bound(written.values) }
}

/** PostgreSQL's texts hold no NUL: the sign for what cannot be shown stands in its place. */
function bound(values: readonly SqlValue[]): unknown[] {
  const shown = (text: string) => text.replaceAll('\0', '\uFFFD')
  return values.map((value) => {
    if (typeof value === 'string') return shown(value)
    return typeof value === 'object' && value !== null ? value.map(shown) : value
  })
}

const names = new Map<string, string>()

/** By which the server knows a statement's plan; it takes no long ones. */
function nameOf(sql: string): string {
  const name = names.get(sql) ?? createHash('sha256').update(sql).digest('hex').slice(0, 32)
  names.set(sql, name)
  return name
}
