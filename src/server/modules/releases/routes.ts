import { definitionToday, releasesInfo } from '#contract/releases.ts'
import type { GuardServices } from '#server/disclosure/guard-context.ts'
import { readDefinitionToday } from '#server/modules/releases/definition-today.ts'
import { inFairQueue, routeFor, type Api } from '#server/platform/http/route-for.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import { correctedAnswers, releasesOf } from '#server/store/releases/releases.ts'

type ReleaseServices = HttpServices & Pick<GuardServices, 'variables'>

/** Releases of the research data (capability "releases"). */
export function releaseRoutes(api: Api<ReleaseServices>): void {
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
