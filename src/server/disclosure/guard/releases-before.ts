import type { IndividualLayout } from '#server/disclosure/ledger/individual-layout.ts'
import { isSmall } from '#server/disclosure/ledger/margin-history.ts'
import { type AnsweredSince, NOT_CHANGED, readAnsweredSince } from '#server/engine/releases/changed-answers.ts'
import type { Release } from '#server/model/release.ts'
import { versionsOf } from '#server/platform/db/data-version.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { releasesOf } from '#server/store/releases/releases.ts'

/** The last release of each data version before the present one, oldest first. */
export async function readEarlierReleases(connection: Connection): Promise<Release[]> {
  const { answers } = await versionsOf(connection)
  const releases = await releasesOf(connection)
  const earlier = releases.filter(
    ({ answersVersion }, place) =>
      answersVersion !== answers && releases.findIndex((other) => other.answersVersion === answersVersion) === place,
  )
  return earlier.toReversed()
}

/** Whether the number of answers to a catalog variable in a collection may be shown beside those of earlier releases. */
export type MayBeCounted = (variableName: string, collection: string) => boolean

/**
 * Numbers of answers by collection are public, so those of each earlier release are taken as known. A number is
 * suppressed if few of the individuals added since one of them have an answer, or few have none, or if its difference
 * to one of them describes few individuals.
 */
export async function readObservationHistory(
  connection: Connection,
  { regions }: Pick<IndividualLayout, 'regions'>,
  earlier: readonly Release[],
  minimum: number,
): Promise<MayBeCounted> {
  if (earlier.length === 0) return () => true
  const answered = await readAnsweredSince(connection, earlier)
  const grownBy = new Map(
    [...regions].map(([collection, region]) => [
      collection,
      earlier.map(({ lastIndividual }) => region.size - region.countUpTo(lastIndividual)),
    ]),
  )
  const isSmallSince = (grown: number, { added, changed }: AnsweredSince) =>
    [added, grown - added, changed + added, changed + grown - added].some((count) => isSmall(count, minimum))
  return (variableName, collection) => {
    const ofVariable = answered.get(variableName)
    if (!ofVariable) return true
    const since = ofVariable.byCollection.get(collection)
    return (grownBy.get(collection) ?? []).every(
      (grown, place) => ofVariable.isThere[place] === false || !isSmallSince(grown, since?.[place] ?? NOT_CHANGED),
    )
  }
}
