import { BY_RULES, type SetOperation, isSetOperation } from '#domain/cohorts/cohorts.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import { isOperator } from '#domain/conditions/operators.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { type GuardContext, countedTo } from '#server/disclosure/guard/guard-context.ts'
import { outcomeLabel } from '#server/disclosure/guard/labels.ts'
import { publishedOf } from '#server/disclosure/guard/margins.ts'
import { type AnswersByCell, answersInCells, byAnswer, tabulate } from '#server/disclosure/guard/tabulate.ts'
import {
  type CohortParts,
  type OutcomeParts,
  type ShownPart,
  partOf,
  partOfPair,
  tablesOfPair,
} from '#server/disclosure/ledger/compound-tables.ts'
import { type Table, collectionKey } from '#server/disclosure/ledger/count-table.ts'
import { partKey, catalogVariablesOf, familyKey, keyOf } from '#server/disclosure/ledger/definition-keys.ts'
import { type CollectionRegion, ofCollection } from '#server/disclosure/ledger/individual-layout.ts'
import {
  EMPTY_SET,
  type IndividualSet,
  differenceOf,
  sizeOf,
  unionOf,
} from '#server/disclosure/ledger/participant-set.ts'
import { collectionsWithHiddenAnswers } from '#server/disclosure/members/answer-sums.ts'
import { pedigreeParts } from '#server/disclosure/members/family-parts.ts'
import type { SavedCohort } from '#server/model/cohort.ts'
import type { AnyVariable } from '#server/model/variable.ts'
import { literal } from '#server/platform/db/sql.ts'

/** A condition. Null in a saved cohort whose variable was removed. */
export interface Test {
  readonly variable: AnyVariable
  readonly condition: Condition
}

const MEMBER = 'member'

/** All unreadable members of a cohort, suppressed or not. For decisions only, never for a response. */
export async function membersOfCohort(context: GuardContext, cohortId: number): Promise<IndividualSet> {
  if (cohortId === ROOT_COHORT_ID) return context.guard.allUnreadable
  const sets = await tabulate(context, { cohortId, reader: context.user }, () => literal(MEMBER))
  return sets.get(MEMBER) ?? EMPTY_SET
}

/** Decides which counts of a cohort are shown, by the cohort's definition. Cached: members never change. */
export function partsOfCohort(context: GuardContext, cohortId: number): Promise<CohortParts> {
  const { guard, changing } = context
  return changing ? decideCohort(context, cohortId) : guard.cohortParts(cohortId, () => decideCohort(context, cohortId))
}

async function decideCohort(context: GuardContext, cohortId: number): Promise<CohortParts> {
  const { guard, saved } = context
  if (cohortId === ROOT_COHORT_ID) {
    // The sizes of collections are public.
    return mapRegions(context, ({ individuals, size }) =>
      size >= guard.minimumCell ? { individuals, count: size } : null,
    )
  }
  const cohort = saved.find((row) => row.cohortid === cohortId)
  // The counts of rules have no ledger of their own: all of them are suppressed.
  if (!cohort || cohort.constraint_type === BY_RULES) return mapRegions(context, () => null)
  const members = await membersOfCohort(context, cohortId)
  const key = context.keys.ofSaved(cohortId)
  const last = countedTo(context, [cohortId])
  if (cohort.constraint_type === 'PEDIGREE') {
    return pedigreeParts(context, { key, members, countedTo: last })
  }
  if (isSetOperation(cohort.constraint_type) && cohort.secondparent_id !== null) {
    return compoundParts(context, {
      operation: cohort.constraint_type,
      cohortIds: [cohort.parent_id, cohort.secondparent_id],
      key,
    })
  }
  const parts = await subsetParts(context, {
    parentId: cohort.parent_id,
    test: testOf(context, cohort),
    outcomes: async (parent) =>
      new Map([
        ['match', members],
        ['rest', differenceOf(parent, members)],
      ]),
    key,
    countedTo: last,
  })
  return new Map([...parts].map(([collection, cells]) => [collection, cells?.get('match') ?? null]))
}

function testOf({ variables }: GuardContext, cohort: SavedCohort): Test | null {
  const variable = cohort.variable_name === null ? undefined : variables.find(cohort.variable_name)
  const operator = cohort.constraint_type
  return variable && isOperator(operator)
    ? { variable, condition: { operator, values: cohort.constraint_values } }
    : null
}

/** A table of subset outcomes over the members of the parent. */
export interface SubsetTable {
  readonly parentId: number
  readonly test: Test | null
  /** Unreadable members of the parent by outcome, `match` first. */
  readonly outcomes: (parent: IndividualSet) => Promise<ReadonlyMap<string, IndividualSet>>
  readonly key: string
  /** As `Table.countedTo`. */
  readonly countedTo: number | undefined
}

/** Decides the outcomes of a subset. */
export async function subsetParts(
  context: GuardContext,
  { parentId, test, outcomes, key, countedTo: last }: SubsetTable,
): Promise<OutcomeParts> {
  const { guard, keys, user } = context
  const parentParts = await partsOfCohort(context, parentId)
  const parentKey = keys.ofSaved(parentId)
  const parent = unionOf([...parentParts.values()].map((part) => part?.individuals ?? EMPTY_SET))
  const divided = await outcomes(parent)
  const labels = [...divided.keys()]
  const label = test && outcomeLabel(test)
  const root = { cohortId: ROOT_COHORT_ID, reader: user }
  const overall = label && parentId !== ROOT_COHORT_ID ? await tabulate(context, root, label) : null
  const variables = test ? catalogVariablesOf(test.variable) : []
  const answers = label ? await answersInCells(context, { cohortId: parentId, reader: user }, label, variables) : []
  const family = test && familyKey(parentKey, test.variable)
  const regions = [...guard.regions].filter(([collection]) => parentParts.get(collection) != null)
  const counted = regions.map(([collection]) => collection)
  const hidden = test ? await collectionsWithHiddenAnswers(context, { parentId, ...test, counted }) : null
  const shown = regions.filter(([collection]) => !hidden?.has(collection))
  const tables = shown.map(([collection, region]): Table => ({
    population: ofCollection(parent, region),
    known: [collectionKey(collection), partKey(parentKey, collection), ...shown.map(([other]) => partKey(key, other))],
    family,
    countedTo: last,
    isPartition: true,
    cells: labels.map((outcome) => {
      const individuals = ofCollection(divided.get(outcome) ?? EMPTY_SET, region)
      return {
        key: outcome === 'match' ? partKey(key, collection) : keyOf(key, outcome, collection),
        individuals,
        ...(overall && { outside: outsideOf(overall, outcome, region, parent) }),
        ...(answers.length > 0 && { answers: answers.map((counts) => answersOf(counts, outcome, collection)) }),
      }
    }),
  }))
  const decided = await guard.decide(tables, await publishedOf(context, variables), context.changing)
  const result = new Map<string, ReadonlyMap<string, ShownPart | null> | null>()
  for (const collection of guard.regions.keys()) result.set(collection, null)
  for (const [place, [collection]] of shown.entries()) {
    const cells = tables[place]?.cells ?? []
    result.set(
      collection,
      new Map(labels.map((outcome, index) => [outcome, partOf(cells[index]?.individuals, decided[place]?.[index])])),
    )
  }
  return result
}

/** The outcome `rest` is every outcome but a match. */
function outsideOf(
  overall: ReadonlyMap<string, IndividualSet>,
  outcome: string,
  region: CollectionRegion,
  parent: IndividualSet,
): number {
  const match = overall.get('match') ?? EMPTY_SET
  const meeting = outcome === 'rest' ? differenceOf(region.individuals, match) : (overall.get(outcome) ?? EMPTY_SET)
  return sizeOf(differenceOf(ofCollection(meeting, region), parent))
}

function answersOf(counts: AnswersByCell, outcome: string, collection: string): ReadonlyMap<string, number> {
  const labels = outcome === 'rest' ? [...counts.keys()].filter((label) => label !== 'match') : [outcome]
  return byAnswer(labels.flatMap((label) => counts.get(label) ?? []).filter((cell) => cell.collection === collection))
}

/** Decides the four atoms of two cohorts: both, each alone, neither. */
export async function compoundParts(
  context: GuardContext,
  { operation, cohortIds, key }: { operation: SetOperation; cohortIds: readonly [number, number]; key: string },
): Promise<CohortParts> {
  const { guard, keys, saved } = context
  const [first, second] = cohortIds
  const [one, two] = [await partsOfCohort(context, first), await partsOfCohort(context, second)]
  const cohortKeys = [keys.ofSaved(first), keys.ofSaved(second)] as const
  const isRelated = first === second || isAncestor(saved, first, second) || isAncestor(saved, second, first)
  const last = countedTo(context, cohortIds)
  const pairs = [...guard.regions].flatMap(([collection, region]) => {
    const [a, b] = [one.get(collection), two.get(collection)]
    if (!a || !b) return []
    const pair = { operation, collection, region, parts: [a, b] as const, cohortKeys, key, isRelated }
    return { collection, tables: tablesOfPair(pair, last) }
  })
  const decided = await guard.decide(
    pairs.flatMap(({ tables }) => tables),
    [],
    context.changing,
  )
  const parts = new Map<string, ShownPart | null>([...guard.regions.keys()].map((collection) => [collection, null]))
  for (const [place, { collection, tables }] of pairs.entries()) {
    parts.set(collection, partOfPair(tables, decided.slice(2 * place, 2 * place + 2)))
  }
  return parts
}

/** Whether a cohort contains another by its lineage. */
function isAncestor(saved: readonly SavedCohort[], ancestor: number, cohortId: number): boolean {
  if (ancestor === ROOT_COHORT_ID) return true
  const cohort = saved.find((row) => row.cohortid === cohortId)
  if (!cohort || isSetOperation(cohort.constraint_type) || cohort.constraint_type === 'PEDIGREE') return false
  return cohort.parent_id === ancestor || isAncestor(saved, ancestor, cohort.parent_id)
}

function mapRegions({ guard }: GuardContext, shown: (region: CollectionRegion) => ShownPart | null): CohortParts {
  return new Map([...guard.regions].map(([collection, region]) => [collection, shown(region)]))
}
