import type { APIRequestContext, Browser, BrowserContext } from '@playwright/test'
import * as v from 'valibot'
import type { Username } from '#tests/screens/states.ts'

/** Ids of the items on the screens. */
export interface Made {
  readonly cohorts: { readonly high: number; readonly low: number; readonly both: number; readonly families: number }
  readonly set: number
  readonly project: number
  /** Items of the administrator with the longest possible texts. */
  readonly long: { readonly cohort: number; readonly set: number; readonly project: number }
}

export type Sessions = Readonly<Record<Username, Awaited<ReturnType<BrowserContext['storageState']>>>>

const MANY_COHORTS = 120
const LONG_WORD = 'Familieninterviewteilnehmerinnenverzeichnisnummer'
const LONG_TEXT = `${'Participants who reported a high mood of several days, whatever its later course. '.repeat(12)}${LONG_WORD.repeat(3)}`

/** Signs in with all accounts. */
export async function signAllIn(browser: Browser, url: string): Promise<Sessions> {
  const state = async (username: Username) => {
    const context = await browser.newContext({ baseURL: url })
    await context.request.post('/api/v0/login', { data: { username, password: 'demo' } })
    const { cookies, origins } = await context.storageState()
    await context.close()
    return { cookies, origins }
  }
  return { researcher: await state('researcher'), admin: await state('admin'), newcomer: await state('newcomer') }
}

/** Uses each session, because a run takes longer than an unused session lasts. */
export async function keepSessions(browser: Browser, url: string, sessions: Sessions): Promise<void> {
  for (const storageState of Object.values(sessions)) {
    const context = await browser.newContext({ baseURL: url, storageState })
    await context.request.get('/api/v0/userinfo')
    await context.close()
  }
}

/** Finds the sample project, clears the newcomer, and creates many items of the administrator with long texts. */
export async function prepareData(browser: Browser, url: string, sessions: Sessions): Promise<Made> {
  const context = await browser.newContext({ baseURL: url, storageState: sessions.researcher })
  const ask = asker(context.request)
  const project = idOf(await ask('/project/info'), 'projects', 'Sample project', 'projectid')
  await ask('/project/current', { projectid: project })
  const { cohorts } = v.parse(Named, await ask('/cohort/info'))
  const cohort = (name: string) => idOf({ cohorts }, 'cohorts', name, 'cohortid')
  const set = idOf(await ask('/variableset/info'), 'variablesets', 'Mood, sleep and background', 'varsetid')
  await context.close()

  const newcomer = await browser.newContext({ baseURL: url, storageState: sessions.newcomer })
  const sample = idOf(await asker(newcomer.request)('/project/info'), 'projects', 'Sample project', 'projectid')
  await newcomer.request.delete(`/api/v0/project/delete?projectid=${sample}`)
  await newcomer.close()
  const admin = await browser.newContext({ baseURL: url, storageState: sessions.admin })
  const long = await makeLong(asker(admin.request))
  await admin.close()
  return {
    cohorts: {
      high: cohort('High mood at some time'),
      low: cohort('Low mood at some time'),
      both: cohort('High as well as low mood'),
      families: cohort('Families with two who had low moods'),
    },
    set,
    project,
    long,
  }
}

type Ask = (path: string, data?: object) => Promise<unknown>

async function makeLong(ask: Ask): Promise<Made['long']> {
  const { new_project_id: project } = v.parse(
    v.object({ new_project_id: v.number() }),
    await ask('/project/new', { name: LONG_WORD.slice(0, 32), description: LONG_TEXT }),
  )
  const draft = { parent_id: 1, cohort_type: 'subset', variable: 'MOOD_HIGH_EVER', constraint_type: 'EQ' }
  const newCohort = async (name: string, description: string) => {
    const answer = await ask('/cohort/new', { ...draft, constraint_value: '1', name, description })
    return v.parse(v.object({ new_cohort_id: v.number() }), answer).new_cohort_id
  }
  const cohort = await newCohort(LONG_WORD.slice(0, 48), LONG_TEXT)
  for (let count = 1; count < MANY_COHORTS; count++) await newCohort(`Cohort ${count}`, '')
  const { data } = v.parse(
    v.object({ data: v.array(v.object({ variable_name: v.string() })) }),
    await ask('/variable/search', { searchstring: '', searchtype: 'question' }),
  )
  const variables = data.slice(0, 300).map(({ variable_name: name }) => name)
  const answer = await ask('/variableset/new', {
    name: LONG_WORD.repeat(2).slice(0, 64),
    description: LONG_TEXT,
    variables,
  })
  return { cohort, project, set: v.parse(v.object({ id: v.number() }), answer).id }
}

const Named = v.record(v.string(), v.array(v.record(v.string(), v.unknown())))

function idOf(answer: unknown, list: string, name: string, field: string): number {
  const found = v.parse(Named, answer)[list]?.find((one) => one['name'] === name)
  return v.parse(v.number(), found?.[field])
}

function asker(request: APIRequestContext): Ask {
  return async (path, data) => {
    const answer = await (data === undefined ? request.get(`/api/v0${path}`) : request.post(`/api/v0${path}`, { data }))
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
    return answer.json()
  }
}
