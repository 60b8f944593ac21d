import type { SecondFactor } from '#contract/second-factor.ts'
import { ADMIN } from '#domain/access.ts'
import type { User } from '#server/model/user.ts'
import { secondFactorState } from '#server/store/accounts/second-factors.ts'
import type { Statistics } from '#server/model/statistics.ts'
import type { AccountServices } from '#server/modules/accounts/services.ts'
import type { Connection } from '#server/platform/db/database.ts'

/** The response of /userinfo; the collections are a JSON string. */
export function presentUser(user: User, { collectionCodes }: Statistics) {
  return {
    username: user.username,
    first_name: user.firstName,
    last_name: user.lastName,
    privileges: user.isAdmin ? [ADMIN] : user.collections,
    collections: JSON.stringify(user.isAdmin ? collectionCodes : user.collections),
  }
}

/** The second factor in /userinfo; null where the server offers none. */
export async function presentSecondFactor(
  connection: Connection,
  { settings }: Pick<AccountServices, 'settings'>,
  { accountId }: User,
): Promise<SecondFactor | null> {
  if (!settings.capabilities.includes('second-factor')) return null
  const { isOn, codesLeft } = await secondFactorState(connection, accountId)
  return { is_on: isOn, is_required: settings.requiresSecondFactor, recovery_codes_left: codesLeft }
}
