import { definitionToday, releasesInfo } from '#contract/releases.ts'
import type { GuardServices } from '#server/disclosure/guard/guard-context.ts'
import { countOfAllFor, differenceFor } from '#server/disclosure/reader-counts.ts'
import { readDefinitionToday } from '#server/modules/releases/definition-today.ts'
import { type Api, inFairQueue, routeFor } from '#server/platform/http/route-for.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import { correctedAnswers, releasesOf } from '#server/store/releases/releases.ts'
import { withdrawnByRelease } from '#server/store/releases/withdrawals.ts'

type ReleaseServices = HttpServices & Pick<GuardServices, 'variables'>

/** Releases of the research data (capability "releases"). */
export function releaseRoutes(api: Api<ReleaseServices>): void {
  routeFor(api, releasesInfo, async ({ authenticate, connection }) => {
    const user = await authenticate()
    const releases = await releasesOf(connection)
    const corrected = await correctedAnswers(connection)
    const withdrawn = await withdrawnByRelease(connection)
    return {
      data: releases.map(({ no, name, madeAt, individuals, variables, contentHash }, place) => ({
        name,
        made_at: new Date(madeAt).toISOString(),
        individuals,
        variables,
        added: individuals - (releases[place + 1]?.individuals ?? 0),
        corrected: countOfAllFor(user, () => corrected.get(no) ?? 0),
        withdrawn: differenceFor(user, () => withdrawn.get(no) ?? 0),
        content_hash: differenceFor(user, () => contentHash),
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
