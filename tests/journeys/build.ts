import { buildIfStale } from '#server/build-if-stale.mjs'

/** The journeys use the built product. */
export default async function build(): Promise<void> {
  await buildIfStale()
}
