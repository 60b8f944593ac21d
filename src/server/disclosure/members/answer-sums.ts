import { type Condition, matchesMissing } from '#domain/conditions/constraint.ts'
import { hasSeveralCodes, isCoded } from '#domain/data-types.ts'
import type { GuardContext } from '#server/disclosure/guard/guard-context.ts'
import { answerLabel, listedLabels, MISSING, NO_RECORD, valueLabel } from '#server/disclosure/guard/labels.ts'
import { tabulate } from '#server/disclosure/guard/tabulate.ts'
import { type CollectionRegion, ofCollection } from '#server/disclosure/ledger/individual-layout.ts'
import { publishedCells } from '#server/disclosure/ledger/margin-history.ts'
import { EMPTY_SET, type IndividualSet, sizeOf, unionOf } from '#server/disclosure/ledger/participant-set.ts'
import { type AnyVariable, isCustom } from '#server/model/variable.ts'

export interface Asked {
  readonly parentId: number
  readonly variable: AnyVariable
  readonly condition: Condition
  /** The collections whose part of the parent is shown. */
  readonly counted: readonly string[]
}

/**
 * The collections in which the count of a condition would give a hidden count, with counts of other conditions on the
 * variable or of all collections: VALID less each other EQ, the answers of all less those of each other collection. The
 * ledger finds such sums of individuals, but no sum of none. The same answers are hidden whatever was asked before, and
 * a condition takes all of the hidden ones or none.
 */
export async function collectionsWithHiddenAnswers(context: GuardContext, asked: Asked): Promise<ReadonlySet<string>> {
  const { parentId, variable, condition } = asked
  if (isCustom(variable) || !isCoded(variable.dataType) || hasSeveralCodes(variable.dataType)) return new Set()
  const divided = await tabulate(context, { cohortId: parentId, reader: context.user }, answerLabel(variable, null))
  const others = [MISSING, NO_RECORD]
  const listed = listedLabels(variable, null)
  const answers = [...new Set([...listed, ...divided.keys()])].filter((label) => !others.includes(label))
  const matching = matchingLabels(condition, { listed, answers })
  if (!matching) return new Set()
  // That a question was not asked in a collection is no secret.
  const answered = unionOf(answers.map((label) => divided.get(label) ?? EMPTY_SET))
  const counted = asked.counted.filter((collection) => sizeIn(context.guard, answered, collection) > 0)
  const hidden = [answers, others].map((labels) => hiddenByCollection(context, { divided, labels, counted }))
  const found = counted.filter((collection) =>
    hidden.some((labelsOf) => {
      const labels = [...(labelsOf.get(collection) ?? [])]
      const taken = labels.filter((label) => matching.has(label))
      return taken.length > 0 && taken.length < labels.length
    }),
  )
  return new Set(found)
}

interface Divided {
  readonly divided: ReadonlyMap<string, IndividualSet>
  readonly labels: readonly string[]
  readonly counted: readonly string[]
}

/**
 * The labels hidden in each collection, so that none is hidden in one collection alone, and no collection hides one
 * alone: it would follow from the sum. What all collections together hide, each of them hides.
 */
function hiddenByCollection(
  { guard }: GuardContext,
  { divided, labels, counted }: Divided,
): ReadonlyMap<string, ReadonlySet<string>> {
  const sizeOfCell = (label: string, collection: string) => sizeIn(guard, divided.get(label) ?? EMPTY_SET, collection)
  const regions = [...guard.regions].filter(([collection]) => counted.includes(collection))
  const hiddenIn = (some: readonly CollectionRegion[]) => {
    const cells = labels.map((label) => {
      const individuals = divided.get(label) ?? EMPTY_SET
      return [label, unionOf(some.map((region) => ofCollection(individuals, region)))] as const
    })
    const whole = unionOf(cells.map(([, individuals]) => individuals))
    const shown = publishedCells(cells, whole, guard.minimumCell, labels)
    return labels.filter((label) => !shown.includes(label))
  }
  const inAll = hiddenIn(regions.map(([, region]) => region))
  const hidden = new Map(
    regions.map(([collection, region]) => [collection, new Set([...inAll, ...hiddenIn([region])])] as const),
  )
  const smallestOf = <Item>(items: readonly Item[], sizeOfItem: (item: Item) => number) =>
    items.toSorted((a, b) => sizeOfItem(a) - sizeOfItem(b))[0]
  let isClosed = false
  while (!isClosed) {
    isClosed = true
    for (const label of labels) {
      const collections = counted.filter((collection) => hidden.get(collection)?.has(label))
      const others = counted.filter((collection) => !collections.includes(collection))
      const other = collections.length === 1 ? smallestOf(others, (one) => sizeOfCell(label, one)) : undefined
      if (other === undefined) continue
      hidden.get(other)?.add(label)
      isClosed = false
    }
    for (const [collection, labelsOf] of hidden) {
      const others = labels.filter((label) => !labelsOf.has(label))
      const other = labelsOf.size === 1 ? smallestOf(others, (one) => sizeOfCell(one, collection)) : undefined
      if (other === undefined) continue
      labelsOf.add(other)
      isClosed = false
    }
  }
  return hidden
}

function sizeIn(guard: GuardContext['guard'], individuals: IndividualSet, collection: string): number {
  const region = guard.regions.get(collection)
  return region ? sizeOf(ofCollection(individuals, region)) : 0
}

interface Labels {
  readonly listed: readonly string[]
  /** The listed ones and others that occur. */
  readonly answers: readonly string[]
}

/** The labels of the answers that match; null for operators that do not compare codes. */
function matchingLabels(condition: Condition, { listed, answers }: Labels): ReadonlySet<string> | null {
  const { operator, values } = condition
  if (matchesMissing(condition)) return new Set([MISSING, NO_RECORD])
  const named = values.map(valueLabel)
  switch (operator) {
    case 'EQ':
    case 'ANYOF':
      return new Set(named)
    case 'NEQ':
      return new Set(answers.filter((label) => !named.includes(label)))
    case 'VALID':
      return new Set(listed)
    case 'EXISTS':
      return new Set([...answers, MISSING])
    default:
      return null
  }
}
