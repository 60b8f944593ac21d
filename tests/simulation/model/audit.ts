import * as v from 'valibot'
import { login, logout } from '#contract/session.ts'
import type { AuditEntry } from '#server/store/audit/read.ts'
import { isOnlyInMemory, type History, type Operation } from '#tests/simulation/history.ts'
import { inWords } from '#tests/simulation/model/registers.ts'
import { hasSurelySession } from '#tests/simulation/model/sessions.ts'
import type { Violation } from '#tests/simulation/model/violation.ts'

/** More refusals of one account in a minute are summed up, and a kill loses the sum. */
const REFUSALS_WITH_ROWS = 20
const DONE = 200
const UNAUTHORIZED = 401
const SERVER_ERRORS = 500
const LOGOUT = `${logout.method} ${logout.path}`
const LOGIN = `${login.method} ${login.path}`

const Subject = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ made: v.nullish(v.number(), null), refusals: v.nullish(v.number(), 1) }),
)

/** Each response of a change has one entry of its status, and each entry has a request. */
export function checkAudit(history: History, entries: readonly AuditEntry[]): Violation[] {
  const audited = history.operations.filter(({ isAudited }) => isAudited)
  const groups = grouped(audited)
  return [
    ...[...groups].flatMap(([name, operations]) => checkDone(history, name, operations, entries)),
    ...audited.flatMap((operation) => checkMade(operation, entries)),
    ...checkRefusals(history, audited, entries),
  ]
}

function nameOf(username: string | null, action: string): string {
  return `${username ?? ''} ${action}`
}

function grouped(operations: readonly Operation[]): Map<string, Operation[]> {
  const groups = new Map<string, Operation[]>()
  for (const operation of operations) {
    const name = nameOf(operation.account, operation.action)
    groups.set(name, [...(groups.get(name) ?? []), operation])
  }
  return groups
}

/** A full disk keeps logins and logouts out of the audit log; the server logs these instead. */
function checkDone(
  history: History,
  name: string,
  operations: readonly Operation[],
  entries: readonly AuditEntry[],
): Violation[] {
  const rows = entries.filter(
    ({ username, action, status }) => status === DONE && nameOf(username, action) === name,
  ).length
  const beside = operations.filter((one) => isOnlyInMemory(history, one)).length
  const done = operations.filter(({ outcome }) => outcome === 'done').length
  // A logout without a session is an anonymous request.
  const anonymous = operations.filter((one) => one.action === LOGOUT && !hasSurelySession(history, one)).length
  const unsure = operations.filter(
    (one) => one.outcome === 'unsure' || one.outcome === 'open' || mayHaveBegun(history, one),
  ).length
  if (rows + beside + anonymous >= done && rows <= done + unsure) return []
  const counts = `${name}: ${rows} entries, ${beside} in the log, ${done} done, ${unsure} unsure`
  return [{ rule: 'the audit log is whole', lines: [counts, ...operations.map(inWords)] }]
}

/** Whether a refused login may have begun a session, which ended at once: the password changed, or was not read again. */
function mayHaveBegun({ operations }: History, { account, action, outcome, status, begun, ended }: Operation): boolean {
  if (action !== LOGIN || outcome !== 'refused') return false
  if ((status ?? 0) >= SERVER_ERRORS) return true
  return operations.some(
    (one) =>
      one.session?.kind === 'change password' &&
      one.account === account &&
      one.begun.tick < (ended?.tick ?? Infinity) &&
      begun.tick < (one.ended?.tick ?? Infinity),
  )
}

function checkMade(operation: Operation, entries: readonly AuditEntry[]): Violation[] {
  const { made, outcome, account, action } = operation
  if (made === null || outcome !== 'done') return []
  const isFound = entries.some(
    (entry) => entry.username === account && entry.action === action && v.parse(Subject, entry.subject).made === made,
  )
  return isFound ? [] : [{ rule: 'the audit log is whole', lines: [`no entry names ${made}`, inWords(operation)] }]
}

function checkRefusals(
  { logged }: History,
  audited: readonly Operation[],
  entries: readonly AuditEntry[],
): Violation[] {
  return [...new Set(audited.map(({ account }) => account))].flatMap((account): Violation[] => {
    const operations = audited.filter((one) => one.account === account)
    const refused = operations.filter(({ outcome }) => outcome === 'refused')
    // A session that ended before the request has no user; one that ended while a change waited has.
    const isKnown = ({ status, action }: Operation) => status !== UNAUTHORIZED || action === LOGIN
    const unsure = operations.filter(({ outcome }) => outcome === 'unsure' || outcome === 'open').length
    // A request that failed may have no user yet, and one over its time limit is still being ended.
    const sure = refused.filter((one) => isKnown(one) && (one.status ?? 0) < SERVER_ERRORS).length
    const rows = entries
      .filter(({ username, status }) => username === account && status !== DONE)
      .reduce((sum, { subject }) => sum + v.parse(Subject, subject).refusals, 0)
    const beside = logged.filter(({ username, path }) => username === account && path === null).length
    const isWhole = sure > REFUSALS_WITH_ROWS || rows + beside >= sure
    if (isWhole && rows <= refused.length + unsure) return []
    const counts = `${account}: ${rows} entries of refusals, ${beside} in the log, ${sure} to ${refused.length} refused, ${unsure} unsure`
    return [{ rule: 'the audit log is whole', lines: [counts, ...refused.map(inWords)] }]
  })
}
