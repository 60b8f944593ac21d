import { hasSeveralCodes } from '#domain/data-types.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { Guard } from '#server/disclosure/guard/disclosure-control.ts'
import { type GuardContext, countedTo } from '#server/disclosure/guard/guard-context.ts'
import {
  type LabelledCell,
  answerLabel,
  customCells,
  customLabel,
  impossibleLabels,
  listedLabels,
  MISSING,
  NO_RECORD,
  shorterDraftKeys,
} from '#server/disclosure/guard/labels.ts'
import { publishedOf } from '#server/disclosure/guard/margins.ts'
import { type LabelOf, answersInCells, byAnswer, tabulate } from '#server/disclosure/guard/tabulate.ts'
import { type Table, collectionKey } from '#server/disclosure/ledger/count-table.ts'
import { partKey, catalogVariablesOf, familyKey, keyOf } from '#server/disclosure/ledger/definition-keys.ts'
import { ofCollection } from '#server/disclosure/ledger/individual-layout.ts'
import {
  EMPTY_SET,
  type IndividualSet,
  differenceOf,
  sizeOf,
  unionOf,
} from '#server/disclosure/ledger/participant-set.ts'
import { partsOfCohort } from '#server/disclosure/members/cohort-parts.ts'
import type { Bins } from '#server/engine/counts/bins.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import { type AnyVariable, type CustomVariableRule, isCustom, ruleComparesText } from '#server/model/variable.ts'
import { literal, sql } from '#server/platform/db/sql.ts'

/** Answers of unreadable members of a cohort that may be shown. */
export interface UnreadableCounts {
  /** By label (labels.ts): null if the count is suppressed; labels of unknown members are absent. */
  readonly counts: ReadonlyMap<string, number | null>
  /** Unreadable collections that are not counted: the cohort's number of them is suppressed. */
  readonly leftOut: readonly string[]
  readonly bins: Bins | null
}

/** Counts answers to a variable among the unreadable members of a cohort. */
export async function countAnswers(
  context: GuardContext,
  cohortId: number,
  variable: AnyVariable,
): Promise<UnreadableCounts> {
  if (isCustom(variable)) return countRule(context, cohortId, variable)
  const { bins, counts } = await context.margins(variable)
  if (cohortId === ROOT_COHORT_ID) {
    const { guard } = context
    return isTooFew(guard, guard.allUnreadable) ? noneCounted(guard) : { counts, bins, leftOut: [] }
  }
  const family = familyKey(context.keys.ofSaved(cohortId), variable)
  const listed = listedAnswers(variable, bins)
  const cellsOf = (labels: Iterable<string>) =>
    [...new Set([...labels, ...listed])].map((label) => ({ label, key: keyOf(family, label) }))
  const isPartition = !hasSeveralCodes(variable.dataType)
  const division = { variable, labelOf: answerLabel(variable, bins), cellsOf, isPartition }
  return { ...(await countCells(context, cohortId, division)), bins }
}

/** Counts the values of a custom variable, saved or not. */
export async function countRule(
  context: GuardContext,
  cohortId: number,
  rule: CustomVariableRule,
  cross?: CatalogVariable,
): Promise<UnreadableCounts> {
  // Definitions that compare texts are undecided for individuals with unreadable texts.
  if (ruleComparesText(rule)) return noneCounted(context.guard)
  const cells = customCells(rule)
  const label = customLabel(rule)
  const impossible = impossibleLabels(rule)
  if (!cross) {
    const counted = await countCells(context, cohortId, {
      variable: rule,
      labelOf: label,
      cellsOf: () => cells,
      isPartition: true,
    })
    return { ...counted, counts: withZeros(counted.counts, impossible), bins: null }
  }
  const answer = answerLabel(cross, null)
  const labelOf: LabelOf = (answers) => sql`(${label(answers)}) || ${literal(BESIDE)} || (${answer(answers)})`
  const beside = (first: string) => listedAnswers(cross, null).map((second) => `${first}${BESIDE}${second}`)
  const listed = cells.flatMap((cell) => beside(cell.label))
  const cellsOf = (labels: Iterable<string>) =>
    [...new Set([...labels, ...listed])].map((cellLabel) => {
      const [first, second] = cellLabel.split(BESIDE)
      return { label: cellLabel, key: keyOf(cells.find((cell) => cell.label === first)?.key, cross.name, second) }
    })
  const isPartition = !hasSeveralCodes(cross.dataType)
  const counted = await countCells(context, cohortId, { variable: rule, cross, labelOf, cellsOf, isPartition })
  return { ...counted, counts: withZeros(counted.counts, impossible.flatMap(beside)), bins: null }
}

/** Adds the cells that hold no individual whatever the answers, unless nothing is counted. */
function withZeros(counts: UnreadableCounts['counts'], labels: readonly string[]): UnreadableCounts['counts'] {
  return counts.size === 0 ? counts : new Map([...counts, ...labels.map((label) => [label, 0] as const)])
}

/** The cells of all answers, and of none. */
function listedAnswers(variable: CatalogVariable, bins: Bins | null): string[] {
  return [...listedLabels(variable, bins), MISSING, NO_RECORD]
}

/** Whether no division can be shown: one part is always suppressed. */
function isTooFew({ minimumCell }: Guard, individuals: IndividualSet): boolean {
  return sizeOf(individuals) < 2 * minimumCell
}

function noneCounted({ regions }: Guard): UnreadableCounts {
  return { counts: new Map(), leftOut: [...regions.keys()], bins: null }
}

/** Separates the labels of two variables that are counted together. */
export const BESIDE = '\u001f'

interface Division {
  readonly variable: AnyVariable | CustomVariableRule
  readonly cross?: CatalogVariable
  readonly labelOf: LabelOf
  readonly cellsOf: (labels: Iterable<string>) => LabelledCell[]
  readonly isPartition: boolean
}

async function countCells(
  context: GuardContext,
  cohortId: number,
  { variable, cross, labelOf, cellsOf, isPartition }: Division,
): Promise<Pick<UnreadableCounts, 'counts' | 'leftOut'>> {
  const { guard, user } = context
  const populationKey = context.keys.ofSaved(cohortId)
  const parts = await partsOfCohort(context, cohortId)
  const shown = [...parts].flatMap(([collection, part]) => (part ? [{ collection, ...part }] : []))
  const leftOut = [...parts].flatMap(([collection, part]) => (part ? [] : [collection]))
  const population = unionOf(shown.map(({ individuals }) => individuals))
  if (isTooFew(guard, population)) return noneCounted(guard)
  const regions = shown.flatMap(({ collection }) => guard.regions.get(collection) ?? [])
  const counted = (set: IndividualSet) => unionOf(regions.map((region) => ofCollection(set, region)))
  const divided = await tabulate(context, { cohortId, reader: user }, labelOf)
  const isRoot = cohortId === ROOT_COHORT_ID
  const overall = isRoot ? null : await tabulate(context, { cohortId: ROOT_COHORT_ID, reader: user }, labelOf)
  const variables = [...catalogVariablesOf(variable), ...(cross ? [cross] : [])]
  const answers = await answersInCells(context, { cohortId, reader: user }, labelOf, variables)
  const isCounted = new Set(shown.map(({ collection }) => collection))
  const among = keyOf(shown.map(({ collection }) => collection))
  const sizeOfLabel = (label: string) => sizeOf(counted(divided.get(label) ?? EMPTY_SET))
  const requested = cellsOf(divided.keys())
  // The largest answers are shown first, as over All Individuals; a draft's values in their order.
  const cells =
    variable.variableType === 'variable' && !cross
      ? requested.toSorted((a, b) => sizeOfLabel(b.label) - sizeOfLabel(a.label) || (a.label < b.label ? -1 : 1))
      : requested
  const table: Table = {
    population,
    known: [
      ...shown.flatMap(({ collection }) => [collectionKey(collection), partKey(populationKey, collection)]),
      ...(variable.variableType === 'variable' ? [] : shorterDraftKeys(variable)).map((key) =>
        keyOf(populationKey, key, among),
      ),
    ],
    family: cross ? null : familyKey(populationKey, variable),
    countedTo: countedTo(context, [cohortId]),
    isPartition,
    cells: cells.map(({ label, key }) => {
      const individuals = counted(divided.get(label) ?? EMPTY_SET)
      return {
        key: keyOf(populationKey, key, among),
        individuals,
        isValue: !cross && label !== MISSING && label !== NO_RECORD,
        ...(overall && { outside: sizeOf(differenceOf(counted(overall.get(label) ?? EMPTY_SET), population)) }),
        ...(answers.length > 0 && {
          answers: answers.map((counts) =>
            byAnswer((counts.get(label) ?? []).filter(({ collection }) => isCounted.has(collection))),
          ),
        }),
      }
    }),
  }
  const [decided = []] = await guard.decide([table], await publishedOf(context, variables), context.changing)
  return {
    counts: new Map(cells.map(({ label }, place) => [label, decided[place] ?? null])),
    leftOut,
  }
}
