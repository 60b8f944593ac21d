import { isActive, readsForms, type Rule, type RuleGroup, type UnknownChoice } from '#domain/cohorts/rules.ts'
import {
  inAll,
  inAny,
  inAtLeast,
  intersect,
  unite,
  without,
  type Bitmap,
  type NewBitmap,
} from '#server/engine/bitmaps/bitmap.ts'
import { countRelatives, type Related } from '#server/engine/bitmaps/relatives.ts'

/** An outcome in three values: an individual in neither set is unknown. */
export interface Outcome {
  readonly yes: Bitmap
  readonly no: Bitmap
}

/** The outcome of a condition or a membership, and the individuals with a record of a form that it reads. */
export interface LeafOutcome extends Outcome {
  readonly hasRecord: Bitmap
}

/** The outcomes of one rule that takes part. */
export interface RuleOutcome extends LeafOutcome {
  readonly path: readonly number[]
  /** The outcome with unknown outcomes left unknown in the rule and in all rules below it. */
  readonly pure: Outcome
}

export type Leaf<Variable> = Exclude<Rule<Variable>, RuleGroup<Variable>>

interface RulesContext {
  readonly individuals: Related
  readonly seenRelatives: Bitmap | null
  readonly make: NewBitmap | undefined
  readonly pause: () => Promise<void>
}

/**
 * The outcomes of all rules that take part, each before those below it, in Kleene's logic. Relatives outside
 * `seenRelatives` have unknown outcomes. `make` makes the bitmaps of groups.
 */
export async function ruleOutcomes<Variable>(
  top: RuleGroup<Variable>,
  leafOf: (rule: Leaf<Variable>) => LeafOutcome,
  { individuals, seenRelatives, make, pause }: RulesContext,
): Promise<RuleOutcome[]> {
  const { all } = individuals
  const outcomes: RuleOutcome[] = []

  async function evaluate(rule: Rule<Variable>, path: readonly number[]): Promise<RuleOutcome> {
    const place = outcomes.length
    // Reserves the place: a rule stands before those below it.
    outcomes.push({ path, yes: all, no: all, hasRecord: all, pure: { yes: all, no: all } })
    const outcome = rule.kind === 'group' ? await group(rule, path) : leaf(rule, path)
    await pause()
    outcomes[place] = outcome
    return outcome
  }

  function leaf(rule: Leaf<Variable>, path: readonly number[]): RuleOutcome {
    const outcome = leafOf(rule)
    return { path, ...decided(outcome, rule.unknownAs, all), hasRecord: outcome.hasRecord, pure: outcome }
  }

  async function group(rule: RuleGroup<Variable>, path: readonly number[]): Promise<RuleOutcome> {
    const parts: RuleOutcome[] = []
    const records: Bitmap[] = []
    for (const [nth, child] of rule.rules.entries()) {
      if (!isActive(child)) continue
      const part = await evaluate(child, [...path, nth])
      parts.push(part)
      // Rules on no form have no part in "no record", unless all are.
      if (rule.areVersions || readsForms(child)) records.push(part.hasRecord)
    }
    const recorded = records.length === 0 ? all : inAny(records, all, make)
    const combine = async (outcomes: readonly Outcome[]) => {
      const active = rule.areVersions
        ? outcomes.map((part, nth) => leftOut(rule, part, parts[nth]?.hasRecord ?? all))
        : outcomes
      const found = await combineOutcomes(rule, active, all, make, pause)
      const combined = rule.areVersions ? within(found, recorded) : found
      return rule.relatives ? countRelatives(rule.relatives, combined, { individuals, seenRelatives, pause }) : combined
    }
    const outcome = await combine(parts)
    const isPure = parts.every((part) => part.pure.yes === part.yes && part.pure.no === part.no)
    const pure = isPure ? outcome : await combine(parts.map((part) => part.pure))
    const hasRecord = rule.relatives ? all : recorded
    return { path, ...decided(outcome, rule.unknownAs, all), hasRecord, pure }
  }

  /** A version without a record has the outcome that decides nothing in its group. */
  function leftOut({ match }: RuleGroup<Variable>, { yes, no }: Outcome, received: Bitmap): Outcome {
    const other = without(all, received)
    return match === 'all'
      ? { yes: unite(yes, other), no: intersect(no, received) }
      : { yes: intersect(yes, received), no: unite(no, other) }
  }

  await evaluate(top, [])
  return outcomes
}

function within({ yes, no }: Outcome, set: Bitmap): Outcome {
  return { yes: intersect(yes, set), no: intersect(no, set) }
}

/** An outcome after the choice of what an unknown one counts as. */
function decided(outcome: Outcome, unknownAs: UnknownChoice, all: Bitmap): Outcome {
  switch (unknownAs) {
    case 'unknown':
      return { yes: outcome.yes, no: outcome.no }
    case 'match':
      return { yes: without(all, outcome.no), no: outcome.no }
    case 'no_match':
      return { yes: outcome.yes, no: without(all, outcome.yes) }
  }
}

async function combineOutcomes(
  { match, count }: RuleGroup<unknown>,
  parts: readonly Outcome[],
  all: Bitmap,
  make: NewBitmap | undefined,
  pause: () => Promise<void>,
): Promise<Outcome> {
  const yes = parts.map((part) => part.yes)
  const no = parts.map((part) => part.no)
  switch (match) {
    case 'all':
      return { yes: inAll(yes, all, make), no: inAny(no, all, make) }
    case 'any':
      return { yes: inAny(yes, all, make), no: inAll(no, all, make) }
    case 'none':
      return { yes: inAll(no, all, make), no: inAny(yes, all, make) }
    case 'atLeast': {
      const possible = no.map((set) => without(all, set))
      const most = await inAtLeast(count, possible, all, pause)
      return { yes: await inAtLeast(count, yes, all, pause), no: without(all, most) }
    }
  }
}
