import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import * as v from 'valibot'
import { cohortNew } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { projectNew } from '#contract/projects.ts'
import { login } from '#contract/session.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { API_PREFIX, ROOT_COHORT_ID, ROOT_PROJECT_ID } from '#domain/limits.ts'
import { inTransaction, rowsOf, type Database, type Connection } from '#server/platform/db/database.ts'
import type { App } from '#server/platform/http/caller.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import type { PasswordCost } from '#server/platform/security/passwords.ts'
import { DEMO_ACCOUNTS, type DemoAccount } from '#server/store/accounts/accounts.ts'
import sample from './sample-project.json' with { type: 'json' }

/** Creates the API over a database; passed in by the composition root. */
export type CreateApp = (
  parts: Pick<HttpServices, 'database' | 'clock' | 'random' | 'log'> & { readonly passwordCost: PasswordCost },
) => App

const Account = v.object({ account_id: v.number() })

/**
 * Creates a sample project for each demo account. The first one is created through the API, so that it is valid; the
 * others are copies. Sessions and audit rows of the requests are deleted.
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
    // Each user starts in the first project.
    await connection.run(`INSERT OR REPLACE INTO current_project SELECT account_id, ${ROOT_PROJECT_ID} FROM account`)
    for (const table of ['session', 'audit']) await connection.run(`DELETE FROM ${table}`)
  })
}

async function makeSampleProject(app: App, { username, password }: DemoAccount): Promise<void> {
  const post = await signIn(app, username, password)
  const project = v.parse(v.object({ new_project_id: v.number() }), await post(projectNew.path, sample.project))
  const projectid = project.new_project_id
  const cohorts = new Map<string, number>()
  for (const { name, description, parent, second, draft } of sample.cohorts) {
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
  for (const custom of sample.customVariables) {
    await post(constructNew.path, { ...custom, projectid, variable_limit: custom.variables.length })
  }
  await post(variableSetNew.path, { ...sample.variableSet, projectid })
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

/** Tables of a project's contents, with their id columns. */
const IDS_IN: Readonly<Record<string, readonly string[]>> = {
  project: ['projectid'],
  cohort: ['cohortid', 'projectid', 'secondparent_id'],
  custom_variable: ['constructid', 'projectid'],
  variable_set: ['varsetid', 'projectid'],
}

/** The cohort of all individuals has no owner. */
const PARENT = (distance: number) =>
  `parent_id + CASE WHEN parent_id = ${ROOT_COHORT_ID} THEN 0 ELSE ${distance} END AS parent_id`

/**
 * Copies the only project of an account for another account. The copies get the next ids in the same order, so the
 * offset is constant.
 */
async function copyProject(connection: Connection, from: number, to: number): Promise<void> {
  const distance = await takeIds(connection, from)
  for (const [table, ids] of Object.entries(IDS_IN)) {
    const moved = ids.map((id) => `${id} + ${distance} AS ${id}`)
    const columns = [`${to} AS account_id`, ...moved, ...(table === 'cohort' ? [PARENT(distance)] : [])]
    await connection.run(
      `INSERT INTO ${table} SELECT * REPLACE (${columns.join(', ')}) FROM ${table} WHERE account_id = ${from}`,
    )
  }
  await connection.run(
    `INSERT INTO cohort_member SELECT cohortid + ${distance}, individual_no
     FROM cohort_member SEMI JOIN (FROM cohort WHERE account_id = ${from}) USING (cohortid)`,
  )
}

/** Reserves ids for the copies; returns their offset. */
async function takeIds(connection: Connection, account: number): Promise<number> {
  const selects = Object.entries(IDS_IN).map(
    ([table, [id]]) => `SELECT ${id} AS id FROM ${table} WHERE account_id = ${account}`,
  )
  const [taken] = await rowsOf(
    connection,
    v.object({ distance: v.number() }),
    `SELECT CAST(min(nextval('id_sequence')) - min(first) AS INTEGER) AS distance
     FROM (SELECT first, unnest(range(first, last + 1)) FROM
       (SELECT min(id) AS first, max(id) AS last FROM (${selects.join(' UNION ALL ')})))`,
  )
  return taken?.distance ?? 0
}
