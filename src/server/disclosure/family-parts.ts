import type { CohortParts } from '#server/disclosure/cohort-parts.ts'
import { at, keyOf } from '#server/disclosure/definition-keys.ts'
import type { GuardContext } from '#server/disclosure/guard-context.ts'
import type { Table } from '#server/disclosure/ledger/count-table.ts'
import { collectionKey } from '#server/disclosure/ledger/ledger.ts'
import { knownAt, ofCollection } from '#server/disclosure/bit-layout.ts'
import type { IndividualSet } from '#server/disclosure/participant-set.ts'

/** Unreadable members of a pedigree set. */
interface PedigreeTable extends Pick<Table, 'variables' | 'countedTo'> {
  readonly key: string
  readonly members: IndividualSet
}

/** Counts whole families as well, each by one representative: a few answers decide about large families. */
export async function pedigreeParts(
  context: GuardContext,
  { key, variables, members, countedTo }: PedigreeTable,
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
    const own = ofCollection(members, region)
    return [
      {
        population: guard.layout.familiesOf(region.individuals),
        known: [familiesKey(collection)],
        variables,
        family: null,
        countedTo,
        cells: [{ key: keyOf(key, 'families', collection), individuals: guard.layout.familiesOf(own) }],
      },
      {
        population: region.individuals,
        known: [collectionKey(collection), keyOf(key, 'families', collection)],
        variables,
        family: null,
        countedTo,
        cells: [{ key: at(key, collection), individuals: own }],
      },
    ]
  })
  const decided = await guard.decide(tables, published, context.changing)
  return new Map(
    regions.map(([collection, region], place) => [
      collection,
      decided[2 * place]?.[0] && decided[2 * place + 1]?.[0] ? ofCollection(members, region) : null,
    ]),
  )
}
