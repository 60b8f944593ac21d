import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import * as v from 'valibot'
import { cohortNew } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variables.ts'
import { projectNew } from '#contract/projects.ts'
import { login } from '#contract/session.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { API_PREFIX, ROOT_COHORT_ID, ROOT_PROJECT_ID } from '#domain/limits.ts'
import { DEMO_ACCOUNTS, type DemoAccount } from '#server/store/accounts/demo-accounts.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import type { PasswordCost } from '#server/platform/security/passwords.ts'
import type { App } from '#server/platform/http/caller.ts'
import { copyProject } from '#server/demo/copy-project.ts'
import { SAMPLE_COHORTS, SAMPLE_CUSTOM_VARIABLES, SAMPLE_PROJECT, SAMPLE_SET } from '#server/demo/sample-project.ts'
import { inTransaction, rowsOf, type Database } from '#server/platform/db/database.ts'

/** Makes the API over a database; the composition root passes it in. */
export type CreateApp = (
  parts: Pick<HttpServices, 'database' | 'clock' | 'random' | 'log'> & { readonly passwordCost: PasswordCost },
) => App

const Account = v.object({ account_id: v.number() })

/**
 * Makes a project for each demo account to look at: the first one's by the calls that people make, so that it means what
 * theirs do; the others have copies of it. What is left of the calls themselves, sessions and records of them, is taken
 * away again.
 */
export async function makeSampleProjects(
  database: Database,
  createApp: CreateApp,
  passwordCost: PasswordCost,
): Promise<void> {
  const app = createApp({
    database,
    clock: Date.now,
    random: randomBytes,
    log: pino({ level: 'silent' }),
    passwordCost,
  })
  const [maker] = DEMO_ACCOUNTS
  if (maker) await makeSampleProject(app, maker)
  await inTransaction(database, async (connection) => {
    const accounts = await rowsOf(
      connection,
      Account,
      `SELECT account_id FROM account WHERE is_demo ORDER BY account_id`,
    )
    const [first, ...others] = accounts.map(({ account_id }) => account_id)
    for (const account of others) if (first !== undefined) await copyProject(connection, first, account)
    // Everybody starts in the first project.
    await connection.run(`INSERT OR REPLACE INTO current_project SELECT account_id, ${ROOT_PROJECT_ID} FROM account`)
    for (const table of ['session', 'audit']) await connection.run(`DELETE FROM ${table}`)
  })
}

async function makeSampleProject(app: App, { username, password }: DemoAccount): Promise<void> {
  const post = await signIn(app, username, password)
  const project = v.parse(v.object({ new_project_id: v.number() }), await post(projectNew.path, SAMPLE_PROJECT))
  const projectid = project.new_project_id
  const cohorts = new Map<string, number>()
  for (const { name, description, parent, second, draft } of SAMPLE_COHORTS) {
    const answer = await post(cohortNew.path, {
      ...draft,
      name,
      description,
      projectid,
      parent_id: parent === null ? ROOT_COHORT_ID : cohorts.get(parent),
      secondparent_id: second === undefined ? undefined : cohorts.get(second),
    })
    cohorts.set(name, v.parse(v.object({ new_cohort_id: v.number() }), answer).new_cohort_id)
  }
  for (const custom of SAMPLE_CUSTOM_VARIABLES) {
    await post(constructNew.path, { ...custom, projectid, variable_limit: custom.variables.length })
  }
  await post(variableSetNew.path, { ...SAMPLE_SET, projectid })
}

async function signIn(app: App, username: string, password: string) {
  let cookie = ''
  const post = async (path: string, body: object): Promise<unknown> => {
    const answer = await app.request(`${API_PREFIX}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} for the sample project: ${answer.status} ${await answer.text()}`)
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return answer.json()
  }
  await post(login.path, { username, password })
  return post
}
