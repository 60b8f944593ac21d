import { mayRead, type Reader } from '#domain/access.ts'
import type { Ternary } from '#domain/criteria.ts'
import { isActive, ruleList, type Relatives, type Rule, type RuleGroup } from '#domain/rules.ts'
import { VARIABLES } from '#tests/support/arbitrary-study.ts'
import { slowComparesText, slowNotCounted, slowOutcome } from '#tests/support/slow-engine.ts'
import { inOrder, type Person, type Study } from '#tests/support/study.ts'

/** A rule on the variables of the arbitrary study, by index: a catalog exists only after a study is loaded. */
export type Sketch = Rule<number>

/** A reference implementation of rules, individual by individual, without server code. */
export class SlowWorld {
  readonly #study: Study
  readonly #participants: readonly Person[]
  readonly #members: ReadonlySet<number>
  readonly #reader: Reader
  readonly #hidesRelatives: boolean

  constructor(
    study: Study,
    members: ReadonlySet<number>,
    { reader, hidesUnreadableRelatives }: { reader: Reader; hidesUnreadableRelatives: boolean },
  ) {
    this.#study = study
    this.#participants = inOrder(study.participants)
    this.#members = members
    this.#reader = reader
    this.#hidesRelatives = hidesUnreadableRelatives
  }

  isReadable(number: number): boolean {
    return mayRead(this.#reader, this.#participants[number - 1]?.collection ?? '')
  }

  outcome(rule: Sketch, number: number, isPure = false): Ternary {
    const outcome = this.#undecided(rule, number, isPure)
    if (outcome !== null || isPure || rule.unknownAs === 'unknown') return outcome
    return rule.unknownAs === 'match'
  }

  #undecided(rule: Sketch, number: number, isPure: boolean): Ternary {
    if (rule.kind === 'cohort') return this.#members.has(number)
    const person = this.#participants[number - 1]
    if (!person) throw new Error('There is no such individual.')
    if (rule.kind === 'stratum') {
      const { collection, study, consent = '', dx = '' } = person
      const value = { collection, study_id: study, consent, dx_nimh: dx }[rule.field]
      return value === '' ? null : rule.values.includes(value)
    }
    if (rule.kind === 'condition') {
      const variable = VARIABLES[rule.variable]
      if (!variable) throw new Error('There is no such variable.')
      return slowOutcome(
        variable,
        this.#recordOf(person, variable),
        rule.condition,
        mayRead(this.#reader, person.collection),
      )
    }
    if (!rule.relatives) return this.#combined(rule, number, isPure)
    const { scope, comparison, count } = rule.relatives
    const family: Ternary[] = this.#participants.flatMap((other, place) => {
      if (!isRelative(scope, person, other)) return []
      const isHidden = this.#hidesRelatives && !mayRead(this.#reader, other.collection)
      return [isHidden ? null : this.#combined(rule, place + 1, isPure)]
    })
    const parents = { father: [person.father], mother: [person.mother] }
    const both = [person.father, person.mother]
    const expected = {
      ...parents,
      parents: both,
      firstDegree: both,
      family: [],
      relatives: [],
      siblings: [],
      children: [],
    }
    family.push(...expected[scope].filter((parent) => parent === undefined).map(() => null))
    const matches = family.filter((outcome) => outcome === true).length
    const most = matches + family.filter((outcome) => outcome === null).length
    const possible = Array.from({ length: most - matches + 1 }, (_, more) => {
      const number = matches + more
      return comparison === 'min' ? number >= count : comparison === 'max' ? number <= count : number === count
    })
    return agreed(possible)
  }

  /** By all ways in which the unknown outcomes may turn out: Kleene's logic of a group of different rules. */
  #combined(group: RuleGroup<number>, number: number, isPure: boolean): Ternary {
    const taking = group.rules.filter((rule) => isActive(rule) && (!group.areVersions || this.#hasRecord(rule, number)))
    if (taking.length === 0) return null
    const outcomes = taking.map((rule) => this.outcome(rule, number, isPure))
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

  splitOf(rule: Sketch, numbers: readonly number[]) {
    const split = { match: 0, no_match: 0, unknown: 0, no_record: 0 }
    const notCounted: string[] = []
    let assumed = 0
    for (const number of numbers) {
      const outcome = this.outcome(rule, number)
      const collection = this.#participants[number - 1]?.collection ?? ''
      const isUnread = this.#comparesText(rule) && !mayRead(this.#reader, collection)
      const hasRecord = this.#hasRecord(rule, number)
      if (outcome === true) split.match++
      else if (isUnread && (outcome === null || !hasRecord)) notCounted.push(collection)
      else if (!hasRecord) split.no_record++
      else if (outcome === null) split.unknown++
      else split.no_match++
      if (outcome === true && this.outcome(rule, number, true) !== true) assumed++
    }
    return { split: { ...split, ...slowNotCounted(notCounted) }, assumed }
  }

  #hasRecord(rule: Sketch, number: number): boolean {
    if (rule.kind === 'cohort' || rule.kind === 'stratum') return true
    if (rule.kind === 'group') {
      return rule.relatives !== null || rule.rules.filter(isActive).some((own) => this.#hasRecord(own, number))
    }
    const [person, variable] = [this.#participants[number - 1], VARIABLES[rule.variable]]
    return person !== undefined && variable !== undefined && this.#recordOf(person, variable) !== undefined
  }

  #recordOf({ id }: Person, { name }: { readonly name: string }) {
    return this.#study.forms.find(({ variables }) => variables.some((own) => own.name === name))?.records[id]
  }

  #comparesText(rule: Sketch): boolean {
    return ruleList(rule).some(({ rule: own }) => {
      if (own.kind !== 'condition' || own.isOff) return false
      const variable = VARIABLES[own.variable]
      return variable !== undefined && slowComparesText(variable, own.condition)
    })
  }
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
