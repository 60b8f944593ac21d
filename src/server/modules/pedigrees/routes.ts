import { cohortFam, cohortPedigrees } from '#contract/pedigrees.ts'
import { ALL_INDIVIDUALS } from '#domain/cohorts.ts'
import { idsCollide } from '#domain/plink.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import type { GuardServices } from '#server/disclosure/guard-context.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { routeForChange } from '#server/platform/http/route-for-change.ts'
import { routeFor, type Api, inFairQueue } from '#server/platform/http/route-for.ts'
import { countFamilies, readFamilies } from '#server/engine/pedigrees/family-members.ts'
import { attachment } from '#server/platform/http/attachment.ts'
import { collidingIds, famText } from '#server/modules/pedigrees/fam-text.ts'
import { readPhenotype, readTrait } from '#server/modules/pedigrees/read-trait.ts'
import { requireCohort } from '#server/store/cohorts/cohorts.ts'

/** Families with their members. Individual-level records, so all of a family's collections must be readable. */
export function pedigreeRoutes(api: Api<HttpServices & GuardServices>): void {
  const { variables } = api.services

  routeFor(
    api,
    cohortPedigrees,
    inFairQueue(async ({ authenticate, validate, connection, services }) => {
      const user = await authenticate()
      const { cohortid, offset, limit, order, ...asked } = await validate()
      const cohort = await requireCohort(connection, user, cohortid)
      const trait = await readTrait(connection, await variables.of(connection, user.accountId), cohort, asked)
      const query = { cohortId: cohortid, reader: user, trait, order, page: { offset, limit } }
      const families = await readFamilies(connection, query)
      const { total, excluded } = await countFamilies(connection, query)
      return {
        data: families.map(({ members, ...family }) => ({
          ...family,
          members: members.map((member) => ({ ...member, phenotype: undefined })),
        })),
        total,
        excluded: (await services.disclosure.guardFor(connection, user)) ? null : excluded,
      }
    }),
  )

  routeForChange(api, cohortFam, async ({ authenticate, validate, connection, change, addDetails, context }) => {
    const user = await authenticate()
    const { cohortid, filename, ...asked } = await validate()
    const cohort = await requireCohort(connection, user, cohortid)
    const trait = await readPhenotype(connection, await variables.of(connection, user.accountId), cohort, asked)
    const query = { cohortId: cohortid, reader: user, trait, order: 'family' } as const
    const { total } = await countFamilies(connection, query)
    if (total === 0) throw new Refusal(403, 'You may read none of these pedigrees as a whole.')
    const families = await readFamilies(connection, query)
    const colliding = collidingIds(families)
    if (colliding) throw new Refusal(422, idsCollide(...colliding))
    addDetails({ families: total })
    await change(async () => undefined)
    const headers = attachment(filename ?? `${cohort?.name ?? ALL_INDIVIDUALS}.fam`, 'text/plain')
    return context.body(famText(families), 200, headers)
  })
}
