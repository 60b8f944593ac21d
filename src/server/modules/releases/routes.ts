import { definitionToday, releasesInfo } from '#contract/releases.ts'
import type { GuardServices } from '#server/disclosure/guard/guard-context.ts'
import { isSuppressing } from '#server/model/user.ts'
import { readDefinitionToday } from '#server/modules/releases/definition-today.ts'
import { type Api, inFairQueue, routeFor } from '#server/platform/http/route-for.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import { correctedAnswers, releasesOf } from '#server/store/releases/releases.ts'
import { withdrawnByRelease } from '#server/store/releases/withdrawals.ts'

type ReleaseServices = HttpServices & Pick<GuardServices, 'variables'>

/** Releases of the research data (capability "releases"). */
export function releaseRoutes(api: Api<ReleaseServices>): void {
  const { minimumCell } = api.services.settings

  routeFor(api, releasesInfo, async ({ authenticate, connection }) => {
    const user = await authenticate()
    const releases = await releasesOf(connection)
    const corrected = await correctedAnswers(connection)
    // Disclosure control: the number is a difference of two releases, and a hash confirms a guess of all answers.
    const isHidden = isSuppressing({ reader: user, minimumCell })
    const withdrawn = await withdrawnByRelease(connection)
    return {
      data: releases.map(({ no, name, madeAt, individuals, variables, contentHash }, place) => ({
        name,
        made_at: new Date(madeAt).toISOString(),
        individuals,
        variables,
        added: individuals - (releases[place + 1]?.individuals ?? 0),
        // The number is of all answers, readable or not.
        corrected: user.countsReadableOnly ? null : (corrected.get(no) ?? 0),
        withdrawn: isHidden ? null : (withdrawn.get(no) ?? 0),
        content_hash: isHidden ? null : contentHash,
      })),
    }
  })

  routeFor(
    api,
    definitionToday,
    inFairQueue(async ({ authenticate, validate, connection, services, limit }) => {
      const user = await authenticate()
      const input = await validate()
      const known = await services.variables.of(connection, user.accountId)
      const { database } = services
      return readDefinitionToday(connection, { database, known, signal: limit.signal }, user, input)
    }),
  )
}
