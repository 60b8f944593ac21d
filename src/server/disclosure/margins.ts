import type { CatalogVariable } from '#server/model/catalog.ts'
import { EVERYBODY_KEY, familyKey, keyOf } from '#server/disclosure/definition-keys.ts'
import type { Published } from '#server/disclosure/disclosure-control.ts'
import { isNumber } from '#domain/data-types.ts'
import { isSmall } from '#domain/hidden-cells.ts'
import { answerLabel, MISSING, NO_RECORD } from '#server/disclosure/labels.ts'
import { ofCollection } from '#server/disclosure/people-layout.ts'
import { differenceOf, sizeOf, unionOf, type PeopleSet } from '#server/disclosure/people-set.ts'
import { tabulate, type LabelOf, type Reading } from '#server/disclosure/tabulate.ts'
import type { Population } from '#server/engine/sources/answers.ts'
import type { Bins } from '#server/engine/counts/bins.ts'
import { readFixedBins } from '#server/engine/counts/bins.ts'

/** How often all unreadable people gave each answer to a variable of the catalog, null where that is suppressed. */
export interface Margin {
  /** Of a number; null where there are too few answers for bins. */
  readonly bins: Bins | null
  readonly counts: ReadonlyMap<string, number | null>
  /** How many answered of each collection; absent where that is suppressed. */
  readonly answered: ReadonlyMap<string, number>
  readonly published: readonly Published[]
}

/**
 * Margins of the variables that a call is concerned with, each read once. `read` tabulates everybody by a label, where
 * that is a part of a larger statement.
 */
export type Margins = (variable: CatalogVariable, read?: TabulateEverybody) => Promise<Margin>
type TabulateEverybody = (labelOf: LabelOf) => Promise<ReadonlyMap<string, PeopleSet>>

/**
 * The counts of one variable over everybody are the same for all users who may read the same, however often and in
 * whatever order they ask: so they are published, and not stored in a ledger.
 */
export function createMargins(reading: Reading, everybody: Population): Margins {
  const alone: TabulateEverybody = (labelOf) => tabulate(reading, everybody, labelOf)
  return (variable, read = alone) => reading.guard.margins(variable, () => readMargin(reading, variable, read))
}

async function readMargin(reading: Reading, variable: CatalogVariable, read: TabulateEverybody): Promise<Margin> {
  const { guard } = reading
  const bins = isNumber(variable.dataType) ? await readFixedBins(reading.connection, variable, guard.minimumCell) : null
  const cells = await read(answerLabel(variable, bins))
  const isAnswer = (label: string) => label !== MISSING && label !== NO_RECORD
  const answers = [...cells].filter(([label]) => isAnswer(label))
  const answered = unionOf(answers.map(([, people]) => people))
  const byCollection = [...guard.regions].flatMap(([collection, region]) => {
    const people = ofCollection(answered, region)
    const parts = [sizeOf(people), region.size - sizeOf(people)]
    return parts.some((count) => isSmall(count, guard.minimumCell)) ? [] : [{ collection, people }]
  })
  const unanswered = differenceOf(guard.everybody, answered)
  // How many answered is known: what the shown cells leave of these, and of the others, is known as well.
  const shown = new Set([
    ...publishedCells(answers, answered, guard.minimumCell),
    ...publishedCells(
      [...cells].filter(([label]) => !isAnswer(label)),
      unanswered,
      guard.minimumCell,
    ),
  ])
  const family = familyKey(EVERYBODY_KEY, variable)
  const published = (name: string, people: PeopleSet) => ({ key: keyOf('margin', variable.name, name), family, people })
  return {
    bins,
    counts: new Map([...cells].map(([label, people]) => [label, shown.has(label) ? sizeOf(people) : null])),
    answered: new Map(byCollection.map(({ collection, people }) => [collection, sizeOf(people)])),
    published: [
      ...[...cells].flatMap(([label, people]) => (shown.has(label) ? [published(label, people)] : [])),
      // Where all of a collection answered, that set is the collection itself.
      ...byCollection
        .filter(({ collection, people }) => sizeOf(people) < (guard.regions.get(collection)?.size ?? 0))
        .map(({ collection, people }) => published(`answered ${collection}`, people)),
    ],
  }
}

/**
 * The labels of cells that may be shown: none is small, nor is what they leave of the population together. Of cells of
 * one size the same is suppressed each time: suppressing another the next time would disclose the rest.
 */
export function publishedCells(
  cells: readonly (readonly [string, PeopleSet])[],
  population: PeopleSet,
  minimum: number,
): string[] {
  let shown = cells
    .filter(([, people]) => sizeOf(people) >= minimum)
    .toSorted(
      ([label, people], [otherLabel, others]) => sizeOf(others) - sizeOf(people) || (label < otherLabel ? -1 : 1),
    )
  while (shown.length > 0) {
    const rest = sizeOf(differenceOf(population, unionOf(shown.map(([, people]) => people))))
    if (!isSmall(rest, minimum)) break
    shown = shown.slice(0, -1)
  }
  return shown.map(([label]) => label)
}
