import { BY_RULES, isSetOperation, type SetOperation } from '#domain/cohorts/cohorts.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { isOperator } from '#domain/conditions/operators.ts'
import type { AnyVariable } from '#server/model/variable.ts'
import { countedTo } from '#server/disclosure/history/counted-to.ts'
import { at, catalogVariablesOf, familyKey, keyOf } from '#server/disclosure/definition-keys.ts'
import { namesOf } from '#server/disclosure/cohort-variables.ts'
import type { Published } from '#server/disclosure/disclosure-control.ts'
import type { GuardContext } from '#server/disclosure/guard-context.ts'
import { outcomeLabel } from '#server/disclosure/labels.ts'
import type { Table } from '#server/disclosure/ledger/count-table.ts'
import { collectionKey } from '#server/disclosure/ledger/ledger.ts'
import { pedigreeParts } from '#server/disclosure/family-parts.ts'
import { ofCollection, type CollectionRegion } from '#server/disclosure/bit-layout.ts'
import {
  differenceOf,
  intersectionOf,
  sizeOf,
  unionOf,
  EMPTY_SET,
  type IndividualSet,
} from '#server/disclosure/participant-set.ts'
import { answersInCells, byAnswer, tabulate, type AnswersByCell } from '#server/disclosure/tabulate.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import type { SavedCohort } from '#server/model/cohort.ts'
import { literal } from '#server/platform/db/sql.ts'

/** Unreadable members of a cohort by collection; null where their count is suppressed. */
export type CohortParts = ReadonlyMap<string, IndividualSet | null>

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
    return mapRegions(context, ({ individuals, size }) => (size >= guard.minimumCell ? individuals : null))
  }
  const cohort = saved.find((own) => own.cohortid === cohortId)
  // The counts of rules have no ledger of their own: all of them are suppressed.
  if (!cohort || cohort.constraint_type === BY_RULES) return mapRegions(context, () => null)
  const members = await membersOfCohort(context, cohortId)
  const key = context.keys.ofSaved(cohortId)
  const variables = context.cohortVariables.ofSaved(cohortId)
  const last = countedTo(context, [cohortId])
  if (cohort.constraint_type === 'PEDIGREE') return pedigreeParts(context, { key, variables, members, countedTo: last })
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
  /** As of a table. */
  readonly countedTo: number | undefined
}

/** Outcomes shown for each collection; null where the parent is suppressed. */
export async function subsetParts(
  context: GuardContext,
  { parentId, test, outcomes, key, countedTo: last }: SubsetTable,
): Promise<ReadonlyMap<string, ReadonlyMap<string, IndividualSet | null> | null>> {
  const { guard, keys, user } = context
  const parentParts = await partsOfCohort(context, parentId)
  const parentKey = keys.ofSaved(parentId)
  const parent = unionOf([...parentParts.values()].map((individuals) => individuals ?? EMPTY_SET))
  const divided = await outcomes(parent)
  const labels = [...divided.keys()]
  const label = test && outcomeLabel(test)
  const root = { cohortId: ROOT_COHORT_ID, reader: user }
  const overall = label && parentId !== ROOT_COHORT_ID ? await tabulate(context, root, label) : null
  const variables = test ? catalogVariablesOf(test.variable) : []
  const answers = label ? await answersInCells(context, { cohortId: parentId, reader: user }, label, variables) : []
  const family = test && familyKey(parentKey, test.variable)
  const shown = [...guard.regions].filter(([collection]) => parentParts.get(collection) != null)
  const tables = shown.map(([collection, region]): Table => ({
    population: ofCollection(parent, region),
    known: [collectionKey(collection), at(parentKey, collection), ...shown.map(([other]) => at(key, other))],
    variables: [...context.cohortVariables.ofSaved(parentId), ...namesOf(variables)],
    family,
    countedTo: last,
    cells: labels.map((outcome) => {
      const individuals = ofCollection(divided.get(outcome) ?? EMPTY_SET, region)
      return {
        key: outcome === 'match' ? at(key, collection) : keyOf(key, outcome, collection),
        individuals,
        ...(overall && { outside: outsideOf(overall, outcome, region, parent) }),
        ...(answers.length > 0 && { answers: answers.map((counts) => answersOf(counts, outcome, collection)) }),
      }
    }),
  }))
  const decided = await guard.decide(tables, await publishedOf(context, variables), context.changing)
  const result = new Map<string, ReadonlyMap<string, IndividualSet | null> | null>()
  for (const collection of guard.regions.keys()) result.set(collection, null)
  for (const [place, [collection]] of shown.entries()) {
    const cells = tables[place]?.cells ?? []
    result.set(
      collection,
      new Map(labels.map((outcome, at) => [outcome, decided[place]?.[at] ? (cells[at]?.individuals ?? null) : null])),
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
  return byAnswer(labels.flatMap((label) => counts.get(label) ?? []).filter((own) => own.collection === collection))
}

/** Published margins of the table's variables. */
export async function publishedOf(
  { margins }: GuardContext,
  variables: ReturnType<typeof catalogVariablesOf>,
): Promise<Published[]> {
  const published: Published[] = []
  for (const variable of variables) published.push(...(await margins(variable)).published)
  return published
}

/** Decides the four atoms of two cohorts: both, each alone, neither. */
export async function compoundParts(
  context: GuardContext,
  { operation, cohortIds, key }: { operation: SetOperation; cohortIds: readonly [number, number]; key: string },
): Promise<CohortParts> {
  const { guard, keys, saved } = context
  const [first, second] = cohortIds
  const [one, two] = [await partsOfCohort(context, first), await partsOfCohort(context, second)]
  const [keyOne, keyTwo] = [keys.ofSaved(first), keys.ofSaved(second)]
  const pair = keyOf('pair', [keyOne, keyTwo].toSorted())
  const last = countedTo(context, cohortIds)
  const variables = [...new Set(cohortIds.flatMap(context.cohortVariables.ofSaved))]
  const isRelated = first === second || isAncestor(saved, first, second) || isAncestor(saved, second, first)
  const shown = [...guard.regions].filter(([collection]) => one.get(collection) != null && two.get(collection) != null)
  const results: IndividualSet[] = []
  const tables = shown.flatMap(([collection, { individuals: whole }]): Table[] => {
    const [a, b] = [one.get(collection) ?? EMPTY_SET, two.get(collection) ?? EMPTY_SET]
    const both = intersectionOf(a, b)
    const neither = differenceOf(whole, unionOf([a, b]))
    const [onlyOne, onlyTwo] = [differenceOf(a, b), differenceOf(b, a)]
    const cell = (name: string, individuals: IndividualSet, membership: readonly string[]) => ({
      key: keyOf(pair, name, collection),
      individuals,
      ...(!isRelated && { answers: membership.map((answer) => new Map([[answer, sizeOf(individuals)]])) }),
    })
    const result = { UNION: unionOf([a, b]), INTERSECT: both, SUBTRACT: onlyOne }[operation]
    results.push(result)
    const known = [collectionKey(collection), at(keyOne, collection), at(keyTwo, collection)]
    const [nameOne, nameTwo] = [keyOf('only', keyOne), keyOf('only', keyTwo)]
    const atoms = [
      cell('both', both, ['in', 'in']),
      cell(nameOne, onlyOne, ['in', 'out']),
      cell(nameTwo, onlyTwo, ['out', 'in']),
      cell('neither', neither, ['out', 'out']),
    ]
    return [
      { population: whole, known, variables, family: null, cells: atoms, countedTo: last },
      {
        population: whole,
        known: [...known, ...atoms.map((atom) => atom.key)],
        variables,
        family: null,
        countedTo: last,
        cells: [{ key: at(key, collection), individuals: result }],
      },
    ]
  })
  const decided = await guard.decide(tables, [], context.changing)
  const parts = new Map<string, IndividualSet | null>([...guard.regions.keys()].map((collection) => [collection, null]))
  for (const [place, [collection]] of shown.entries()) {
    const [atoms, result] = [decided[2 * place], decided[2 * place + 1]]
    const cells = tables[2 * place]?.cells ?? []
    const areShown = cells.every(({ individuals }, at) => sizeOf(individuals) === 0 || atoms?.[at] === true)
    if (areShown && result?.[0]) parts.set(collection, results[place] ?? null)
  }
  return parts
}

/** Whether a cohort contains another by its lineage. */
function isAncestor(saved: readonly SavedCohort[], ancestor: number, cohortId: number): boolean {
  if (ancestor === ROOT_COHORT_ID) return true
  const cohort = saved.find((own) => own.cohortid === cohortId)
  if (!cohort || isSetOperation(cohort.constraint_type) || cohort.constraint_type === 'PEDIGREE') return false
  return cohort.parent_id === ancestor || isAncestor(saved, ancestor, cohort.parent_id)
}

function mapRegions({ guard }: GuardContext, partOf: (region: CollectionRegion) => IndividualSet | null): CohortParts {
  return new Map([...guard.regions].map(([collection, region]) => [collection, partOf(region)]))
}
