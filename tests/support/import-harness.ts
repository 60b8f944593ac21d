import { importFolder } from '#server/modules/imports/import-folder.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'

/** Imports a folder into a database file, and is killed before a chosen statement of the transaction, or at the end. */

const [, , path = '', folder = '', deadlyStatement = ''] = process.argv
let left = Number(deadlyStatement)

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('A killed process goes on.')
}

function counted(connection: Connection): Connection {
  return {
    ...connection,
    scoped: (scope) => counted(connection.scoped(scope)),
    run: (...statement) => (left-- === 0 ? die() : connection.run(...statement)),
    append: (...rows) => (left-- === 0 ? die() : connection.append(...rows)),
  }
}

const opened = await openDatabase(path)
const database: Database = {
  ...opened,
  withLockedConnection: (work) => opened.withLockedConnection((connection) => work(counted(connection))),
}
await importFolder(database, folder, { collection: 'ct', study: '1', skipBadRows: false, isUpdate: true })
die()
