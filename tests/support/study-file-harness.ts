import { randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import { pino } from 'pino'
import { createWireCall } from '#api/call.ts'
import { cohortInfo } from '#contract/cohorts.ts'
import { login } from '#contract/session.ts'
import { studyApply, studyInfo } from '#contract/study-files.ts'
import { createApp } from '#server/app/create-app.ts'
import type { Database } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { countAccounts } from '#server/store/accounts/accounts.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { deadly, die } from '#tests/support/deadly-database.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { loadStudy } from '#tests/support/study.ts'

/**
 * Applies a study file, and is killed before a chosen statement of the transaction, or at the end. Without a text it
 * writes the project and the sizes of its cohorts.
 */

const passwordCost = { memoryCost: 64, timeCost: 1 }
const account = { username: 'victim', password: 'victim-victim-victim' }
const [, , path = '', text = '', statement = ''] = process.argv

const database = await openDatabase(path)
if ((await inTransaction(database, countAccounts)) === 0) {
  await loadStudy(database, SMALL_STUDY)
  const passwordHash = await hashPassword(account.password, passwordCost)
  await inTransaction(database, (connection) =>
    connection.run(
      sql`INSERT INTO account VALUES (nextval('id_sequence'), ${account.username}, ${passwordHash}, '', '', TRUE, CAST([] AS VARCHAR[]), FALSE)`,
    ),
  )
}

let cookie = ''
function callOf(opened: Database) {
  const log = pino({ level: 'silent' })
  const app = createApp({ database: opened, clock: Date.now, random: randomBytes, log, passwordCost })
  return createWireCall({
    fetch: async (input, init) => {
      const answer = await app.request(input instanceof URL ? input.href : input, {
        method: init?.method ?? 'GET',
        body: init?.body ?? null,
        headers: { 'content-type': 'application/json', cookie },
      })
      cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
      return answer
    },
    onUnauthorized: () => undefined,
  })
}

const call = callOf(database)
valueOf(await call(login, account))
if (text === '') {
  const { cohorts } = valueOf(await call(cohortInfo, {}))
  const sizes = cohorts.map(({ name, rowcount }) => `${name}: ${rowcount ?? ''}`).toSorted()
  writeSync(1, JSON.stringify([valueOf(await call(studyInfo, {})).text, sizes]))
} else {
  valueOf(await callOf(statement === '' ? database : deadly(database, Number(statement)))(studyApply, { text }))
  if (statement !== '') die()
}
database.close()
