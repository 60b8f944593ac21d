import { parseArgs } from 'node:util'
import { COLLECTION_CODES } from '#domain/access.ts'
import { nameKey } from '#domain/text/names.ts'
import { type Command, CommandFailure, HelpRequested, type CommandContext } from '#server/cli/command.ts'
import type { PasswordSource } from '#server/cli/read-password.ts'
import { recordedChange } from '#server/cli/recorded-change.ts'
import { inTransaction, type Connection, type Database } from '#server/platform/db/database.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import {
  accountIdOf,
  endSessions,
  insertAccount,
  readAccounts,
  takeAdminRight,
  updateCollections,
  updatePassword,
} from '#server/store/accounts/account-rows.ts'
import { deleteAccounts } from '#server/store/accounts/accounts.ts'
import { deleteSecondFactor } from '#server/store/accounts/second-factors.ts'
import { findUser } from '#server/store/accounts/session-rows.ts'

const USAGE = [
  'Usage: npm run user -- add NAME [--collections bp,sz] [--admin] [--password-stdin]',
  '       npm run user -- list',
  '       npm run user -- remove NAME',
  '       npm run user -- password NAME [--password-stdin]',
  '       npm run user -- second-factor-off NAME',
  '       npm run user -- collections NAME bp,sz',
  '       npm run user -- admin-off NAME',
].join('\n')

/** `npm run user`: adds, lists, changes and removes accounts. */
export const user: Command = (words) => {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      collections: { type: 'string', default: '' },
      admin: { type: 'boolean', default: false },
      'password-stdin': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) throw new HelpRequested(USAGE)
  const [action = '', username = '', codes] = positionals
  const passwordFrom = values['password-stdin'] ? 'input' : 'terminal'
  const counts = new Map([
    ['add', 2],
    ['list', 1],
    ['remove', 2],
    ['password', 2],
    ['second-factor-off', 2],
    ['collections', 3],
    ['admin-off', 2],
  ])
  if (positionals.length !== counts.get(action)) throw new CommandFailure(USAGE)
  return (context) => {
    if (action === 'list') return listUsers(context)
    if (action === 'remove') return removeUser(context, username)
    if (action === 'password') return changePassword(context, username, passwordFrom)
    if (action === 'second-factor-off') return turnOffSecondFactor(context, username)
    if (action === 'admin-off') return turnOffAdmin(context, username)
    if (action === 'collections') return changeCollections(context, username, codeList(codes ?? ''))
    const collections = codeList(values.collections)
    return addUser(context, { username, collections, isAdmin: values.admin, passwordFrom })
  }
}

/** "bp, sz" gives bp and sz; an empty text gives no collection. */
function codeList(text: string): string[] {
  const codes = text.split(',').map((code) => code.trim())
  return [...new Set(codes.filter((code) => code !== ''))]
}

interface NewUser {
  readonly username: string
  readonly collections: readonly string[]
  readonly isAdmin: boolean
  readonly passwordFrom: PasswordSource
}

/** No blanks or control characters, so that a name can be typed. */
const USERNAME = /^[^\s\p{C}]{1,64}$/u

/** Adds an account and asks for its password. Fails for an invalid or existing name. */
export async function addUser(context: CommandContext, user: NewUser): Promise<void> {
  const { username, collections, isAdmin, passwordFrom } = user
  if (!USERNAME.test(username)) throw new CommandFailure('A user name has 1 to 64 characters and no blanks.')
  const refuseExistingName = async (connection: Connection) => {
    const key = nameKey(username)
    const other = (await readAccounts(connection)).find((account) => nameKey(account.username) === key)
    if (other) throw new CommandFailure(`The account ${other.username} already exists.`)
  }
  await inTransaction(context.database, refuseExistingName)
  const passwordHash = await hashPassword(await context.askPassword(passwordFrom))
  await recordedChange(context, 'user add', { username, collections, admin: isAdmin }, async (connection) => {
    await refuseExistingName(connection)
    await insertAccount(connection, { ...user, passwordHash })
  })
  context.out(`Added ${username} (${reach(isAdmin, collections)}).`)
  warnOfUnknownCodes(context, collections)
}

/** Prints a line for each account: name, collections, second factor, synthetic. */
export async function listUsers({ database, out }: CommandContext): Promise<void> {
  const accounts = await inTransaction(database, readAccounts)
  if (accounts.length === 0) out('There is no account.')
  for (const { username, isAdmin, collections, hasSecondFactor, isDemo } of accounts) {
    const marks = [...(hasSecondFactor ? ['second factor'] : []), ...(isDemo ? ['demo'] : [])]
    out([username, reach(isAdmin, collections), ...marks].join('\t'))
  }
}

/** Removes an account with everything it saved. Fails for an unknown name. */
export async function removeUser(context: CommandContext, username: string): Promise<void> {
  await recordedChange(context, 'user remove', { username }, async (connection) =>
    deleteAccounts(connection, [await existingAccount(connection, username)]),
  )
  context.out(`Removed ${username} and everything that the account had saved.`)
}

/** Sets a new password and ends all sessions. Fails for an unknown name. */
export async function changePassword(
  context: CommandContext,
  username: string,
  passwordFrom: PasswordSource,
): Promise<void> {
  await inTransaction(context.database, (connection) => existingAccount(connection, username))
  const passwordHash = await hashPassword(await context.askPassword(passwordFrom))
  await recordedChange(context, 'user password', { username }, async (connection) =>
    updatePassword(connection, await existingAccount(connection, username), passwordHash),
  )
  await endUnseenSessions(context.database, username)
  context.out(`Changed the password of ${username} and ended all its sessions.`)
}

/**
 * Removes a lost second factor and ends all sessions. The operator has to verify the identity (OWASP ASVS 6.4.4). Fails
 * for an unknown name, or without a second factor.
 */
export async function turnOffSecondFactor(context: CommandContext, username: string): Promise<void> {
  await recordedChange(context, 'user second-factor-off', { username }, async (connection) => {
    const accountId = await existingAccount(connection, username)
    if (!(await deleteSecondFactor(connection, accountId))) {
      throw new CommandFailure(`The account ${username} has no second factor.`)
    }
    await endSessions(connection, accountId)
  })
  await endUnseenSessions(context.database, username)
  context.out(`${username} has no second factor any more, and all its sessions are ended.`)
}

/** Ends sessions that logins stored during a change of the credentials: its transaction did not see them. */
function endUnseenSessions(database: Database, username: string): Promise<void> {
  return withWriteLock(database, async (connection) => {
    const accountId = await accountIdOf(connection, username)
    if (accountId !== null) await endSessions(connection, accountId)
  })
}

/** Replaces the readable collections of an account. Fails for an unknown name, and for administrators, who read all. */
export async function changeCollections(
  context: CommandContext,
  username: string,
  collections: readonly string[],
): Promise<void> {
  await recordedChange(context, 'user collections', { username, collections }, async (connection) => {
    const accountId = await existingAccount(connection, username)
    if (await isAdmin(connection, accountId)) {
      throw new CommandFailure(
        `${username} is an administrator and reads every collection. First run: npm run user -- admin-off ${username}`,
      )
    }
    await updateCollections(connection, accountId, collections)
  })
  context.out(`${username} may now read ${collections.join(', ') || 'no collection'}.`)
  warnOfUnknownCodes(context, collections)
}

/** Takes the rights of an administrator away; the collections of the account remain. Fails for other accounts. */
export async function turnOffAdmin(context: CommandContext, username: string): Promise<void> {
  const user = await recordedChange(context, 'user admin-off', { username }, async (connection) => {
    const account = await findUser(connection, await existingAccount(connection, username))
    if (!account?.isAdmin) throw new CommandFailure(`${username} is no administrator.`)
    await takeAdminRight(connection, account.accountId)
    return account
  })
  context.out(`${username} is no administrator any more and may read ${reach(false, user.collections)}.`)
}

async function isAdmin(connection: Connection, accountId: number): Promise<boolean> {
  return (await findUser(connection, accountId))?.isAdmin === true
}

async function existingAccount(connection: Connection, username: string): Promise<number> {
  const accountId = await accountIdOf(connection, username)
  if (accountId === null) throw new CommandFailure(`There is no account ${username}.`)
  return accountId
}

function reach(isAdmin: boolean, collections: readonly string[]): string {
  if (isAdmin) return 'admin'
  return collections.length === 0 ? 'no collection' : collections.join(',')
}

/** A data set may define its own codes, so an unknown code is a warning only. */
function warnOfUnknownCodes({ out }: CommandContext, collections: readonly string[]): void {
  const known: readonly string[] = COLLECTION_CODES
  const unknown = collections.filter((code) => !known.includes(code))
  if (unknown.length > 0) out(`Not among the platform's collection codes: ${unknown.join(', ')}.`)
}
