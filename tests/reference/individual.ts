// Reference evaluator: the answers of one individual to any variable ("Missing answers", "Custom variables").
import type { Condition } from '#domain/conditions/constraint.ts'
import type { Criteria, Ternary } from '#domain/conditions/criteria.ts'
import type { Formula } from '#domain/scores/formula.ts'
import { conditionOutcome, isPresenceTested, isTextCompared } from '#tests/reference/condition.ts'
import { formulaNumber, namesIn } from '#tests/reference/formula.ts'
import type { Made, MadeScore, MadeVariable } from '#tests/reference/made.ts'
import type { Study, StudyForm, StudyVariable } from '#tests/support/study.ts'

/** The answer to any variable; the value of a score is its number as text. */
export interface ReferenceAnswer {
  readonly dataType: string
  readonly value: string | null
  readonly isKnown: boolean
  readonly hasRecord: boolean
}

/** The value of a custom variable, and how the individual got it. */
export interface MadeValue {
  readonly answer: ReferenceAnswer
  /** The values whose definitions hold, by their places. */
  readonly holding: readonly number[]
  readonly isDefault: boolean
  readonly isMissing: boolean
  readonly isPartlyMissing: boolean
}

export class Individual {
  readonly #study: Study
  readonly #made: ReadonlyMap<string, Made>
  readonly #id: string
  readonly #isReadable: boolean
  /** Memoised: deep nesting is exponential otherwise. */
  readonly #answers = new Map<string, ReferenceAnswer>()

  constructor(study: Study, made: readonly Made[], id: string, isReadable = true) {
    this.#study = study
    this.#made = new Map(made.map((variable) => [variable.name, variable]))
    this.#id = id
    this.#isReadable = isReadable
  }

  answer(name: string): ReferenceAnswer {
    const known = this.#answers.get(name)
    if (known) return known
    const made = this.#made.get(name)
    const answer =
      made === undefined
        ? this.#catalogAnswer(name)
        : 'formula' in made
          ? this.#score(made)
          : this.madeValue(made).answer
    this.#answers.set(name, answer)
    return answer
  }

  /** A custom variable is compared like a variable with those codes or numbers. */
  outcome(name: string, condition: Condition): Ternary {
    const made = this.#made.get(name)
    if (made === undefined) {
      const { variable, record } = this.#placeOf(name)
      return conditionOutcome(variable, record, condition, this.#isReadable)
    }
    // Whether a score that may not be used has a value is unknown.
    if ('formula' in made && !this.#isReadable && condition.operator !== 'EXISTS') return null
    const { dataType, value, isKnown, hasRecord } = this.answer(name)
    const record = hasRecord || isKnown ? (value !== null && isKnown ? { [name]: value } : {}) : undefined
    const possibleValues = 'formula' in made ? [] : made.values.map((each) => each.name)
    if (condition.operator === 'EXISTS') return hasRecord
    return conditionOutcome({ name, dataType, possibleValues }, record, condition, true)
  }

  /** The value of a custom variable: the first whose definition holds, else the default if no definition may hold. */
  madeValue({ sources, values, defaultValue }: MadeVariable): MadeValue {
    const answers = sources.map((name) => this.answer(name))
    const hasRecord = answers.some((answer) => answer.hasRecord)
    const isMissing = answers.every(({ isKnown }) => !isKnown)
    const outcomes = values.map(({ criteria }) => this.#criteriaOutcome(criteria))
    const holding = outcomes.flatMap((outcome, place) => (outcome === true ? [place] : []))
    const found = (value: string | null, isKnown: boolean, isDefault = false): MadeValue => ({
      answer: { dataType: 'categorical', value, isKnown, hasRecord },
      holding,
      isDefault,
      isMissing,
      isPartlyMissing: answers.some(({ isKnown: isSourceKnown }) => !isSourceKnown),
    })
    if (isMissing) return found(null, false)
    const [first] = holding
    if (first !== undefined) return found(values[first]?.name ?? null, true)
    const isDefault = defaultValue !== null && !outcomes.includes(null)
    return isDefault ? found(defaultValue, true, true) : found('[UNK]', false)
  }

  /** Whether the outcome of a condition may depend on a text, or on a score, at any level. */
  comparesText(name: string, condition: Condition): boolean {
    const made = this.#made.get(name)
    if (made === undefined) return isTextCompared(this.#placeOf(name).variable, condition)
    if (condition.operator === 'EXISTS') return false
    return 'formula' in made || (!isPresenceTested(condition) && this.dependsOnText(name))
  }

  /** Whether the value of a custom variable may depend on a text, or on a score. */
  dependsOnText(name: string): boolean {
    const made = this.#made.get(name)
    if (made === undefined) return false
    if ('formula' in made || made.sources.some((source) => this.#isMadeOfScore(source))) return true
    const areTexts = ({ parts }: Criteria<string>): boolean =>
      parts.some((part) => {
        if ('relationship' in part) return areTexts(part)
        if (this.#made.has(part.variable)) return this.dependsOnText(part.variable)
        return isTextCompared(this.#placeOf(part.variable).variable, part.condition)
      })
    return made.values.some(({ criteria }) => areTexts(criteria))
  }

  /** Whether an individual without a value is not counted, because an unread text may decide. */
  hasUnreadText(name: string): boolean {
    return !this.#isReadable && this.dependsOnText(name)
  }

  number(formula: Formula): number | null {
    return formulaNumber(formula, this)
  }

  #isMadeOfScore(name: string): boolean {
    const made = this.#made.get(name)
    if (made === undefined) return false
    return 'formula' in made || made.sources.some((source) => this.#isMadeOfScore(source))
  }

  #catalogAnswer(name: string): ReferenceAnswer {
    const { variable, record } = this.#placeOf(name)
    const value = record?.[name] ?? null
    return { dataType: variable.dataType, value, isKnown: value !== null, hasRecord: record !== undefined }
  }

  #score({ formula }: MadeScore): ReferenceAnswer {
    const number = this.#isReadable ? this.number(formula) : null
    return {
      dataType: 'numberrange',
      value: number === null ? null : String(number),
      isKnown: number !== null,
      hasRecord: namesIn(formula).some((name) => this.answer(name).hasRecord),
    }
  }

  /** By all ways in which the unknown outcomes may turn out. A definition without conditions is false. */
  #criteriaOutcome({ relationship, parts }: Criteria<string>): Ternary {
    const outcomes = parts.map((part) =>
      'relationship' in part ? this.#criteriaOutcome(part) : this.outcome(part.variable, part.condition),
    )
    const counts = (wanted: Ternary) => outcomes.filter((outcome) => outcome === wanted).length
    if (outcomes.length === 0) return false
    if (relationship === 'AND') return counts(false) > 0 ? false : counts(null) > 0 ? null : true
    return counts(true) > 0 ? true : counts(null) > 0 ? null : false
  }

  #placeOf(name: string) {
    const place = placesOf(this.#study).get(name)
    if (!place) throw new Error(`There is no ${name}.`)
    return { variable: place.variable, record: place.form.records[this.#id] }
  }
}

interface Place {
  readonly variable: StudyVariable
  readonly form: StudyForm
}

const places = new WeakMap<Study, ReadonlyMap<string, Place>>()

function placesOf(study: Study): ReadonlyMap<string, Place> {
  const known = places.get(study)
  if (known) return known
  const found = new Map(
    study.forms.flatMap((form) => form.variables.map((variable) => [variable.name, { variable, form }] as const)),
  )
  places.set(study, found)
  return found
}
