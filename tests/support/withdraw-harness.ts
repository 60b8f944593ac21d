import { withdraw } from '#server/cli/release.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { commandContext } from '#tests/support/command-context.ts'
import { deadly, die } from '#tests/support/deadly-database.ts'

/** Withdraws an individual, and is killed before a chosen statement of the transaction, or at the end. */

const [, , path = '', individual = '', deadlyStatement = ''] = process.argv
const database = deadly(await openDatabase(path), Number(deadlyStatement))
await withdraw(commandContext(database), { ids: [individual], file: null, isDryRun: false })
die()
