import { releasesInfo } from '#contract/releases.ts'
import { routeFor, type Api } from '#server/platform/http/route-for.ts'
import { correctedAnswers, releasesOf } from '#server/store/releases/releases.ts'

/** Releases of the research data (capability "releases"). */
export function releaseRoutes(api: Api): void {
  routeFor(api, releasesInfo, async ({ authenticate, connection }) => {
    await authenticate()
    const releases = await releasesOf(connection)
    const corrected = await correctedAnswers(connection)
    return {
      data: releases.map(({ no, name, madeAt, individuals, variables, contentHash }, place) => ({
        name,
        made_at: new Date(madeAt).toISOString(),
        individuals,
        variables,
        added: individuals - (releases[place + 1]?.individuals ?? 0),
        corrected: corrected.get(no) ?? 0,
        content_hash: contentHash,
      })),
    }
  })
}
