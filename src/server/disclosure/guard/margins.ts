import { hasSeveralCodes, isNumber } from '#domain/data-types.ts'
import type { Margin } from '#server/disclosure/guard/disclosure-control.ts'
import { MISSING, NO_RECORD, answerLabel, listedLabels } from '#server/disclosure/guard/labels.ts'
import { type Reading, tabulate } from '#server/disclosure/guard/tabulate.ts'
import type { Published } from '#server/disclosure/ledger/count-table.ts'
import { ROOT_KEY, familyKey, keyOf } from '#server/disclosure/ledger/definition-keys.ts'
import { type CollectionRegion, knownAt, ofCollection } from '#server/disclosure/ledger/individual-layout.ts'
import { type MarginGroup, MarginHistory, isSmall, publishedCells } from '#server/disclosure/ledger/margin-history.ts'
import { EMPTY_SET, type IndividualSet, sizeOf, unionOf } from '#server/disclosure/ledger/participant-set.ts'
import { type Bins, readFixedBins } from '#server/engine/counts/bins.ts'
import { readAtRelease, recordsAt, releasesWithOtherAnswers } from '#server/engine/sources/answers-at-release.ts'
import type { Population } from '#server/engine/sources/answers.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import type { Sql } from '#server/platform/db/sql.ts'

/** Margins of the variables of a request. */
export type Margins = (variable: CatalogVariable) => Promise<Margin>

/**
 * Margins over All Individuals are equal for all users with the same access, in any order of requests. They are
 * therefore published and not stored in a ledger. Those of earlier releases are computed again from the history of the
 * answers.
 */
export function createMargins(reading: Reading, root: Population): Margins {
  return (variable) => reading.guard.margins(variable, () => readMargin(reading, root, variable))
}

/** A count that may be published by itself. */
interface Candidate {
  readonly label: string
  /** The collection of a number of answers. */
  readonly collection?: string
  readonly individuals: IndividualSet
}

interface ReleaseCells {
  readonly bins: Bins | null
  readonly cells: ReadonlyMap<string, IndividualSet>
  /** The numbers of answers by collection, the answers, and the individuals without one. */
  readonly groups: readonly MarginGroup<Candidate>[]
}

async function readMargin(reading: Reading, root: Population, variable: CatalogVariable): Promise<Margin> {
  const { guard, connection } = reading
  const { lastIndividual } = guard.layout
  const family = familyKey(ROOT_KEY, variable)
  const earlier: Published[] = []
  const releases = await releasesWithOtherAnswers(connection, variable, guard.earlier, lastIndividual)
  const history = releases.length > 0 ? new MarginHistory(guard, variable.name) : null
  for (const release of releases) {
    const before = { ...reading, read: readAtRelease(variable, release) }
    const records = recordsAt(variable, release)
    const { groups } = await readCells(before, root, variable, { records, lastIndividual: release.lastIndividual })
    history?.publishable(groups, release.lastIndividual)
    // Suppressed counts are known as well.
    for (const { label, individuals } of groups.flatMap(({ counts }) => counts)) {
      earlier.push({ key: keyOf('margin at', release.no, variable.name, label), family: null, individuals })
    }
  }
  const { bins, cells, groups } = await readCells(reading, root, variable, { lastIndividual })
  const shown = history?.publishable(groups, lastIndividual) ?? groups.flatMap(({ counts }) => counts)
  const shownLabels = new Set(shown.flatMap(({ label, collection }) => (collection === undefined ? [label] : [])))
  const published = ({ label, individuals }: Candidate) => ({
    key: keyOf('margin', variable.name, label),
    family,
    individuals,
  })
  return {
    bins,
    counts: new Map([
      ...(isAnsweredByAll(cells) ? [MISSING, NO_RECORD].map((label) => [label, 0] as const) : []),
      ...[...cells].map(
        ([label, individuals]) => [label, shownLabels.has(label) ? sizeOf(individuals) : null] as const,
      ),
    ]),
    answered: new Map(
      shown.flatMap(({ collection, individuals }) =>
        collection === undefined ? [] : [[collection, sizeOf(individuals)] as const],
      ),
    ),
    // If all of a collection answered, that set is the collection itself.
    published: [...earlier, ...shown.filter((count) => !isWholeCollection(guard.regions, count)).map(published)],
  }
}

/** The number of answers is then the size of the population, which is public. */
function isAnsweredByAll(cells: ReadonlyMap<string, IndividualSet>): boolean {
  return !cells.has(MISSING) && !cells.has(NO_RECORD)
}

function isWholeCollection(
  regions: ReadonlyMap<string, CollectionRegion>,
  { collection, individuals }: Candidate,
): boolean {
  return collection !== undefined && sizeOf(individuals) === regions.get(collection)?.size
}

/** The cells of a margin, and which of them may be published by themselves. */
async function readCells(
  reading: Reading,
  root: Population,
  variable: CatalogVariable,
  { records, lastIndividual }: { readonly records?: Sql; readonly lastIndividual: number },
): Promise<ReleaseCells> {
  const { guard, connection } = reading
  const bins = isNumber(variable.dataType)
    ? await readFixedBins(connection, variable, guard.minimumCell, records)
    : null
  const cells = await tabulate(reading, root, answerLabel(variable, bins))
  const isAnswer = (label: string) => label !== MISSING && label !== NO_RECORD
  const answers = [...cells].filter(([label]) => isAnswer(label))
  const others = [...cells].filter(([label]) => !isAnswer(label))
  const answered = unionOf(answers.map(([, individuals]) => individuals))
  const unanswered = unionOf(others.map(([, individuals]) => individuals))
  const byCollection = [...guard.regions].map(([collection, region]): MarginGroup<Candidate> => {
    const individuals = ofCollection(answered, region)
    const parts = [sizeOf(individuals), region.countUpTo(lastIndividual) - sizeOf(individuals)]
    const isShown = !parts.some((count) => isSmall(count, guard.minimumCell))
    return {
      population: knownAt(region, lastIndividual),
      counts: isShown ? [{ label: `answered ${collection}`, collection, individuals }] : [],
    }
  })
  // The number with an answer is known unless few have none, so the complement of the shown cells is known as well.
  const shown = (
    tableCells: readonly (readonly [string, IndividualSet])[],
    population: IndividualSet,
    listed: readonly string[] | null,
  ) => ({
    population,
    counts: publishedCells(tableCells, population, guard.minimumCell, listed).map((label) => ({
      label,
      individuals: cells.get(label) ?? EMPTY_SET,
    })),
  })
  // Of several codes no count follows from the others.
  const listed = hasSeveralCodes(variable.dataType) ? null : listedLabels(variable, bins)
  // With all answers shown, few without one would follow from the size of the population.
  const isNearlyAnswered = isSmall(sizeOf(unanswered), guard.minimumCell)
  const answering = isNearlyAnswered ? unionOf([answered, unanswered]) : answered
  return {
    bins,
    cells,
    groups: [...byCollection, shown(answers, answering, listed), shown(others, unanswered, [MISSING, NO_RECORD])],
  }
}

/** The published counts of variables. */
export async function publishedOf(
  { margins }: { readonly margins: Margins },
  variables: readonly CatalogVariable[],
): Promise<Published[]> {
  const published: Published[] = []
  for (const variable of variables) published.push(...(await margins(variable)).published)
  return published
}
