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
