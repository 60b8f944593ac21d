import { setTimeout } from 'node:timers/promises'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { downloadNew } from '#contract/downloads.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { variableSearch } from '#contract/variables.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { signIn, valueOf, type ApiSession } from '#tests/support/api-session.ts'

/** Milliseconds for which downloads of all variables are read or stalled concurrently. */
const AT_ONCE_MILLISECONDS = 8_000
const ATTACKERS = ['admin', 'researcher'] as const

/** Outcome of one round of downloads. */
export interface Round {
  /** Complete downloads of one variable of each form. */
  readonly whole: number
  /** Downloads that the server aborted, or with an unexpected status. */
  readonly broken: readonly string[]
}

export interface DownloadAttack {
  readonly forms: number
  readonly names: readonly string[]
  readonly round: () => Promise<Round>
}

interface Prepared {
  readonly session: ApiSession
  readonly one: string
  readonly all: string
  readonly custom: string
}

/** Prepares the largest downloads: one variable of each form, all variables, a custom variable over all forms. */
export async function prepareDownloads(url: string): Promise<DownloadAttack> {
  const sessions = [await signIn(url, ATTACKERS[0], 'demo'), await signIn(url, ATTACKERS[1], 'demo')]
  const prepared: Prepared[] = []
  let names: readonly string[] = []
  let forms = 0
  for (const session of sessions) {
    const { data } = valueOf(await session.call(variableSearch, { searchstring: '', searchtype: 'question' }))
    const byForm = new Map<string, string>()
    for (const { variable_name, contributors } of data) {
      const [form] = contributors
      if (form) byForm.set(`${form.instrument} ${form.version}`, variable_name)
    }
    names = data.map(({ variable_name }) => variable_name)
    const one = [...byForm.values()]
    forms = one.length
    const any = one.map((name) => ({ variable_name: name, constraint_type: 'VALID' }))
    const values = ['any', 'none'].map((name) => ({
      name,
      definition: { relationship: name === 'any' ? ('OR' as const) : ('AND' as const), constraints: any },
    }))
    const custom = `OVER_ALL_${Date.now()}`
    valueOf(await session.call(constructNew, { name: custom, construct_type: 'multiple', variables: one, values }))
    const prepare = async (name: string, variables: readonly string[]) => {
      const set = valueOf(await session.call(variableSetNew, { name, variables: [...variables] }))
      const [made] = valueOf(await session.call(downloadNew, { cohortid: 1, varsetid: set.id }))
      return `${API_PREFIX}/cohort/downloadstream?downloadid=${made?.download_id ?? ''}&filename=x.csv`
    }
    prepared.push({
      session,
      one: await prepare('One of each form', one),
      all: await prepare('Everything', names),
      custom: await prepare('Custom', [custom]),
    })
  }
  return { forms, names, round: () => roundOf(prepared) }
}

async function roundOf(prepared: readonly Prepared[]): Promise<Round> {
  const broken: string[] = []
  const note = (what: string) => (problem: string | null) => {
    if (problem !== null) broken.push(`${what}: ${problem}`)
    return problem === null
  }
  const ones = prepared.map(({ session, one }) => readWhole(session, one).then(note('one of each form')))
  const whole = (await Promise.all(ones)).filter(Boolean).length
  // Four downloads of all variables at once: two are read, two stall; then all are aborted.
  const everything = prepared.flatMap(({ session, all }) => [
    readFor(session, all, AT_ONCE_MILLISECONDS, true).then(note('everything')),
    readFor(session, all, AT_ONCE_MILLISECONDS, false).then(note('everything, not read')),
  ])
  await Promise.all(everything)
  await Promise.all(
    prepared.map(({ session, custom }) => readWhole(session, custom).then(note('a custom variable over all forms'))),
  )
  return { whole, broken }
}

async function readWhole({ fetch }: ApiSession, path: string): Promise<string | null> {
  try {
    const response = await fetch(path)
    if (!response.ok) return `status ${response.status}`
    for await (const _ of response.body ?? []);
    return null
  } catch (error) {
    return String(error)
  }
}

/** Reads or stalls a download for some time, then aborts it. */
async function readFor({ fetch }: ApiSession, path: string, time: number, isRead: boolean): Promise<string | null> {
  const stop = new AbortController()
  const isOver = setTimeout(time).then(() => stop.abort())
  try {
    const response = await fetch(path, { signal: stop.signal })
    if (!response.ok) return `status ${response.status}`
    // Undici loses a signal whose request was garbage-collected.
    if (isRead) for await (const _ of response.body ?? []) stop.signal.throwIfAborted()
    else await isOver.then(() => response.body?.cancel())
    return null
  } catch (error) {
    return stop.signal.aborted ? null : String(error)
  } finally {
    await isOver
  }
}
