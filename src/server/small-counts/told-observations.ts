import { mayRead } from '#domain/access.ts'
import { isSmall } from '#domain/hidden-cells.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { User } from '#server/accounts/user.ts'
import type { AnyVariable, CustomVariable } from '#server/catalog/variable.ts'
import { isDiscreet } from '#server/queries/closed.ts'
import { sizesByCollection } from '#server/queries/cohort-sizes.ts'
import type { Services } from '#server/services.ts'
import type { Connection } from '#server/storage/database.ts'

/** How many answered a variable, as far as it may be told. */
export type ToldObservations = (variable: AnyVariable) => number

/**
 * How many answered each variable, without those of collections of which it would tell of few people, who answered or
 * did not, whose records the user may not read; null where all of them may be told as they stand.
 */
export async function toldObservations(
  connection: Connection,
  { settings, coverage }: Pick<Services, 'settings' | 'coverage'>,
  user: User,
  custom: readonly CustomVariable[],
): Promise<ToldObservations | null> {
  const { minimumCell } = settings
  if (!isDiscreet({ reader: user, minimumCell })) return null
  const countsOf = await coverage.counts(connection, custom, user)
  const sizes = await sizesByCollection(connection, { cohortId: ROOT_COHORT_ID })
  const isTold = ([collection, count]: readonly [string, number]) =>
    mayRead(user, collection) ||
    ![count, (sizes.get(collection) ?? 0) - count].some((number) => isSmall(number, minimumCell))
  return (variable) => [...countsOf(variable)].filter(isTold).reduce((sum, [, count]) => sum + count, 0)
}
