import {
  DATE,
  DOUBLE,
  DuckDBBlobValue,
  DuckDBDataChunk,
  DuckDBDateValue,
  INTEGER,
  LIST,
  BOOLEAN,
  VARCHAR,
  listValue,
  type DuckDBConnection,
  type DuckDBMaterializedResult,
  type DuckDBResult,
  type DuckDBType,
  type DuckDBValue,
  type DuckDBPreparedStatement,
  JSDuckDBValueConverter,
} from '@duckdb/node-api'
import {
  type Connection,
  type TakeColumns,
  ROWS_AT_ONCE,
  type CellValue,
  type ColumnType,
  type RowSource,
} from '#server/platform/db/database.ts'
import { DUCKDB } from '#server/platform/db/duckdb/dialect.ts'
import { interruptible, NO_SCOPE, type Scope } from '#server/platform/db/scope.ts'
import { writtenOf, type SqlValue, type Statement, type WrittenSql } from '#server/platform/db/sql.ts'
import { createPause } from '#server/platform/scheduling/yield.ts'

/** Chunks of a result that are read without yielding to the event loop. */
const CHUNKS_WITHOUT_YIELD = 1

/** Limits buffering ahead of a slow reader. */
const STREAMING_BUFFER = '128KiB'

/** A DuckDB connection; `scoped` returns it in another scope. */
export function duckDbConnection(duckdb: DuckDBConnection, calls = createRunningCalls()): Connection {
  const interrupt = () => Promise.resolve(duckdb.interrupt())
  const runPrepared = createPreparedStatements(duckdb)
  const tracked = <Result>(call: () => Promise<Result>) => calls.track({ interrupt }, call)
  const stream = (statement: Statement) => {
    const { text, values } = writtenOf(statement)
    return tracked(() => duckdb.stream(text, bound(values)))
  }
  const within = (scope: Scope): Connection => {
    const limited = <Result>({ isTimed }: WrittenSql, call: () => Promise<Result>) =>
      tracked(() => interruptible({ interrupt }, scope, call, { isTimed }))
    const run = (statement: Statement) => {
      const written = writtenOf(statement)
      return limited(written, () => duckdb.run(written.text, bound(written.values)))
    }
    return {
      dialect: DUCKDB,
      scope,
      scoped: within,
      run: async (statement) => (await run(statement)).rowsChanged,
      rows: (statement) => rowsOf(() => run(statement)),
      readColumns: async (statement, begin) => takeColumns(await run(statement), begin()),
      preparedRows: (statement) => {
        const written = writtenOf(statement)
        return limited(written, () => runPrepared(written.text, bound(written.values)))
      },
      streamedRows: (statement) => streamedRows(() => stream(statement)),
      openBytes: async (statement) => {
        await duckdb.run(`SET streaming_buffer_size = '${STREAMING_BUFFER}'`)
        const result = await stream(statement)
        return async () => {
          const chunk = await tracked(() => result.fetchChunk())
          if (!chunk || chunk.rowCount === 0) return null
          // Bytes: decoding to strings and encoding again would take as long as reading.
          return chunk.getColumnValues(0).map(bytesOf)
        }
      },
      csvLines: () => Promise.reject(new Error('In DuckDB statements write lines of CSV (csvCells).')),
      append: (table, rows, pause) => append(duckdb, table, rows, pause),
      interrupt,
      close: () => duckdb.closeSync(),
      abandon: async () => {
        // A closed connection keeps the memory of an open result until the garbage collector finds the result.
        await duckdb.run('ROLLBACK').catch(() => undefined)
        duckdb.closeSync()
      },
    }
  }
  return within(NO_SCOPE)
}

async function* rowsOf(query: () => Promise<DuckDBMaterializedResult>) {
  const result = await query()
  if (result.chunkCount > CHUNKS_WITHOUT_YIELD) yield* result.yieldRowObjectJs()
  else yield materializedRows(result)
}

async function takeColumns(result: DuckDBMaterializedResult, take: TakeColumns): Promise<void> {
  const pause = createPause()
  // Not by the library's iterator, which awaits a worker thread for each chunk of 2,048 rows.
  for (let place = 0; place < result.chunkCount; place++) {
    take(result.getChunk(place).getColumns())
    await pause()
  }
}

async function* streamedRows(stream: () => Promise<DuckDBResult>) {
  const result = await stream()
  yield* result.yieldRowObjectJs()
}

function bound(values: readonly SqlValue[]): DuckDBValue[] {
  return values.map((value) => (isList(value) ? listValue([...value]) : value))
}

function isList(value: SqlValue | CellValue): value is readonly string[] {
  return typeof value === 'object' && value !== null
}

function bytesOf(line: DuckDBValue): Uint8Array {
  if (line instanceof DuckDBBlobValue) return line.bytes
  throw new Error('A line is not made of bytes.')
}

const TYPES: Record<ColumnType, DuckDBType> = {
  INTEGER,
  FLOAT8: DOUBLE,
  BOOLEAN,
  TEXT: VARCHAR,
  'TEXT[]': LIST(VARCHAR),
  DATE,
}

/** The library writes buffered cells on the main thread: a million takes 45 ms. */
const CELLS_A_FLUSH = 100_000

async function append(
  duckdb: DuckDBConnection,
  table: string,
  { types, rowCount, values }: RowSource,
  pause: () => Promise<void>,
): Promise<void> {
  const appender = await duckdb.createAppender(table)
  const duckDbTypes = types.map((type) => TYPES[type])
  // A wide table has half a million cells in a chunk.
  const pauseWithin = createPause()
  let unwritten = 0
  try {
    for (let start = 0; start < rowCount; start += ROWS_AT_ONCE) {
      const end = Math.min(start + ROWS_AT_ONCE, rowCount)
      const chunk = DuckDBDataChunk.create(duckDbTypes, end - start)
      for (const [column, type] of types.entries()) {
        chunk.setColumnValues(column, cellsOf(type, values(column, start, end)))
        await pauseWithin()
      }
      appender.appendDataChunk(chunk)
      unwritten += chunk.rowCount * types.length
      if (unwritten >= CELLS_A_FLUSH) {
        appender.flushSync()
        unwritten = 0
      }
      await pause()
      await pauseWithin()
    }
  } finally {
    appender.closeSync()
  }
}

const MILLISECONDS_A_DAY = 86_400_000

function cellsOf(type: ColumnType, values: readonly CellValue[]): DuckDBValue[] {
  if (type !== 'DATE') return values.map((value) => (isList(value) ? listValue([...value]) : value))
  return values.map((day) =>
    day === null ? null : new DuckDBDateValue(Date.parse(`${String(day)}T00:00:00Z`) / MILLISECONDS_A_DAY),
  )
}

/** Runs a prepared statement from the cache and reads all rows. */
export type RunPrepared = (text: string, values: readonly DuckDBValue[]) => Promise<Record<string, unknown>[]>

/** Caches prepared statements of one connection by text. */
export function createPreparedStatements(connection: DuckDBConnection): RunPrepared {
  const idle = new Map<string, DuckDBPreparedStatement>()
  return async (text, values) => {
    const statement = idle.get(text) ?? (await connection.prepare(text))
    // A prepared statement holds its values, so concurrent runs need two.
    idle.delete(text)
    try {
      statement.bind([...values])
      const rows = materializedRows(await statement.run())
      if (idle.has(text)) statement.destroySync()
      else idle.set(text, statement)
      return rows
    } catch (error) {
      statement.destroySync()
      throw error
    }
  }
}

/**
 * Rows of a small result. The library's reader awaits a worker thread for each chunk, even of a materialised result,
 * which doubles the time of a small query.
 */
export function materializedRows(result: DuckDBMaterializedResult): Record<string, unknown>[] {
  const names = result.deduplicatedColumnNames()
  const rows: Record<string, unknown>[] = []
  for (let place = 0; place < result.chunkCount; place++) {
    const chunk = result.getChunk(place)
    for (let row = 0; row < chunk.rowCount; row++) {
      const cells: Record<string, unknown> = {}
      chunk.visitRowValues(row, (value, _row, column, type) => {
        cells[names[column] ?? ''] = JSDuckDBValueConverter(value, type, JSDuckDBValueConverter)
      })
      rows.push(cells)
    }
  }
  return rows
}

const REPEAT_MILLISECONDS = 20

type Interruptible = Pick<Connection, 'interrupt'>

/** Running database calls. Node cannot exit before its worker threads return, however long a query takes. */
export interface RunningCalls {
  readonly track: <Result>(connection: Interruptible, call: () => Promise<Result>) => Promise<Result>
  /** Interrupts all of them; resolves when none runs. */
  readonly end: () => Promise<void>
}

export function createRunningCalls(): RunningCalls {
  const running = new Set<Interruptible>()
  return {
    track: async ({ interrupt }, call) => {
      const entry = { interrupt }
      running.add(entry)
      try {
        return await call()
      } finally {
        running.delete(entry)
      }
    },
    end: async () => {
      while (running.size > 0) {
        // An interrupt before the query starts is lost.
        for (const { interrupt } of running) void interrupt()
        await new Promise((resolve) => setTimeout(resolve, REPEAT_MILLISECONDS))
      }
    },
  }
}
