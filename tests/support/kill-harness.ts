import { randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import { pino } from 'pino'
import { createWireCall } from '#api/call.ts'
import { cohortEdit, cohortInfo, cohortNew } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { constructList } from '#contract/custom-variables.ts'
import { login } from '#contract/session.ts'
import { variableSetDelete, variableSetInfo, variableSetNew } from '#contract/variable-sets.ts'
import { createApp } from '#server/app/create-app.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { countAccounts } from '#server/store/accounts/accounts.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { loadStudy } from '#tests/support/study.ts'

/**
 * A child process that creates, changes and deletes things until it is killed, and logs each attempt and each 200. It
 * logs the existing things first.
 */

const passwordCost = { memoryCost: 64, timeCost: 1 }
const account = { username: 'victim', password: 'victim-victim-victim' }

function say(...words: (string | number)[]): void {
  writeSync(1, `${words.join(' ')}\n`)
}

const database = await openDatabase(process.argv[2] ?? '')
if ((await inTransaction(database, countAccounts)) === 0) {
  await loadStudy(database, SMALL_STUDY)
  const passwordHash = await hashPassword(account.password, passwordCost)
  await inTransaction(database, (connection) =>
    connection.run(
      sql`INSERT INTO account VALUES (nextval('id_sequence'), ${account.username}, ${passwordHash}, '', '', TRUE, CAST([] AS VARCHAR[]), FALSE)`,
    ),
  )
}
const log = pino({ level: 'silent' })
const app = createApp({ database, clock: Date.now, random: randomBytes, log, passwordCost })
let cookie = ''
const call = createWireCall({
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
valueOf(await call(login, account))

for (const { cohortid, name } of valueOf(await call(cohortInfo, {})).cohorts) say('found', `cohort-${cohortid}`, name)
for (const { varsetid, name } of valueOf(await call(variableSetInfo, {})).variablesets) {
  say('found', `set-${varsetid}`, name)
}
for (const { constructid, variable_name } of valueOf(await call(constructList, {})).custom_vars) {
  say('found', `construct-${constructid ?? 0}`, variable_name)
}
say('ready')

const subset = { parent_id: 1, cohort_type: 'subset', variable: 'SMOKER', constraint_type: 'VALID' } as const
const value = (name: string, constraint_value: string) => ({
  name,
  definition: {
    relationship: 'AND' as const,
    constraints: [{ variable_name: 'MARITAL', constraint_type: 'EQ', constraint_value }],
  },
})
for (;;) {
  const mark = `n${randomBytes(6).toString('hex')}`
  const set = valueOf(await call(variableSetNew, { name: mark, variables: ['AGE'] })).id
  say('made', `set-${set}`, mark)
  const cohort = valueOf(await call(cohortNew, { ...subset, name: mark })).new_cohort_id
  say('made', `cohort-${cohort}`, mark)
  const values = [value('yes', '1'), value('no', '2')]
  const draft = { name: mark, construct_type: 'downcode' as const, variables: ['MARITAL'], values }
  say('made', `construct-${valueOf(await call(constructNew, draft)).constructid}`, mark)
  say('trying', `cohort-${cohort}`)
  valueOf(await call(cohortEdit, { cohortid: cohort, name: `${mark}x` }))
  say('made', `cohort-${cohort}`, `${mark}x`)
  say('trying', `set-${set}`)
  valueOf(await call(variableSetDelete, { varsetid: set }))
  say('gone', `set-${set}`)
}
