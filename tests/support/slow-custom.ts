import type { Condition } from '#domain/constraint.ts'
import type { Criteria, Ternary } from '#domain/criteria.ts'
import { BASE_VARIABLES, type MadeVariable } from '#tests/support/arbitrary-custom-variables.ts'
import { slowComparesText, slowOutcome } from '#tests/support/slow-engine.ts'
import type { Study } from '#tests/support/study.ts'

/** One participant's answer: the value, whether it is known, and whether there is a record. */
export interface SlowAnswer {
  readonly value: string | null
  readonly isKnown: boolean
  readonly hasRecord: boolean
}

/** A reference implementation of custom variables for one participant (semantics, "Custom variables"). */
export class SlowPerson {
  readonly #study: Study
  readonly #made: ReadonlyMap<string, MadeVariable>
  readonly #id: string
  /** Memoised: deep nesting is exponential otherwise. */
  readonly #answers = new Map<string, SlowAnswer>()
  readonly #isReadable: boolean

  constructor(study: Study, made: readonly MadeVariable[], id: string, isReadable = true) {
    this.#study = study
    this.#made = new Map(made.map((variable) => [variable.name, variable]))
    this.#id = id
    this.#isReadable = isReadable
  }

  answer(name: string): SlowAnswer {
    const made = this.#made.get(name)
    if (made) {
      const answer = this.#answers.get(name) ?? this.#workOut(made)
      this.#answers.set(name, answer)
      return answer
    }
    const record = this.#recordOf(name)
    const value = record?.[name] ?? null
    return { value, isKnown: value !== null, hasRecord: record !== undefined }
  }

  outcome(name: string, condition: Condition): Ternary {
    const base = BASE_VARIABLES.find((variable) => variable.name === name)
    if (base) return slowOutcome(base, this.#recordOf(name), condition, this.#isReadable)
    const { value, isKnown, hasRecord } = this.answer(name)
    const possibleValues = this.#made.get(name)?.values.map((each) => each.name) ?? []
    const answered = value !== null && isKnown ? { [name]: value } : {}
    const described = { name, dataType: 'categorical', possibleValues }
    return slowOutcome(described, hasRecord ? answered : undefined, condition, this.#isReadable)
  }

  /** Whether a participant with an unknown condition or value is not counted. */
  hasUnreadText(name: string): boolean {
    return !this.#isReadable && this.#comparesText(name)
  }

  #comparesText(name: string): boolean {
    const criteriaCompareText = ({ parts }: Criteria<string>): boolean =>
      parts.some((part) => {
        if ('relationship' in part) return criteriaCompareText(part)
        const base = BASE_VARIABLES.find((variable) => variable.name === part.variable)
        return base ? slowComparesText(base, part.condition) : this.#comparesText(part.variable)
      })
    return this.#made.get(name)?.values.some(({ criteria }) => criteriaCompareText(criteria)) ?? false
  }

  #workOut(made: MadeVariable): SlowAnswer {
    const sources = made.sources.map((source) => this.answer(source))
    const hasRecord = sources.some((source) => source.hasRecord)
    if (sources.every((source) => !source.isKnown)) return { value: null, isKnown: false, hasRecord }
    let isAnyUnknown = false
    for (const { name, criteria } of made.values) {
      const outcome = this.#criteriaOutcome(criteria)
      if (outcome === true) return { value: name, isKnown: true, hasRecord }
      if (outcome === null) isAnyUnknown = true
    }
    if (isAnyUnknown || made.defaultValue === null) return { value: '[UNK]', isKnown: false, hasRecord }
    return { value: made.defaultValue, isKnown: true, hasRecord }
  }

  #criteriaOutcome({ relationship, parts }: Criteria<string>): Ternary {
    const outcomes = parts.map((part) =>
      'relationship' in part ? this.#criteriaOutcome(part) : this.outcome(part.variable, part.condition),
    )
    const counts = (wanted: Ternary) => outcomes.filter((outcome) => outcome === wanted).length
    if (outcomes.length === 0) return false
    if (relationship === 'AND') return counts(false) > 0 ? false : counts(null) > 0 ? null : true
    return counts(true) > 0 ? true : counts(null) > 0 ? null : false
  }

  #recordOf(name: string) {
    const form = this.#study.forms.find(({ variables }) => variables.some((variable) => variable.name === name))
    return form?.records[this.#id]
  }
}
