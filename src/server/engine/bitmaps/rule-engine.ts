import type { Reader } from '#domain/access.ts'
import { isActive, ruleList, type RuleGroup, type StratumRule } from '#domain/cohorts/rules.ts'
import type { BitmapData } from '#server/engine/bitmaps/bitmap-data.ts'
import type { BitmapEngine } from '#server/engine/bitmaps/bitmap-engine.ts'
import { addPlaces, intersect, without, type Bitmap, type NewBitmap } from '#server/engine/bitmaps/bitmap.ts'
import { readableBy } from '#server/engine/bitmaps/condition-outcome.ts'
import type { Individuals } from '#server/engine/bitmaps/individuals.ts'
import type { Kinship } from '#server/engine/bitmaps/kinship.ts'
import { atPlaces } from '#server/engine/bitmaps/membership.ts'
import { isByParents } from '#server/engine/bitmaps/relatives.ts'
import { ruleOutcomes, type Leaf, type LeafOutcome, type RuleOutcome } from '#server/engine/bitmaps/rule-outcomes.ts'
import { isSuppressing } from '#server/model/user.ts'
import type { AnyVariable } from '#server/model/variable.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { createPause } from '#server/platform/scheduling/yield.ts'

/** The outcomes of rules over all individuals of one data version. */
export interface EvaluatedRules {
  readonly individuals: Individuals
  /** The rules that take part, each before those below it: the top is the first. */
  readonly outcomes: readonly [RuleOutcome, ...RuleOutcome[]]
  /** The members of a cohort. */
  readonly membersOf: (cohortId: number) => Bitmap
  /** The individuals whose records the reader may see. */
  readonly readable: Bitmap
}

export interface RulesToEvaluate {
  readonly rules: RuleGroup<AnyVariable>
  readonly reader: Reader
  /** Cohorts whose members are needed beside those in the rules. */
  readonly cohortIds: readonly number[]
  /** The members of cohorts that are not committed yet. */
  readonly newMembers?: ReadonlyMap<number, readonly number[]>
  /** Makes the bitmaps of groups. */
  readonly make?: NewBitmap
}

/** Evaluates rules. Not for use in a transaction, whose changes it does not see. */
export type EvaluateRules = (connection: Connection, rules: RulesToEvaluate) => Promise<EvaluatedRules>

/** Evaluates rules: groups, memberships and families are combined on words of 32 individuals. */
export function createRuleEngine(engine: BitmapEngine): EvaluateRules {
  return (connection, wanted) => engine.read(connection, wanted.reader, (data) => evaluate(data, wanted))
}

async function evaluate(data: BitmapData, wanted: RulesToEvaluate): Promise<EvaluatedRules> {
  const { rules, reader, cohortIds, newMembers, make } = wanted
  const { individuals } = data
  const pause = createPause(data.connection.scope.signal ?? undefined)
  const members = new Map<number, Bitmap>()
  const readMembers = async (cohortId: number) => {
    const numbers = newMembers?.get(cohortId)
    const bitmap =
      members.get(cohortId) ??
      (numbers ? intersect(atPlaces(numbers, individuals), individuals.all) : await data.membersOf(cohortId))
    members.set(cohortId, bitmap)
    return bitmap
  }
  for (const cohortId of cohortIds) await readMembers(cohortId)
  const leaves = new Map<Leaf<AnyVariable>, LeafOutcome>()
  const active = ruleList(rules).flatMap(({ rule }) => (isActive(rule) ? [rule] : []))
  for (const rule of active) {
    if (rule.kind === 'condition') leaves.set(rule, await data.outcomeOf({ ...rule, reader }))
    else if (rule.kind === 'cohort') leaves.set(rule, membership(await readMembers(rule.cohortId), individuals))
    else if (rule.kind === 'stratum') leaves.set(rule, stratumOutcome(rule, individuals))
    await pause()
  }
  const isKinNeeded = active.some(
    (rule) => rule.kind === 'group' && rule.relatives && isByParents(rule.relatives.scope),
  )
  const kinship = isKinNeeded ? await data.kinship() : NO_KINSHIP
  const readable = readableBy(reader, data)
  const leafOf = (rule: Leaf<AnyVariable>) => found(leaves.get(rule), 'A condition')
  // The membership of a readable participant would disclose the answers of unreadable relatives.
  const seenRelatives = isSuppressing(reader) ? readable : null
  const context = { individuals: { ...individuals, ...kinship }, seenRelatives, make, pause }
  const [top, ...others] = await ruleOutcomes(rules, leafOf, context)
  return {
    individuals,
    outcomes: [found(top, 'The top of the rules'), ...others],
    membersOf: (cohortId) => found(members.get(cohortId), 'A cohort'),
    readable,
  }
}

const NO_KINSHIP: Kinship = {
  fatherOf: new Int32Array(),
  motherOf: new Int32Array(),
  sibshipOf: new Int32Array(),
  sibships: 0,
}

function found<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`${what} was not read.`)
  return value
}

/** Membership of a set: never unknown. */
function membership(members: Bitmap, { all }: Individuals): LeafOutcome {
  return { yes: members, no: without(all, members), hasRecord: all }
}

/** Unknown for individuals without a value. */
function stratumOutcome({ field, values }: StratumRule, { all, strata }: Individuals): LeafOutcome {
  const wanted = new Set(values)
  const [yes, no] = [new Uint32Array(all.length), new Uint32Array(all.length)]
  for (const { stratum, from, to } of strata) {
    const value = stratum[field] ?? ''
    if (value === '') continue
    const set = wanted.has(value) ? yes : no
    addPlaces(set, from, to)
  }
  return { yes, no, hasRecord: all }
}
