import { mayRead } from '#domain/access.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { type GuardServices, guardContext } from '#server/disclosure/guard/guard-context.ts'
import { isSmall } from '#server/disclosure/ledger/margin-history.ts'
import { answersOfUnreadable } from '#server/disclosure/suppressed/suppressed-answers.ts'
import type { CoverageReader } from '#server/engine/counts/coverage.ts'
import { sizesByCollection } from '#server/engine/counts/observations.ts'
import type { User } from '#server/model/user.ts'
import { type AnyVariable, type CustomVariable, isCustom } from '#server/model/variable.ts'
import type { Settings } from '#server/platform/configuration/settings.ts'
import type { Connection } from '#server/platform/db/database.ts'

/** Number of answers to a variable, less collections in which it is suppressed. */
export type ShownObservations = (variable: AnyVariable) => number

/** Null where all answers are counted. `custom` lists the custom variables that may be requested. */
export async function shownObservations(
  connection: Connection,
  services: GuardServices & {
    readonly settings: Pick<Settings, 'minimumCell'>
    readonly coverage: CoverageReader
  },
  user: User,
  custom: readonly CustomVariable[],
): Promise<ShownObservations | null> {
  if (user.countsReadableOnly)
    return readableObservations(await services.coverage.counts(connection, custom, user), user)
  const context = await guardContext(connection, services, user)
  if (!context) return null
  const { minimumCell } = services.settings
  const countsOf = await services.coverage.counts(connection, custom, user)
  const sizes = await sizesByCollection(connection, { cohortId: ROOT_COHORT_ID })
  const mayBeCounted = await services.disclosure.observations(connection)
  const isShown = (variable: AnyVariable, [collection, count]: readonly [string, number]) => {
    if (mayRead(user, collection)) return true
    const rest = (sizes.get(collection) ?? 0) - count
    if ([count, rest].some((number) => isSmall(number, minimumCell))) return false
    // The size of the collection is public.
    return rest === 0 || mayBeCounted(variable.name, collection)
  }
  const ofCustom = new Map<CustomVariable, number>()
  for (const variable of custom) {
    const readable = [...countsOf(variable)].filter(([collection]) => mayRead(user, collection))
    const { answered } = await answersOfUnreadable(context, ROOT_COHORT_ID, variable)
    ofCustom.set(variable, sumOf(readable) + (answered ?? 0))
  }
  return (variable) =>
    isCustom(variable)
      ? (ofCustom.get(variable) ?? 0)
      : sumOf([...countsOf(variable)].filter((part) => isShown(variable, part)))
}

function readableObservations(countsOf: Awaited<ReturnType<CoverageReader['counts']>>, user: User): ShownObservations {
  return (variable) => sumOf([...countsOf(variable)].filter(([collection]) => mayRead(user, collection)))
}

function sumOf(counts: readonly (readonly [string, number])[]): number {
  return counts.reduce((sum, [, count]) => sum + count, 0)
}
