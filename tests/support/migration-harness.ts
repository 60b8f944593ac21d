import { DuckDBInstance } from '@duckdb/node-api'
import type { Connection } from '#server/storage/database.ts'
import { migrate } from '#server/storage/migrate.ts'

/** Brings a database file up, and is killed before a statement of its own choosing, or after the last. */

const [, , path = '', deadlyStatement = ''] = process.argv
let left = Number(deadlyStatement)

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('A killed process goes on.')
}

const instance = await DuckDBInstance.create(path)
const connection = await instance.connect()
const run = connection.run.bind(connection)
const counted: Connection = Object.assign(connection, {
  run: (...statement: Parameters<Connection['run']>) => (left-- === 0 ? die() : run(...statement)),
})
await run('BEGIN TRANSACTION')
await migrate(counted)
if (left-- === 0) die()
await run('COMMIT')
die()
