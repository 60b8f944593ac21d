import { importFolder } from '#server/modules/imports/import-folder.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { deadly, die } from '#tests/support/deadly-database.ts'

/** Imports a folder into a database file, and is killed before a chosen statement of the transaction, or at the end. */

const [, , path = '', folder = '', deadlyStatement = ''] = process.argv
const database = deadly(await openDatabase(path), Number(deadlyStatement))
await importFolder(database, folder, { collection: 'ct', study: '1', skipBadRows: false, isUpdate: true })
die()
