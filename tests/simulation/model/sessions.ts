import { importRun } from '#contract/imports.ts'
import { SESSION_IDLE_SECONDS, SESSION_LONGEST_SECONDS } from '#domain/limits.ts'
import { isOnlyInMemory, type History, type Operation } from '#tests/simulation/history.ts'
import { inWords } from '#tests/simulation/model/registers.ts'
import type { Violation } from '#tests/simulation/model/violation.ts'

const IMPORT = `${importRun.method} ${importRun.path}`
const UNAUTHORIZED = 401
const SERVER_ERRORS = 500
const IDLE = SESSION_IDLE_SECONDS * 1000
const LONGEST = SESSION_LONGEST_SECONDS * 1000
/** The stored time of the last use is up to a minute old after a restart. */
const UNSTORED = 61_000

/** Sessions end by logout, by a new password and by time, and not otherwise. */
export function checkSessions(history: History): Violation[] {
  return history.operations
    .filter(({ begunToken }) => begunToken !== null)
    .flatMap((begin) => checkSession(history, begin))
}

function checkSession(history: History, login: Operation): Violation[] {
  const { operations } = history
  const isInMemory = isOnlyInMemory(history, login)
  // A login and a logout are answered without a session too.
  const uses = operations.filter(
    ({ token, session }) =>
      token === login.begunToken && session?.kind !== 'begin' && !(session?.kind === 'end' && session.token === token),
  )
  const ends = operations.filter((operation) => mayEnd(login, operation))
  return uses.flatMap((use): Violation[] => {
    if (use.outcome === 'open' || use.outcome === 'unsure') return []
    const isAccepted = use.status !== UNAUTHORIZED && (use.status ?? 0) < SERVER_ERRORS
    const isRefused = use.status === UNAUTHORIZED
    const isSureFor = (end: Operation) => end.process === use.process || isStoredEnd(history, end)
    const isOver = ends.some(
      (end) => isSureEnd(login, end) && isSureFor(end) && (end.ended?.tick ?? Infinity) < use.begun.tick,
    )
    const lines = [inWords(login), ...ends.map((end) => `  ended by ${inWords(end)}`), `  used by ${inWords(use)}`]
    if (isAccepted && (isOver || hasExpired(login, uses, use))) return [{ rule: 'a session ends', lines }]
    const mayBeOver = ends.some(({ begun }) => begun.tick < (use.ended?.tick ?? Infinity))
    const isLost = isInMemory && use.process !== login.process
    if (!isRefused || mayBeOver || isLost || mayHaveExpired(login, use)) return []
    return [{ rule: 'a session lasts', lines }]
  })
}

/** Whether the session of an operation lasted until its end, for sure. */
export function hasSurelySession(history: History, operation: Operation): boolean {
  const login = history.operations.find(({ begunToken }) => begunToken !== null && begunToken === operation.token)
  if (!login) return false
  const isOver = history.operations.some(
    (end) => end.id !== operation.id && mayEnd(login, end) && end.begun.tick < (operation.ended?.tick ?? Infinity),
  )
  const isLost = isOnlyInMemory(history, login) && operation.process !== login.process
  return !isOver && !isLost && !mayHaveExpired(login, operation)
}

/**
 * Whether the operation ends the session if it takes effect after the login. A request that the server could not finish
 * may have ended it: the safe side.
 */
function mayEnd(login: Operation, { account, session, token, outcome, status, ended }: Operation): boolean {
  if (account !== login.account || session === null) return false
  if (outcome === 'refused' && (status ?? 0) < SERVER_ERRORS) return false
  switch (session.kind) {
    case 'begin':
      return session.replaced === login.begunToken
    case 'end':
      return session.token === login.begunToken
    case 'change password':
      return token !== login.begunToken && (ended === null || login.begun.tick < ended.tick)
  }
}

/**
 * Whether the end of a session is stored when its response is sent. A full disk and an import keep it in memory, and a
 * login does not wait for long for the end of the session that it replaces.
 */
function isStoredEnd(history: History, end: Operation): boolean {
  if (isOnlyInMemory(history, end) || (end.session?.kind === 'begin' && end.isDisturbed)) return false
  const over = end.ended?.tick ?? Infinity
  return !history.operations.some(
    ({ action, begun, ended }) => action === IMPORT && begun.tick < over && (ended?.tick ?? Infinity) > end.begun.tick,
  )
}

/** A session that began by the old password is over however the login and the change overlap. */
function isSureEnd(login: Operation, { session, outcome, begun }: Operation): boolean {
  if (outcome !== 'done' || session === null) return false
  if (session.kind !== 'change password') return true
  const isByOldPassword = login.session?.kind === 'begin' && login.session.password === session.from
  return isByOldPassword || (login.ended !== null && login.ended.tick < begun.tick)
}

/** Whether the session was over for sure when the request began. */
function hasExpired(login: Operation, uses: readonly Operation[], use: Operation): boolean {
  const now = use.begun.clock
  const before = uses.filter(({ id, begun }) => id !== use.id && begun.tick < (use.ended?.tick ?? Infinity))
  const lastUse = Math.max(login.ended?.clock ?? now, ...before.map(({ begun, ended }) => ended?.clock ?? begun.clock))
  return now - (login.ended?.clock ?? now) >= LONGEST || now - lastUse >= IDLE
}

function mayHaveExpired(login: Operation, use: Operation): boolean {
  return (use.ended?.clock ?? use.begun.clock) - login.begun.clock >= IDLE - UNSTORED
}
