import { mayRead } from '#domain/access.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { type GuardServices, guardContext } from '#server/disclosure/guard/guard-context.ts'
import { isSmall } from '#server/disclosure/ledger/margin-history.ts'
import { answersOfUnreadable } from '#server/disclosure/suppressed/suppressed-answers.ts'
import type { CoverageReader } from '#server/engine/counts/coverage.ts'
import { sizesByCollection } from '#server/engine/counts/observations.ts'
import { type User, countsReadableOnly } from '#server/model/user.ts'
import { type AnyVariable, type CustomVariable, isCustom } from '#server/model/variable.ts'
import type { Connection } from '#server/platform/db/database.ts'

export interface ShownObservations {
  /** Number of answers to a variable, less collections in which it is suppressed. */
  readonly observationsOf: (variable: AnyVariable) => number
  /** Whether equal matches are sorted by them: else their order would disclose the numbers of all answers. */
  readonly isOrder: boolean
}

/** Null where all answers are counted. `custom` lists the custom variables that may be requested. */
export async function shownObservations(
  connection: Connection,
  services: GuardServices & { readonly coverage: CoverageReader },
  user: User,
  custom: readonly CustomVariable[],
): Promise<ShownObservations | null> {
  if (countsReadableOnly(user)) {
    const countsOf = await services.coverage.counts(connection, custom, user)
    return { observationsOf: (variable) => sumOf(readableCounts(countsOf, variable, user)), isOrder: true }
  }
  const context = await guardContext(connection, services, user)
  if (!context) return null
  const { minimumCell } = context.guard
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
    const readable = readableCounts(countsOf, variable, user)
    const { answered } = await answersOfUnreadable(context, ROOT_COHORT_ID, variable)
    ofCustom.set(variable, sumOf(readable) + (answered ?? 0))
  }
  const observationsOf = (variable: AnyVariable) =>
    isCustom(variable)
      ? (ofCustom.get(variable) ?? 0)
      : sumOf([...countsOf(variable)].filter((part) => isShown(variable, part)))
  return { observationsOf, isOrder: false }
}

type CountsOf = Awaited<ReturnType<CoverageReader['counts']>>

function readableCounts(countsOf: CountsOf, variable: AnyVariable, user: User) {
  return [...countsOf(variable)].filter(([collection]) => mayRead(user, collection))
}

function sumOf(counts: readonly (readonly [string, number])[]): number {
  return counts.reduce((sum, [, count]) => sum + count, 0)
}
