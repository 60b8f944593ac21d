import { releasesInfo } from '#contract/releases.ts'
import { isSuppressing } from '#server/model/user.ts'
import { routeFor, type Api } from '#server/platform/http/route-for.ts'
import { correctedAnswers, releasesOf } from '#server/store/releases/releases.ts'
import { withdrawnByRelease } from '#server/store/releases/withdrawals.ts'

/** Releases of the research data (capability "releases"). */
export function releaseRoutes(api: Api): void {
  const { minimumCell } = api.services.settings

  routeFor(api, releasesInfo, async ({ authenticate, connection }) => {
    const user = await authenticate()
    const releases = await releasesOf(connection)
    const corrected = await correctedAnswers(connection)
    // Disclosure control: the number is a difference of two releases.
    const isHidden = isSuppressing({ reader: user, minimumCell })
    const withdrawn = await withdrawnByRelease(connection)
    return {
      data: releases.map(({ no, name, madeAt, individuals, variables, contentHash }, place) => ({
        name,
        made_at: new Date(madeAt).toISOString(),
        individuals,
        variables,
        added: individuals - (releases[place + 1]?.individuals ?? 0),
        corrected: corrected.get(no) ?? 0,
        withdrawn: isHidden ? null : (withdrawn.get(no) ?? 0),
        content_hash: contentHash,
      })),
    }
  })
}
