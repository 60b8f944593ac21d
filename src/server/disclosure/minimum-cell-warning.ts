import * as v from 'valibot'
import { mayRead } from '#domain/access.ts'
import { countOf } from '#domain/numbers.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'

const ADVISED_MINIMUM = 5

const Account = v.object({ is_admin: v.boolean(), collections: v.array(v.string()) })
const Collection = v.object({ collection: v.string() })

/** What to warn of at the start where no small count is hidden from accounts that may not read everything, or null. */
export async function minimumCellWarning(connection: Connection, minimumCell: number): Promise<string | null> {
  if (minimumCell > 1) return null
  const accounts = await rowsOf(connection, Account, `SELECT is_admin, collections FROM account`)
  const present = await rowsOf(connection, Collection, `SELECT DISTINCT collection FROM individual`)
  const restricted = accounts.filter(({ is_admin: isAdmin, collections }) =>
    present.some(({ collection }) => !mayRead({ isAdmin, collections }, collection)),
  )
  if (restricted.length === 0) return null
  return `MIN_CELL is ${minimumCell}: ${countOf(restricted.length, 'account')} without access to every collection can find numbers and dates of single individuals by comparisons. Set MIN_CELL to ${ADVISED_MINIMUM} or more.`
}
