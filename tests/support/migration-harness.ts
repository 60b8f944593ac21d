import { DuckDBInstance } from '@duckdb/node-api'
import type { Connection } from '#server/platform/db/database.ts'
import { duckDbConnection } from '#server/platform/db/duckdb/connection.ts'
import { migrate } from '#server/platform/db/migrations/schema.ts'

/** Migrates a database file, and is killed before a chosen statement, or after the last. */

const [, , path = '', deadlyStatement = ''] = process.argv
let left = Number(deadlyStatement)

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('A killed process goes on.')
}

const instance = await DuckDBInstance.create(path)
const connection = duckDbConnection(await instance.connect())
const { run } = connection
const counted: Connection = {
  ...connection,
  run: (...statement) => (left-- === 0 ? die() : run(...statement)),
  rows: (...statement) => (left-- === 0 ? die() : connection.rows(...statement)),
}
await run('BEGIN TRANSACTION')
await migrate(counted)
if (left-- === 0) die()
await run('COMMIT')
die()
