import { COLLECTION_CODES } from '#domain/access.ts'
import { CommandFailure } from '#server/cli/command-failure.ts'
import {
  accountIdOf,
  insertAccount,
  readAccounts,
  updateCollections,
  updatePassword,
} from '#server/cli/account-rows.ts'
import { readPassword, type PasswordSource } from '#server/cli/read-password.ts'
import type { Streams } from '#server/cli/streams.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { deleteAccounts } from '#server/import/delete-accounts.ts'
import { inTransaction, type Connection, type Database } from '#server/storage/database.ts'

interface Context {
  readonly database: Database
  readonly streams: Streams
}

interface NewUser {
  readonly username: string
  readonly collections: readonly string[]
  readonly isAdmin: boolean
  readonly passwordFrom: PasswordSource
}

/** No blanks or control characters, so that a name can be typed and read back. */
const USERNAME = /^[^\s\p{C}]{1,64}$/u

export async function addUser({ database, streams }: Context, user: NewUser): Promise<void> {
  const { username, collections, isAdmin, passwordFrom } = user
  if (!USERNAME.test(username)) throw new CommandFailure('A user name has 1 to 64 characters and no blanks.')
  await inTransaction(database, async (connection) => {
    if ((await accountIdOf(connection, username)) !== null) {
      throw new CommandFailure(`There is an account ${username} already.`)
    }
  })
  const passwordHash = await hashPassword(await readPassword(streams, passwordFrom))
  await inTransaction(database, (connection) => insertAccount(connection, { ...user, passwordHash }))
  streams.out(`Added ${username} (${reach(isAdmin, collections)}).`)
  warnOfUnknownCodes(streams, collections)
}

export async function listUsers({ database, streams }: Context): Promise<void> {
  const accounts = await inTransaction(database, readAccounts)
  if (accounts.length === 0) streams.out('There is no account.')
  for (const { username, isAdmin, collections, isDemo } of accounts) {
    streams.out(`${username}\t${reach(isAdmin, collections)}${isDemo ? '\tdemo' : ''}`)
  }
}

export async function removeUser({ database, streams }: Context, username: string): Promise<void> {
  await inTransaction(database, async (connection) =>
    deleteAccounts(connection, [await existingAccount(connection, username)]),
  )
  streams.out(`Removed ${username}, with all that the account had made.`)
}

export async function changePassword(
  { database, streams }: Context,
  username: string,
  passwordFrom: PasswordSource,
): Promise<void> {
  const accountId = await inTransaction(database, (connection) => existingAccount(connection, username))
  const passwordHash = await hashPassword(await readPassword(streams, passwordFrom))
  await inTransaction(database, (connection) => updatePassword(connection, accountId, passwordHash))
  streams.out(`Changed the password of ${username} and signed the account out everywhere.`)
}

export async function changeCollections(
  { database, streams }: Context,
  username: string,
  collections: readonly string[],
): Promise<void> {
  await inTransaction(database, async (connection) =>
    updateCollections(connection, await existingAccount(connection, username), collections),
  )
  streams.out(`${username} may now read ${collections.join(', ') || 'no collection'}.`)
  warnOfUnknownCodes(streams, collections)
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

/** A data set may bring a code of its own, so an unknown one is allowed, but it may be a slip too. */
function warnOfUnknownCodes(streams: Streams, collections: readonly string[]): void {
  const known: readonly string[] = COLLECTION_CODES
  const unknown = collections.filter((code) => !known.includes(code))
  if (unknown.length > 0) streams.out(`Not among the platform's collection codes: ${unknown.join(', ')}.`)
}
