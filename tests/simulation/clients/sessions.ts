import { createHash } from 'node:crypto'
import { accountPassword, accountSessionEnd, accountSessions } from '#contract/account.ts'
import { projectCurrent } from '#contract/projects.ts'
import { login, logout } from '#contract/session.ts'
import { ask, pause, type Surroundings } from '#tests/simulation/clients/client.ts'
import { passwordOf } from '#tests/simulation/model/passwords.ts'

/** Signs in by the password that the client takes for the present one; sometimes by a wrong or an old one. */
export async function signIn(surroundings: Surroundings): Promise<void> {
  const { account, choices } = surroundings.client
  const isWrong = choices.isChance(WRONG)
  await signInBy(
    surroundings,
    (isWrong ? choices.oneOf([...account.passwords, 'a wrong password']) : account.passwords.at(-1)) ?? '',
  )
}

export async function signInBy(surroundings: Surroundings, password: string): Promise<void> {
  const { client } = surroundings
  const { account } = client
  const { username } = account
  const replaced = client.token
  const words = `log in with "${password}"`
  const heard = await ask(
    surroundings,
    login,
    { username, password },
    { words, session: { kind: 'begin', password, replaced } },
  )
  const begunToken = heard?.operation.begunToken
  if (begunToken != null) {
    client.token = begunToken
    account.tokens.push(begunToken)
    return
  }
  // Another password may be the present one, after a change whose response was lost.
  const [next] = account.passwords
  if (heard?.status === 401 && password === account.passwords.at(-1) && next !== undefined) {
    account.passwords.push(...account.passwords.splice(0, 1))
  }
}

const WRONG = 0.05

export async function signOut(surroundings: Surroundings): Promise<void> {
  const { client } = surroundings
  const { token } = client
  if (token === null) return signIn(surroundings)
  const heard = await ask(surroundings, logout, {}, { words: 'log out', session: { kind: 'end', token } })
  if (heard !== null) client.token = null
}

/** Sets a new password, which ends the account's other sessions. */
export async function changePassword(surroundings: Surroundings): Promise<void> {
  const { client, newWord } = surroundings
  const { account } = client
  const from = account.passwords.at(-1) ?? ''
  const to = `a long password ${newWord()}`
  const heard = await ask(
    surroundings,
    accountPassword,
    { current_password: from, password: to },
    {
      words: `change the password to "${to}"`,
      writes: [{ register: passwordOf(account.username), value: to }],
      session: { kind: 'change password', from, to },
    },
  )
  if (heard?.operation.outcome === 'done') account.passwords.push(to)
  else if (heard === null || heard.operation.outcome === 'unsure') account.passwords.unshift(to)
}

const ID_LENGTH = 16

/** Ends another session of the account. */
export async function endSession(surroundings: Surroundings): Promise<void> {
  const { account, choices, token } = surroundings.client
  const others = account.tokens.filter((other) => other !== token)
  if (others.length === 0) return listSessions(surroundings)
  const other = choices.oneOf(others)
  const session_id = createHash('sha256').update(other).digest('hex').slice(0, ID_LENGTH)
  const current_password = account.passwords.at(-1) ?? ''
  const session = { kind: 'end', token: other } as const
  await ask(
    surroundings,
    accountSessionEnd,
    { session_id, current_password },
    { words: 'end another session', session },
  )
}

export async function listSessions(surroundings: Surroundings): Promise<void> {
  await ask(surroundings, accountSessions, {}, { words: 'list sessions' })
}

/** Uses any session of the account, also one that is over. */
export async function trySession(surroundings: Surroundings): Promise<void> {
  const { account, choices } = surroundings.client
  if (account.tokens.length === 0) return signIn(surroundings)
  await tryToken(surroundings, choices.oneOf(account.tokens))
}

export async function tryToken(surroundings: Surroundings, token: string): Promise<void> {
  await ask(surroundings, projectCurrent, {}, { words: 'use a session', token })
}

/** Signs in before an action that needs a session; gives up after some attempts. */
export async function signInFirst(surroundings: Surroundings): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX && surroundings.client.token === null; attempt++) {
    await signIn(surroundings)
    if (surroundings.client.token === null) await pause(surroundings)
  }
  return surroundings.client.token !== null
}

const ATTEMPTS_MAX = 4
