import type { GuardContext } from '#server/disclosure/guard/guard-context.ts'
import type { CohortParts } from '#server/disclosure/ledger/compound-tables.ts'
import { type Table, collectionKey } from '#server/disclosure/ledger/count-table.ts'
import { partKey, keyOf } from '#server/disclosure/ledger/definition-keys.ts'
import { knownAt, ofCollection } from '#server/disclosure/ledger/individual-layout.ts'
import type { IndividualSet } from '#server/disclosure/ledger/participant-set.ts'

/** Unreadable members of a pedigree set. */
interface PedigreeTable extends Pick<Table, 'countedTo'> {
  readonly key: string
  readonly members: IndividualSet
}

/** Counts whole families as well, each by one representative: a few answers decide about large families. */
export async function pedigreeParts(
  context: GuardContext,
  { key, members, countedTo }: PedigreeTable,
): Promise<CohortParts> {
  const { guard } = context
  const familiesKey = (collection: string) => keyOf('families', collection)
  const regions = [...guard.regions]
  const published = regions.flatMap(([collection, region]) => [
    { key: familiesKey(collection), family: null, individuals: guard.layout.familiesOf(region.individuals) },
    ...guard.earlier.map(({ no, lastIndividual }) => ({
      key: keyOf('families at', no, collection),
      family: null,
      individuals: guard.layout.familiesOf(knownAt(region, lastIndividual)),
    })),
  ])
  const tables = regions.flatMap(([collection, region]): Table[] => {
    const affected = ofCollection(members, region)
    const families = guard.layout.familiesOf(region.individuals)
    return [
      {
        population: families,
        known: [familiesKey(collection)],
        family: null,
        countedTo,
        cells: [{ key: keyOf(key, 'families', collection), individuals: guard.layout.familiesOf(affected) }],
      },
      {
        population: region.individuals,
        known: [collectionKey(collection), keyOf(key, 'families', collection)],
        family: null,
        countedTo,
        cells: [{ key: partKey(key, collection), individuals: affected }],
      },
    ]
  })
  const decided = await guard.decide(tables, published, context.changing)
  return new Map(
    regions.map(([collection, region], place) => {
      const [families, count] = [decided[2 * place]?.[0], decided[2 * place + 1]?.[0]]
      const isShown = families != null && count != null
      return [collection, isShown ? { individuals: ofCollection(members, region), count, families } : null]
    }),
  )
}
