// Reference evaluator: trees of rules, individual by individual.
import type { Relatives, Rule, RuleGroup } from '#domain/cohorts/rules.ts'
import type { Ternary } from '#domain/conditions/criteria.ts'
import { notCountedFields } from '#tests/reference/condition.ts'
import { individualOf, isReadable, membersOf, participantsOf, type World } from '#tests/reference/world.ts'
import type { Person } from '#tests/support/study.ts'

/** A rule on variables by their names. */
export type NamedRule = Rule<string>

export class Rules {
  readonly #world: World
  readonly #members = new Map<number, ReadonlySet<string>>()
  readonly #outcomes = new Map<string, Map<NamedRule, Ternary>>()

  constructor(world: World) {
    this.#world = world
  }

  /** The outcome for a participant; a pure one leaves unknown outcomes unknown in the rule and all rules below it. */
  outcome(rule: NamedRule, person: Person, isPure = false): Ternary {
    const key = `${isPure} ${person.id}`
    const known = this.#outcomes.get(key) ?? new Map<NamedRule, Ternary>()
    this.#outcomes.set(key, known)
    const outcome = known.get(rule) ?? this.#decided(rule, person, isPure)
    known.set(rule, outcome)
    return outcome
  }

  splitOf(rule: NamedRule, participants: readonly Person[]) {
    const split = { match: 0, no_match: 0, unknown: 0, no_record: 0 }
    const notCounted: string[] = []
    let assumed = 0
    for (const person of participants) {
      const outcome = this.outcome(rule, person)
      const hasRecord = this.#hasRecord(rule, person)
      const isUnread = !isReadable(this.#world, person) && this.#comparesText(rule, person)
      if (outcome === true) split.match++
      else if (isUnread && (outcome === null || !hasRecord)) notCounted.push(person.collection)
      else if (!hasRecord) split.no_record++
      else if (outcome === null) split.unknown++
      else split.no_match++
      if (outcome === true && this.outcome(rule, person, true) !== true) assumed++
    }
    return { split: { ...split, ...notCountedFields(notCounted) }, assumed }
  }

  /** Rules that take part with their splits, each before those below it. */
  splitsOf(top: NamedRule, participants: readonly Person[]) {
    return activeRules(top).map(({ path, rule }) => ({ path, split: this.splitOf(rule, participants).split }))
  }

  /** The successive rules of a cohort, each counted over the individuals that match all rules before it. */
  stepsOf(top: RuleGroup<string>, participants: readonly Person[]) {
    const isOne = top.match !== 'all' || top.relatives !== null || top.unknownAs === 'match'
    if (isOne) return [{ path: [], split: this.splitOf(top, participants).split }]
    let before = participants
    return top.rules.flatMap((rule, place) => {
      if (!isActive(rule)) return []
      const { split } = this.splitOf(rule, before)
      before = before.filter((person) => this.outcome(rule, person) === true)
      return [{ path: [place], split }]
    })
  }

  #decided(rule: NamedRule, person: Person, isPure: boolean): Ternary {
    const outcome = this.#undecided(rule, person, isPure)
    if (outcome !== null || isPure || rule.unknownAs === 'unknown') return outcome
    return rule.unknownAs === 'match'
  }

  #undecided(rule: NamedRule, person: Person, isPure: boolean): Ternary {
    if (rule.kind === 'cohort') return this.#isMember(rule.cohortId, person)
    if (rule.kind === 'stratum') {
      const { collection, study, consent = '', dx = '' } = person
      const value = { collection, study_id: study, consent, dx_nimh: dx }[rule.field]
      return value === '' ? null : rule.values.includes(value)
    }
    if (rule.kind === 'condition') return individualOf(this.#world, person).outcome(rule.variable, rule.condition)
    if (!rule.relatives) return this.#combined(rule, person, isPure)
    const { scope, comparison, count } = rule.relatives
    const family = relativesOf(this.#world, scope, person).map((other): Ternary => {
      const isHidden = this.#world.isSuppressing && !isReadable(this.#world, other)
      return isHidden ? null : this.#combined(rule, other, isPure)
    })
    const missing = expectedParents(scope, person).filter((parent) => parent === undefined)
    family.push(...missing.map(() => null))
    const matches = family.filter((outcome) => outcome === true).length
    const most = matches + family.filter((outcome) => outcome === null).length
    const possible = Array.from({ length: most - matches + 1 }, (_, more) => {
      const number = matches + more
      return comparison === 'min' ? number >= count : comparison === 'max' ? number <= count : number === count
    })
    return agreed(possible)
  }

  /** By all ways in which the unknown outcomes may turn out: Kleene's logic of a group of different rules. */
  #combined(group: RuleGroup<string>, person: Person, isPure: boolean): Ternary {
    const considered = group.rules.filter(
      (rule) => isActive(rule) && (!group.areVersions || this.#hasRecord(rule, person)),
    )
    if (considered.length === 0) return null
    const outcomes = considered.map((rule) => this.outcome(rule, person, isPure))
    const matches = outcomes.filter((outcome) => outcome === true).length
    const most = matches + outcomes.filter((outcome) => outcome === null).length
    const possible = Array.from({ length: most - matches + 1 }, (_, more) => {
      const number = matches + more
      if (group.match === 'all') return number === outcomes.length
      if (group.match === 'any') return number > 0
      return group.match === 'none' ? number === 0 : number >= group.count
    })
    return agreed(possible)
  }

  #isMember(cohortId: number, { id }: Person): boolean {
    const known = this.#members.get(cohortId) ?? new Set(membersOf(this.#world, cohortId).map((member) => member.id))
    this.#members.set(cohortId, known)
    return known.has(id)
  }

  #hasRecord(rule: NamedRule, person: Person): boolean {
    if (rule.kind === 'cohort' || rule.kind === 'stratum') return true
    if (rule.kind === 'condition') return individualOf(this.#world, person).answer(rule.variable).hasRecord
    if (rule.relatives !== null) return true
    const active = rule.rules.filter(isActive)
    const ofForms = rule.areVersions ? active : active.filter(isOfForms)
    return ofForms.length === 0 || ofForms.some((child) => this.#hasRecord(child, person))
  }

  #comparesText(top: NamedRule, person: Person): boolean {
    const individual = individualOf(this.#world, person)
    return activeRules(top).some(
      ({ rule }) => rule.kind === 'condition' && individual.comparesText(rule.variable, rule.condition),
    )
  }
}

/** A rule takes part if it is on, and a group if one of its rules takes part. */
function isActive(rule: NamedRule): boolean {
  return !rule.isOff && (rule.kind !== 'group' || rule.rules.some(isActive))
}

/** Memberships, strata and relatives concern no form of the individual. */
function isOfForms(rule: NamedRule): boolean {
  if (rule.kind !== 'group') return rule.kind === 'condition'
  return rule.relatives === null && rule.rules.filter(isActive).some(isOfForms)
}

function activeRules(rule: NamedRule, path: readonly number[] = []): { path: readonly number[]; rule: NamedRule }[] {
  if (!isActive(rule)) return []
  const below = rule.kind === 'group' ? rule.rules : []
  return [{ path, rule }, ...below.flatMap((child, place) => activeRules(child, [...path, place]))]
}

/** Each individual has a father and a mother, recorded or not. */
function expectedParents(scope: Relatives, { father, mother }: Person): readonly (string | undefined)[] {
  if (scope === 'father') return [father]
  if (scope === 'mother') return [mother]
  return scope === 'parents' || scope === 'firstDegree' ? [father, mother] : []
}

const relatives = new WeakMap<World, Map<string, readonly Person[]>>()

/** Memoised: comparing all pairs takes longer than the rules. */
function relativesOf(world: World, scope: Relatives, person: Person): readonly Person[] {
  const known = relatives.get(world) ?? new Map<string, readonly Person[]>()
  relatives.set(world, known)
  const key = `${scope} ${person.id}`
  const found = known.get(key) ?? participantsOf(world).filter((other) => isRelative(scope, person, other))
  known.set(key, found)
  return found
}

/** Siblings share both parents; an individual is the only one of its family without a family. */
function isRelative(scope: Relatives, person: Person, other: Person): boolean {
  const isSame = person.id === other.id
  const isParent = other.id === person.father || other.id === person.mother
  const isChild = person.id === other.father || person.id === other.mother
  const isSibling =
    !isSame &&
    person.father !== undefined &&
    person.mother !== undefined &&
    person.father === other.father &&
    person.mother === other.mother
  switch (scope) {
    case 'family':
      return isSame || (person.family !== null && person.family === other.family)
    case 'relatives':
      return !isSame && person.family !== null && person.family === other.family
    case 'parents':
      return isParent
    case 'father':
      return other.id === person.father
    case 'mother':
      return other.id === person.mother
    case 'children':
      return isChild
    case 'siblings':
      return isSibling
    case 'firstDegree':
      return isParent || isChild || isSibling
  }
}

/** True or false if all agree, else unknown. */
function agreed(possible: readonly boolean[]): Ternary {
  const [first = false] = possible
  return possible.every((outcome) => outcome === first) ? first : null
}
