import { affectedProblem } from '#domain/cohorts/pedigrees.ts'
import { isActive, type ConditionRule, type RelativesCount, type Rule, type RuleGroup } from '#domain/cohorts/rules.ts'
import { asksForPresence, type Condition } from '#domain/conditions/constraint.ts'
import type { Operator } from '#domain/conditions/operators.ts'
import { isCoded, isFlag, isTextual } from '#domain/data-types.ts'
import type { SetNode, SetPlanner, VariableTest } from '#features/rules/plain/set-plan.ts'

/** A variable of a rule, as far as its conditions need it. */
export interface TestedVariable {
  readonly name: string
  readonly dataType: string
  /** A score's presence of an answer may be unknown. */
  readonly isScore: boolean
}

/** Why a rule cannot be made from cohorts of the specification. */
export interface PlainProblem {
  readonly path: readonly number[]
  readonly words: string
}

export interface CompiledRules {
  /** Null with a problem. */
  readonly set: SetNode | null
  readonly problems: readonly PlainProblem[]
}

const NO_NEGATION =
  'This server keeps no cohort of participants with an answer that does not match. Use another operator.'
const NO_FAMILY_COUNT =
  'This server counts members of a family by one condition “is equal to” on a category, or by a flag.'

const NO_STRATUM = 'This server makes no cohort of a diagnosis, collection, study or consent.'
const NO_VERSIONS = 'This server does not leave out the versions of a question that a participant never received.'
const NO_RELATION = 'This server counts members of a family, and no parents, siblings or children.'

type Outcome = 'yes' | 'no'

/**
 * The members of a parent cohort who match, as subsets, compound and pedigree sets. A rule has two sets in Kleene's
 * logic, its matches and its no matches. Only the sets that are needed are made.
 */
export function compileRules(planner: SetPlanner, parentId: number, top: RuleGroup<TestedVariable>): CompiledRules {
  const problems: PlainProblem[] = []
  const { everyone, empty, inside, intersect, subtract, unite } = planner

  function setOf(
    rule: Rule<TestedVariable>,
    wanted: Outcome,
    within: SetNode,
    path: readonly number[],
  ): SetNode | null {
    const { unknownAs } = rule
    const isOther = (wanted === 'yes' && unknownAs === 'match') || (wanted === 'no' && unknownAs === 'no_match')
    if (!isOther) return pureSetOf(rule, wanted, within, path)
    const other = pureSetOf(rule, wanted === 'yes' ? 'no' : 'yes', within, path)
    return other && subtract(within, within, other)
  }

  function pureSetOf(rule: Rule<TestedVariable>, wanted: Outcome, within: SetNode, path: readonly number[]) {
    switch (rule.kind) {
      case 'cohort': {
        const members = inside(within, planner.cohort(rule.cohortId))
        return wanted === 'yes' ? members : subtract(within, within, members)
      }
      case 'condition': {
        const set = wanted === 'yes' ? planner.subset(within, testOf(rule)) : withoutCondition(planner, rule, within)
        if (set === null) problems.push({ path, words: NO_NEGATION })
        return set
      }
      case 'stratum':
        problems.push({ path, words: NO_STRATUM })
        return null
      case 'group':
        return rule.relatives
          ? familySet(rule, rule.relatives, wanted, within, path)
          : groupSet(rule, wanted, within, path)
    }
  }

  function groupSet(group: RuleGroup<TestedVariable>, wanted: Outcome, within: SetNode, path: readonly number[]) {
    const { match, count } = group
    if (
      group.areVersions &&
      !(match === 'any' && wanted === 'yes' && group.rules.filter(isActive).every(needsAnswer))
    ) {
      problems.push({ path, words: NO_VERSIONS })
      return null
    }
    const isNone = match === 'none'
    const ofParts: Outcome = isNone === (wanted === 'yes') ? 'no' : 'yes'
    const parts: SetNode[] = []
    for (const [place, rule] of group.rules.entries()) {
      if (!isActive(rule)) continue
      const part = setOf(rule, ofParts, within, [...path, place])
      if (part) parts.push(part)
    }
    const active = group.rules.filter(isActive).length
    if (parts.length < active) return null
    const needed = { all: active, any: 1, none: 1, atLeast: count }[match]
    // At least n of k rules are false unless at least k - n + 1 of them are.
    const isTrue = ofParts === 'yes'
    const least = isNone ? (isTrue ? 1 : active) : isTrue ? needed : active - needed + 1
    return inAtLeast(least, parts, within)
  }

  /** The individuals in at least `least` of the sets. The sets for smaller numbers are steps on the way, made once. */
  function inAtLeast(least: number, sets: readonly SetNode[], within: SetNode): SetNode {
    // Conditions last: each is then one subset of the sets before.
    const ordered = sets.toSorted((one, other) => Number(one.kind === 'subset') - Number(other.kind === 'subset'))
    let found = Array.from({ length: least + 1 }, (_, wanted) => (wanted === 0 ? within : empty))
    for (const set of ordered) {
      found = found.map((without, wanted) => {
        const fewer = found[wanted - 1]
        return fewer ? unite(within, without, intersect(within, fewer, set)) : without
      })
    }
    return found[least] ?? empty
  }

  function familySet(
    group: RuleGroup<TestedVariable>,
    { comparison, count, scope }: RelativesCount,
    wanted: Outcome,
    within: SetNode,
    path: readonly number[],
  ): SetNode | null {
    if (scope !== 'family' && scope !== 'relatives') {
      problems.push({ path, words: NO_RELATION })
      return null
    }
    /** Individuals with at least `least` family members who match, or who may match. */
    const withMembers = (least: number, who: 'match' | 'may match'): SetNode | null => {
      if (least <= 0) return everyone
      const decided = groupSet(group, who === 'match' ? 'yes' : 'no', everyone, path)
      if (!decided) return null
      const set = who === 'match' ? decided : subtract(everyone, everyone, decided)
      const found = familiesWith(planner, set, least, scope)
      if (!found) problems.push({ path, words: NO_FAMILY_COUNT })
      return found
    }
    const without = (set: SetNode | null) => set && subtract(everyone, everyone, set)
    const both = (first: SetNode | null, second: SetNode | null, join: typeof intersect) =>
      first && second && join(everyone, first, second)
    const sets = {
      min: {
        yes: () => withMembers(count, 'match'),
        no: () => without(withMembers(count, 'may match')),
      },
      max: {
        yes: () => without(withMembers(count + 1, 'may match')),
        no: () => withMembers(count + 1, 'match'),
      },
    }
    const found =
      comparison === 'equal'
        ? both(sets.min[wanted](), sets.max[wanted](), wanted === 'yes' ? intersect : unite)
        : sets[comparison][wanted]()
    return found && inside(within, found)
  }

  const parent = planner.cohort(parentId)
  return { set: setOf(top, 'yes', parent, []), problems }
}

/** Whether a rule matches no individual without a record. */
function needsAnswer(rule: Rule<TestedVariable>): boolean {
  return rule.kind === 'condition' && rule.unknownAs !== 'match' && !asksForPresence(rule.condition)
}

function testOf({ variable, condition }: ConditionRule<TestedVariable>): VariableTest {
  return { variable: variable.name, dataType: variable.dataType, condition }
}

const NEGATED: Partial<Record<Operator, Operator>> = {
  EQ: 'NEQ',
  NEQ: 'EQ',
  GT: 'LTE',
  LTE: 'GT',
  LT: 'GTE',
  GTE: 'LT',
  REGEX: 'NREGEX',
  NREGEX: 'REGEX',
}

/** The individuals with no match: an answer is known, and the condition does not hold. */
function withoutCondition(
  { subset, subtract, unite }: SetPlanner,
  rule: ConditionRule<TestedVariable>,
  within: SetNode,
): SetNode | null {
  const { variable, condition } = rule
  const { operator, values } = condition
  if (asksForPresence(condition)) {
    return variable.isScore ? null : subtract(within, within, subset(within, testOf(rule)))
  }
  const [low = '', high = ''] = values
  const where = (set: SetNode, test: Condition) =>
    subset(set, { variable: variable.name, dataType: variable.dataType, condition: test })
  if (operator === 'BETWEEN') {
    const below = where(within, { operator: 'LT', values: [low] })
    return unite(within, below, where(within, { operator: 'GT', values: [high] }))
  }
  if (operator === 'ANYOF') {
    return values.reduce((set, value) => where(set, { operator: 'NEQ', values: [value] }), within)
  }
  const negated = NEGATED[operator]
  const isMissing = isFlag(variable.dataType) || (isTextual(variable.dataType) && operator === 'EQ')
  return negated === undefined || isMissing ? null : where(within, { operator: negated, values })
}

/**
 * All individuals with at least `least` members of their family in a set; with the scope of relatives they themselves do
 * not count. Null if no cohort of the specification has these members.
 */
function familiesWith(planner: SetPlanner, set: SetNode, least: number, scope: 'family' | 'relatives'): SetNode | null {
  const { everyone, subtract, unite } = planner
  if (set === planner.empty) return planner.empty
  const some = familiesOf(planner, set, least)
  if (scope === 'family') return some
  const more = familiesOf(planner, set, least + 1)
  return some && more && unite(everyone, more, subtract(everyone, some, set))
}

function familiesOf(planner: SetPlanner, set: SetNode, least: number): SetNode | null {
  if (least === 1) return planner.families(set, null)
  const tests: VariableTest[] = []
  let base = set
  for (; base.kind === 'subset'; base = base.source) tests.unshift(base.test)
  const test = tests.find((one) => isCriterion(one))
  if (!test) return null
  const others = tests.filter((one) => one !== test)
  return planner.families(others.reduce(planner.subset, base), { test, count: least })
}

function isCriterion({ dataType, condition }: VariableTest): boolean {
  if (!isCoded(dataType) || affectedProblem(dataType, condition.operator) !== null) return false
  // The specification's criterion on a flag is VALID.
  return !isFlag(dataType) || condition.operator === 'VALID'
}
