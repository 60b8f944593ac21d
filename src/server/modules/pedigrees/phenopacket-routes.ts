import { cohortPhenopackets } from '#contract/pedigrees.ts'
import { ALL_INDIVIDUALS } from '#domain/cohorts/cohorts.ts'
import { countFamilies, readFamilies, type FamilyQuery } from '#server/engine/pedigrees/family-members.ts'
import type { CountAnswers } from '#server/engine/sources/count-answers.ts'
import { accountTrace } from '#server/modules/pedigrees/account-trace.ts'
import { phenopacketFamily } from '#server/modules/pedigrees/phenopackets.ts'
import type { PedigreeServices, SnapshotReader } from '#server/modules/pedigrees/services.ts'
import { readTrait } from '#server/modules/pedigrees/trait.ts'
import { attachment, requireChunks } from '#server/platform/http/file-responses.ts'
import { notFound, Refusal } from '#server/platform/http/refusal.ts'
import { routeForChange } from '#server/platform/http/route-for-change.ts'
import type { Api } from '#server/platform/http/route-for.ts'
import { requireCohort } from '#server/store/cohorts/cohorts.ts'

const FAMILIES_AT_ONCE = 500

/** The families of `cohortPedigrees` as files: completely readable ones only. */
export function phenopacketRoutes(api: Api<PedigreeServices>): void {
  const { variables, countAnswers, clock, streamFile } = api.services

  routeForChange(api, cohortPhenopackets, async (incoming) => {
    const { authenticate, validate, connection, change, addDetails, context, services, limit } = incoming
    const user = await authenticate()
    const { cohortid, member, filename, ...asked } = await validate()
    if (!member) requireChunks(context)
    const cohort = await requireCohort(connection, user, cohortid)
    const trait = await readTrait(connection, await variables.ofAccount(connection, user.accountId), cohort, asked)
    const trace = await accountTrace(services.settings, user)
    const query = { cohortId: cohortid, reader: user, trait, order: 'family', trace } as const
    const name = cohort?.name ?? ALL_INDIVIDUALS
    const queued = <Result>(work: () => Promise<Result>) => services.fairQueue.run(user.accountId, limit.signal, work)
    if (member) {
      const [family] = await queued(() => readFamilies(connection, countAnswers, { ...query, memberId: member }))
      if (!family) throw notFound('family')
      addDetails({ families: 1 })
      await change(async () => undefined)
      const headers = attachment(filename ?? `${name} ${family.family_id}.json`, 'application/json')
      return context.body(`${JSON.stringify(phenopacketFamily(family, new Date(clock())), null, 2)}\n`, 200, headers)
    }
    const { total } = await queued(() => countFamilies(connection, query))
    if (total === 0) throw new Refusal(403, 'You may read none of these pedigrees as a whole.')
    addDetails({ families: total })
    await change(async () => undefined)
    return streamFile(incoming, {
      user,
      downloadId: `phenopackets ${cohortid}`,
      headers: attachment(filename ?? `${name}.ndjson`, 'application/x-ndjson'),
      pieces: (reading) => familyLines(reading, countAnswers, query, new Date(clock())),
    })
  })
}

async function* familyLines(
  { connection, guarded }: SnapshotReader,
  countAnswers: CountAnswers,
  query: FamilyQuery,
  createdAt: Date,
): AsyncGenerator<Uint8Array, undefined> {
  const encoder = new TextEncoder()
  for (let offset = 0; ; offset += FAMILIES_AT_ONCE) {
    const page = { offset, limit: FAMILIES_AT_ONCE }
    const families = await guarded(() => readFamilies(connection, countAnswers, { ...query, page }))
    const lines = families.map((family) => `${JSON.stringify(phenopacketFamily(family, createdAt))}\n`)
    if (lines.length > 0) yield encoder.encode(lines.join(''))
    if (lines.length < FAMILIES_AT_ONCE) return
  }
}
