import { cohortFam, cohortPedigrees } from '#contract/pedigrees.ts'
import { ALL_INDIVIDUALS } from '#domain/cohorts/cohorts.ts'
import { idsCollide } from '#domain/plink.ts'
import type { GuardServices } from '#server/disclosure/guard/guard-context.ts'
import { countsFor } from '#server/disclosure/reader-counts.ts'
import { type Family, type FamilyMember, countFamilies, readFamilies } from '#server/engine/pedigrees/family-members.ts'
import { accountTrace } from '#server/modules/pedigrees/account-trace.ts'
import { readPhenotype, readTrait } from '#server/modules/pedigrees/trait.ts'
import { attachment } from '#server/platform/http/file-responses.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { routeForChange } from '#server/platform/http/route-for-change.ts'
import { type Api, inFairQueue, routeFor } from '#server/platform/http/route-for.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import { createPause, mapWithPauses } from '#server/platform/scheduling/yield.ts'
import { requireCohort } from '#server/store/cohorts/cohorts.ts'

/** Families with their members. Individual-level records, so all of a family's collections must be readable. */
export function pedigreeRoutes(api: Api<HttpServices & GuardServices>): void {
  const { variables, countAnswers, settings } = api.services

  routeFor(
    api,
    cohortPedigrees,
    inFairQueue(async ({ authenticate, validate, connection, services }) => {
      const user = await authenticate()
      const { cohortid, offset, limit, order, ...asked } = await validate()
      const cohort = await requireCohort(connection, user, cohortid)
      const trait = await readTrait(connection, await variables.ofAccount(connection, user.accountId), cohort, asked)
      const trace = await accountTrace(services.settings, user)
      const query = { cohortId: cohortid, reader: user, trait, order, trace, page: { offset, limit } }
      const families = await readFamilies(connection, countAnswers, query)
      const { total, excluded } = await countFamilies(connection, query)
      return {
        data: families.map(({ members, ...family }) => ({
          ...family,
          members: members.map((member) => ({ ...member, phenotype: undefined })),
        })),
        total,
        excluded: await countsFor(connection, services, user).ofExcludedFamilies(excluded),
      }
    }),
  )

  routeForChange(api, cohortFam, async ({ authenticate, validate, connection, change, addDetails, context }) => {
    const user = await authenticate()
    const { cohortid, filename, ...asked } = await validate()
    const cohort = await requireCohort(connection, user, cohortid)
    const trait = await readPhenotype(connection, await variables.ofAccount(connection, user.accountId), cohort, asked)
    const trace = await accountTrace(settings, user)
    const query = { cohortId: cohortid, reader: user, trait, order: 'family', trace } as const
    const { total } = await countFamilies(connection, query)
    if (total === 0) throw new Refusal(403, 'You may read none of these pedigrees as a whole.')
    const families = await readFamilies(connection, countAnswers, query)
    const colliding = await collidingIds(families)
    if (colliding) throw new Refusal(422, idsCollide(...colliding))
    addDetails({ families: total })
    await change(async () => undefined)
    const headers = attachment(filename ?? `${cohort?.name ?? ALL_INDIVIDUALS}.fam`, 'text/plain')
    return context.body(await famText(families), 200, headers)
  })
}

/** Codes of the .fam format for unknown values. */
const NOT_KNOWN = { parent: '0', sex: '0', phenotype: '-9' } as const

const SEX_CODES: ReadonlyMap<string, string> = new Map([
  ['M', '1'],
  ['F', '2'],
])

/** Two ids that would be equal in the file, which has no blanks in ids; null without a clash. */
async function collidingIds(families: readonly Family[]): Promise<readonly [string, string] | null> {
  const pause = createPause()
  const ids = new Map<string, string>()
  const collisionOf = (plain: string, id: string): readonly [string, string] | null => {
    const other = ids.get(plain)
    ids.set(plain, other ?? id)
    return other === undefined || other === id ? null : [other, id]
  }
  for (const { family_id: familyId, members } of families) {
    const ofFamily = collisionOf(JSON.stringify([plainId(familyId)]), familyId)
    if (ofFamily) return ofFamily
    for (const { individual_id: id } of members) {
      const ofMember = collisionOf(JSON.stringify([plainId(familyId), plainId(id)]), id)
      if (ofMember) return ofMember
    }
    await pause()
  }
  return null
}

/** Families as PLINK .fam text: family, individual, father, mother, sex and phenotype, separated by blanks. */
async function famText(families: readonly Family[]): Promise<string> {
  const texts = await mapWithPauses(families, ({ family_id, members }) =>
    members.map((member) => `${lineOf(family_id, member)}\n`).join(''),
  )
  return texts.join('')
}

function lineOf(familyId: string, member: FamilyMember): string {
  return [
    plainId(familyId),
    plainId(member.individual_id),
    member.father === null ? NOT_KNOWN.parent : plainId(member.father),
    member.mother === null ? NOT_KNOWN.parent : plainId(member.mother),
    SEX_CODES.get(member.sex ?? '') ?? NOT_KNOWN.sex,
    member.phenotype ?? NOT_KNOWN.phenotype,
  ].join(' ')
}

/** Blanks separate the columns, so ids contain none. */
function plainId(id: string): string {
  return id.replaceAll(/\s/g, '_')
}
