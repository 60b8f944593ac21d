import { withdraw } from '#server/cli/withdraw.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { secretKeyInMemory } from '#server/platform/security/secret-key.ts'
import { deadly, die } from '#tests/support/deadly-database.ts'

/** Withdraws an individual, and is killed before a chosen statement of the transaction, or at the end. */

const [, , path = '', individual = '', deadlyStatement = ''] = process.argv
const database = deadly(await openDatabase(path), Number(deadlyStatement))
const context = {
  database,
  auditKey: secretKeyInMemory(),
  traceKey: secretKeyInMemory(),
  folder: '.',
  typedBy: 'test',
  signal: new AbortController().signal,
  out: () => undefined,
  askPassword: () => Promise.reject(new Error('No password is asked for.')),
}
await withdraw(context, { ids: [individual], file: null, isDryRun: false })
die()
