import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { ruleComparesText } from '#server/model/compares-text.ts'
import { isCustom, type AnyVariable, type CustomVariableRule } from '#server/model/variable.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import { at, catalogVariablesOf, familyKey, keyOf } from '#server/disclosure/definition-keys.ts'
import { partsOfCohort, publishedOf } from '#server/disclosure/cohort-parts.ts'
import type { Guard } from '#server/disclosure/disclosure-control.ts'
import type { GuardContext } from '#server/disclosure/guard-context.ts'
import {
  answerLabel,
  customCells,
  customLabel,
  shorterDraftKeys,
  type LabelledCell,
} from '#server/disclosure/labels.ts'
import { collectionKey, type Table } from '#server/disclosure/ledger.ts'
import { ofCollection } from '#server/disclosure/people-layout.ts'
import { differenceOf, EMPTY_SET, sizeOf, unionOf, type PeopleSet } from '#server/disclosure/people-set.ts'
import { sharedAnswers, tabulate, type LabelOf } from '#server/disclosure/tabulate.ts'
import type { Bins } from '#server/engine/counts/bins.ts'
import { literal, sql } from '#server/platform/db/sql.ts'

/** What unreadable members of a cohort answered, as far as it may be shown. */
export interface UnreadableCounts {
  /** By label (labels.ts): null where the count is suppressed; labels of which nobody is known are absent. */
  readonly counts: ReadonlyMap<string, number | null>
  /** The unreadable collections whose people are not counted: the cohort's number of them is suppressed. */
  readonly leftOut: readonly string[]
  readonly bins: Bins | null
}

/** Counts the answers to a variable among the unreadable members of a cohort. */
export async function countAnswers(
  context: GuardContext,
  cohortId: number,
  variable: AnyVariable,
): Promise<UnreadableCounts> {
  if (isCustom(variable)) return countRule(context, cohortId, variable)
  const { bins, counts } = await context.margins(variable)
  if (cohortId === ROOT_COHORT_ID) {
    const { guard } = context
    return isTooFew(guard, guard.everybody) ? nobodyCounted(guard) : { counts, bins, leftOut: [] }
  }
  const family = familyKey(context.keys.ofSaved(cohortId), variable)
  const cellsOf = (labels: Iterable<string>) => [...labels].map((label) => ({ label, key: keyOf(family, label) }))
  return { ...(await countCells(context, cohortId, { variable, labelOf: answerLabel(variable, bins), cellsOf })), bins }
}

/** Counts what a custom variable, saved or not, makes of them. */
export async function countRule(
  context: GuardContext,
  cohortId: number,
  rule: CustomVariableRule,
  cross?: CatalogVariable,
): Promise<UnreadableCounts> {
  // Definitions that compare texts are undecided for people whose texts the user may not read.
  if (ruleComparesText(rule)) return nobodyCounted(context.guard)
  const cells = customCells(rule)
  const label = customLabel(rule)
  if (!cross) {
    const counted = await countCells(context, cohortId, { variable: rule, labelOf: label, cellsOf: () => cells })
    return { ...counted, bins: null }
  }
  const answer = answerLabel(cross, null)
  const labelOf: LabelOf = (answers) => sql`(${label(answers)}) || ${literal(BESIDE)} || (${answer(answers)})`
  const cellsOf = (labels: Iterable<string>) =>
    [...labels].map((own) => {
      const [first, second] = own.split(BESIDE)
      return { label: own, key: keyOf(cells.find((cell) => cell.label === first)?.key, cross.name, second) }
    })
  return { ...(await countCells(context, cohortId, { variable: rule, cross, labelOf, cellsOf })), bins: null }
}

/** Whether no division of some people can be shown: one part or the other is always suppressed. */
function isTooFew({ minimumCell }: Guard, people: PeopleSet): boolean {
  return sizeOf(people) < 2 * minimumCell
}

function nobodyCounted({ regions }: Guard): UnreadableCounts {
  return { counts: new Map(), leftOut: [...regions.keys()], bins: null }
}

/** Between the labels of two variables that are counted together. */
export const BESIDE = '\u001f'

interface Division {
  readonly variable: AnyVariable | CustomVariableRule
  readonly cross?: CatalogVariable
  readonly labelOf: LabelOf
  readonly cellsOf: (labels: Iterable<string>) => LabelledCell[]
}

async function countCells(
  context: GuardContext,
  cohortId: number,
  { variable, cross, labelOf, cellsOf }: Division,
): Promise<Pick<UnreadableCounts, 'counts' | 'leftOut'>> {
  const { guard, user } = context
  const populationKey = context.keys.ofSaved(cohortId)
  const parts = await partsOfCohort(context, cohortId)
  const shown = [...parts].flatMap(([collection, people]) => (people ? [{ collection, people }] : []))
  const leftOut = [...parts].flatMap(([collection, people]) => (people ? [] : [collection]))
  const population = unionOf(shown.map(({ people }) => people))
  if (isTooFew(guard, population)) return nobodyCounted(guard)
  const regions = shown.flatMap(({ collection }) => guard.regions.get(collection) ?? [])
  const counted = (set: PeopleSet) => unionOf(regions.map((region) => ofCollection(set, region)))
  const divided = await tabulate(context, { cohortId, reader: user }, labelOf)
  const isEverybody = cohortId === ROOT_COHORT_ID
  const overall = isEverybody ? null : await tabulate(context, { cohortId: ROOT_COHORT_ID, reader: user }, labelOf)
  const variables = [...catalogVariablesOf(variable), ...(cross ? [cross] : [])]
  const sharing = await sharedAnswers(context, { cohortId, reader: user }, labelOf, variables)
  const among = keyOf(shown.map(({ collection }) => collection))
  const cells = cellsOf(divided.keys())
  const table: Table = {
    population,
    known: [
      ...shown.flatMap(({ collection }) => [collectionKey(collection), at(populationKey, collection)]),
      ...(variable.variableType === 'variable' ? [] : shorterDraftKeys(variable)).map((key) =>
        keyOf(populationKey, key, among),
      ),
    ],
    family: cross ? null : familyKey(populationKey, variable),
    cells: cells.map(({ label, key }) => {
      const people = counted(divided.get(label) ?? EMPTY_SET)
      return {
        key: keyOf(populationKey, key, among),
        people,
        ...(overall && { outside: sizeOf(differenceOf(counted(overall.get(label) ?? EMPTY_SET), population)) }),
        ...(sharing.length > 0 && {
          sharing: sharing.map((counts) =>
            shown.reduce((sum, { collection }) => sum + (counts.get(label)?.get(collection) ?? 0), 0),
          ),
        }),
      }
    }),
  }
  const [isShown = []] = await guard.decide([table], await publishedOf(context, variables), context.changing)
  return {
    counts: new Map(
      cells.map(({ label }, place) => [label, isShown[place] ? sizeOf(table.cells[place]?.people ?? EMPTY_SET) : null]),
    ),
    leftOut,
  }
}
