import { publishedCells, isSmall } from '#server/disclosure/complementary-suppression.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import { ROOT_KEY, familyKey, keyOf } from '#server/disclosure/definition-keys.ts'
import type { Published } from '#server/disclosure/disclosure-control.ts'
import { isNumber } from '#domain/data-types.ts'
import { answerLabel, MISSING, NO_RECORD } from '#server/disclosure/labels.ts'
import { ofCollection } from '#server/disclosure/bit-layout.ts'
import { differenceOf, sizeOf, unionOf, type IndividualSet } from '#server/disclosure/participant-set.ts'
import { tabulate, type LabelOf, type Reading } from '#server/disclosure/tabulate.ts'
import type { Population } from '#server/engine/sources/answers.ts'
import type { Bins } from '#server/engine/counts/bins.ts'
import { readFixedBins } from '#server/engine/counts/bins.ts'

/** Counts of a catalog variable's answers over all unreadable individuals; null if suppressed. */
export interface Margin {
  /** Bins of a number; null if there are too few answers. */
  readonly bins: Bins | null
  readonly counts: ReadonlyMap<string, number | null>
  /** Number of individuals with an answer by collection; absent if suppressed. */
  readonly answered: ReadonlyMap<string, number>
  readonly published: readonly Published[]
}

/**
 * Margins of the variables of a request, each read once. `read` tabulates All Individuals as part of a larger
 * statement.
 */
export type Margins = (variable: CatalogVariable, read?: TabulateAll) => Promise<Margin>
type TabulateAll = (labelOf: LabelOf) => Promise<ReadonlyMap<string, IndividualSet>>

/**
 * Margins over All Individuals are equal for all users with the same access, in any order of requests. They are
 * therefore published and not stored in a ledger.
 */
export function createMargins(reading: Reading, root: Population): Margins {
  const alone: TabulateAll = (labelOf) => tabulate(reading, root, labelOf)
  return (variable, read = alone) => reading.guard.margins(variable, () => readMargin(reading, variable, read))
}

async function readMargin(reading: Reading, variable: CatalogVariable, read: TabulateAll): Promise<Margin> {
  const { guard } = reading
  const bins = isNumber(variable.dataType) ? await readFixedBins(reading.connection, variable, guard.minimumCell) : null
  const cells = await read(answerLabel(variable, bins))
  const isAnswer = (label: string) => label !== MISSING && label !== NO_RECORD
  const answers = [...cells].filter(([label]) => isAnswer(label))
  const answered = unionOf(answers.map(([, individuals]) => individuals))
  const byCollection = [...guard.regions].flatMap(([collection, region]) => {
    const individuals = ofCollection(answered, region)
    const parts = [sizeOf(individuals), region.size - sizeOf(individuals)]
    return parts.some((count) => isSmall(count, guard.minimumCell)) ? [] : [{ collection, individuals }]
  })
  const unanswered = differenceOf(guard.allUnreadable, answered)
  // The number with an answer is known, so the complement of the shown cells is known as well.
  const shown = new Set([
    ...publishedCells(answers, answered, guard.minimumCell),
    ...publishedCells(
      [...cells].filter(([label]) => !isAnswer(label)),
      unanswered,
      guard.minimumCell,
    ),
  ])
  const family = familyKey(ROOT_KEY, variable)
  const published = (name: string, individuals: IndividualSet) => ({
    key: keyOf('margin', variable.name, name),
    family,
    individuals,
  })
  return {
    bins,
    counts: new Map([...cells].map(([label, individuals]) => [label, shown.has(label) ? sizeOf(individuals) : null])),
    answered: new Map(byCollection.map(({ collection, individuals }) => [collection, sizeOf(individuals)])),
    published: [
      ...[...cells].flatMap(([label, individuals]) => (shown.has(label) ? [published(label, individuals)] : [])),
      // If all of a collection answered, that set is the collection itself.
      ...byCollection
        .filter(({ collection, individuals }) => sizeOf(individuals) < (guard.regions.get(collection)?.size ?? 0))
        .map(({ collection, individuals }) => published(`answered ${collection}`, individuals)),
    ],
  }
}
