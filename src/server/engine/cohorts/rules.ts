import type { RuleDefinition } from '#contract/rules.ts'
import type { CountRow, Split } from '#contract/shapes/shapes.ts'
import { mayRead, type Reader } from '#domain/access.ts'
import { ruleList, successiveRules, type Rule, type RuleGroup } from '#domain/cohorts/rules.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import {
  intersect,
  outcomeSizes,
  sizeOf,
  sizeOfBoth,
  type Bitmap,
  type OutcomeSizes,
  borrowBitmaps,
} from '#server/engine/bitmaps/bitmap.ts'
import { numbersOf } from '#server/engine/bitmaps/membership.ts'
import type { EvaluatedRules, EvaluateRules } from '#server/engine/bitmaps/rule-engine.ts'
import type { RuleOutcome } from '#server/engine/bitmaps/rule-outcomes.ts'
import { stratumRows, addOutcome, sumOfCounts, type OutcomeCounts } from '#server/engine/cohorts/cohort-summary.ts'
import { conditionComparesText, type AnyVariable } from '#server/model/variable.ts'
import { createPairMemo } from '#server/platform/cache/pair-memo.ts'
import type { Connection, RowSource } from '#server/platform/db/database.ts'
import { createPause } from '#server/platform/scheduling/yield.ts'

/** The members of a parent cohort who match a tree of rules. */
export interface RulesPlan {
  readonly parentId: number
  readonly reader: Reader
  readonly rules: RuleGroup<AnyVariable>
  /** The rules as they are saved. */
  readonly definition: RuleDefinition
  /** The members of cohorts that are not committed yet. */
  readonly newMembers?: ReadonlyMap<number, readonly number[]>
}

/** The outcomes of one rule over the members of the parent. */
export interface CountedRule {
  readonly path: number[]
  readonly split: Split
}

export interface RulesCounts {
  /** The members by stratum. */
  readonly data: CountRow[]
  readonly split: Split
  /** Each rule that takes part, the top first. */
  readonly rules: CountedRule[]
  /** Each of the successive rules, over the members who match all of those before it. */
  readonly steps: CountedRule[]
  /** Members that match only because of what unknown outcomes count as. */
  readonly assumed: number
  /** Members who are relatives without data. */
  readonly placeholders: number
  /** Compared with the members of a saved cohort. */
  readonly changes: { readonly entered: number; readonly left: number; readonly stayed: number } | null
}

export interface RulesToCount {
  /** A saved cohort to compare with. */
  readonly savedId: number | null
  /** Whether rules are counted over members that the reader may see, and no others. */
  readonly readableOnly: boolean
}

/** The counts of a preview. */
export async function previewRules(
  connection: Connection,
  evaluate: EvaluateRules,
  plan: RulesPlan,
  counts: RulesToCount,
): Promise<RulesCounts> {
  const { parentId } = plan
  const { savedId } = counts
  const { make, giveBack } = borrowBitmaps()
  const cohortIds = savedId === null ? [parentId] : [parentId, savedId]
  try {
    const evaluated = await evaluate(connection, { ...plan, cohortIds, make })
    return await countRules(evaluated, plan, counts, createPause(connection.scope.signal ?? undefined))
  } finally {
    giveBack()
  }
}

async function countRules(
  evaluated: EvaluatedRules,
  { parentId, rules, reader }: RulesPlan,
  { savedId, readableOnly }: RulesToCount,
  pause: () => Promise<void>,
): Promise<RulesCounts> {
  const [top] = evaluated.outcomes
  const parent = evaluated.membersOf(parentId)
  const members = parentId === ROOT_COHORT_ID ? top.yes : intersect(parent, top.yes)
  const counted = readableOnly ? intersect(parent, evaluated.readable) : parent
  const byPath = new Map(ruleList<AnyVariable>(rules).map(({ path, rule }) => [path.join('.'), rule]))
  const ofRules: CountedRule[] = []
  for (const outcome of evaluated.outcomes) {
    const rule = byPath.get(outcome.path.join('.')) ?? rules
    ofRules.push({ path: [...outcome.path], split: splitOf(outcome, counted, rule, reader, evaluated) })
    await pause()
  }
  return {
    data: stratumRows(members, evaluated.individuals),
    split: splitOf(top, parent, rules, reader, evaluated),
    rules: ofRules,
    steps: await stepsOf(rules, counted, reader, evaluated, pause),
    assumed: top.pure.yes === top.yes ? 0 : sizeOf(members) - sizeOfBoth(members, top.pure.yes),
    placeholders: sizeOfBoth(members, evaluated.individuals.placeholders),
    changes: savedId === null ? null : changesOf(members, evaluated.membersOf(savedId)),
  }
}

async function stepsOf(
  top: RuleGroup<AnyVariable>,
  counted: Bitmap,
  reader: Reader,
  evaluated: EvaluatedRules,
  pause: () => Promise<void>,
): Promise<CountedRule[]> {
  const byPath = new Map(evaluated.outcomes.map((outcome) => [outcome.path.join('.'), outcome]))
  const steps = successiveRules(top).flatMap(({ path, rule }) => {
    const outcome = byPath.get(path.join('.'))
    return outcome ? [{ path, rule, outcome }] : []
  })
  let before = counted
  const counts: CountedRule[] = []
  for (const { path, rule, outcome } of steps) {
    counts.push({ path: [...path], split: splitOf(outcome, before, rule, reader, evaluated) })
    before = intersect(before, outcome.yes)
    await pause()
  }
  return counts
}

function changesOf(members: Bitmap, saved: Bitmap): RulesCounts['changes'] {
  const stayed = sizeOfBoth(members, saved)
  return { entered: sizeOf(members) - stayed, left: sizeOf(saved) - stayed, stayed }
}

/** The outcomes over some individuals. Unknown outcomes that an unreadable text may decide are not counted. */
function splitOf(
  outcome: RuleOutcome,
  counted: Bitmap,
  rule: Rule<AnyVariable>,
  reader: Reader,
  { individuals: { byCollection } }: EvaluatedRules,
): Split {
  if (reader.isAdmin || !readsText(rule)) return keptSizes(outcome, counted)
  const splits = new Map<string, OutcomeCounts>()
  for (const [collection, individuals] of byCollection) {
    const sizes = outcomeSizes(intersect(counted, individuals), outcome)
    for (const name of ['match', 'no_match', 'unknown', 'no_record'] as const) {
      addOutcome(splits, collection, name, sizes[name], !mayRead(reader, collection))
    }
  }
  return sumOfCounts(splits)
}

const sizesMemo = createPairMemo<OutcomeSizes>()

/** Conditions have the same outcomes from one preview of a definition to the next. */
function keptSizes(outcome: RuleOutcome, counted: Bitmap): OutcomeSizes {
  const { pure, yes, no } = outcome
  const isPure = pure.yes === yes && pure.no === no
  return sizesMemo(counted, isPure ? pure : outcome, () => outcomeSizes(counted, outcome))
}

/** The numbers of the members, ascending. */
export async function membersOfRules(
  connection: Connection,
  evaluate: EvaluateRules,
  plan: RulesPlan,
): Promise<Int32Array> {
  const evaluated = await evaluate(connection, { ...plan, cohortIds: [plan.parentId] })
  const members = intersect(evaluated.membersOf(plan.parentId), evaluated.outcomes[0].yes)
  return numbersOf(members, evaluated.individuals, createPause(connection.scope.signal ?? undefined))
}

/** Stores the members of a cohort and returns how many they are. */
export async function insertNumbers(connection: Connection, cohortId: number, numbers: Int32Array): Promise<number> {
  const rows: RowSource = {
    types: ['INTEGER', 'INTEGER'],
    rowCount: numbers.length,
    values: (column, from, to) =>
      column === 0 ? Array.from({ length: to - from }, () => cohortId) : [...numbers.subarray(from, to)],
  }
  await connection.append('cohort_member', rows, createPause(connection.scope.signal ?? undefined))
  return numbers.length
}

/** Whether a rule that takes part compares a text; no rule of a group that is switched off takes part. */
function readsText(rule: Rule<AnyVariable>): boolean {
  if (rule.isOff) return false
  if (rule.kind === 'group') return rule.rules.some(readsText)
  return rule.kind === 'condition' && conditionComparesText(rule.variable, rule.condition)
}
