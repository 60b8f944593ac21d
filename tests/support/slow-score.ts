import type { Condition } from '#domain/constraint.ts'
import { evaluateCriteria, type Ternary } from '#domain/criteria.ts'
import type { Comparison, Counting, Elapsed, Formula, Least, Summary, Test } from '#domain/scores/formula.ts'
import type { MadeVariable } from '#tests/support/arbitrary-custom-variables.ts'
import { slowOutcome } from '#tests/support/slow-engine.ts'
import type { Study, StudyVariable } from '#tests/support/study.ts'

/** A score described by the names of its variables. */
export interface MadeScore {
  readonly name: string
  readonly formula: Formula
}

export type Made = MadeScore | MadeVariable

/** One participant's answer to any variable; the value of a score is its number as text. */
export interface SlowValue {
  readonly dataType: string
  readonly value: string | null
  readonly isKnown: boolean
  readonly hasRecord: boolean
}

/** A reference implementation of scores for one participant (semantics, "Scores"), without server code. */
export class SlowScores {
  readonly #study: Study
  readonly #made: ReadonlyMap<string, Made>
  readonly #id: string
  readonly #isReadable: boolean
  readonly #answers = new Map<string, SlowValue>()

  constructor(study: Study, made: readonly Made[], id: string, isReadable = true) {
    this.#study = study
    this.#made = new Map(made.map((variable) => [variable.name, variable]))
    this.#id = id
    this.#isReadable = isReadable
  }

  answer(name: string): SlowValue {
    const known = this.#answers.get(name)
    if (known) return known
    const made = this.#made.get(name)
    const answer = made === undefined ? this.#given(name) : 'formula' in made ? this.#score(made) : this.#custom(made)
    this.#answers.set(name, answer)
    return answer
  }

  /** Custom variables have an answer to a condition on them like variables with those codes or numbers. */
  outcome(name: string, condition: Condition): Ternary {
    const { dataType, value, isKnown, hasRecord } = this.answer(name)
    const record = hasRecord ? (value !== null && isKnown ? { [name]: value } : {}) : undefined
    return slowOutcome({ name, dataType, possibleValues: this.#codesOf(name) }, record, condition, this.#isReadable)
  }

  number(formula: Formula): number | null {
    switch (formula.kind) {
      case 'number':
        return formula.value
      case 'variable':
        return numberOf(this.answer(formula.variable))
      case 'negative':
        return withKnown([this.number(formula.of)], ([of = 0]) => -of)
      case 'arithmetic':
        return withKnown([this.number(formula.left), this.number(formula.right)], ([left = 0, right = 0]) => {
          if (formula.sign === '/') return right === 0 ? null : left / right
          return { '+': left + right, '-': left - right, '*': left * right }[formula.sign]
        })
      case 'summary':
        return this.#summary(formula)
      case 'count':
        return this.#count(formula)
      case 'elapsed':
        return this.#elapsed(formula)
      case 'choice': {
        const outcome = this.#test(formula.test)
        return outcome === null ? null : this.number(outcome ? formula.whenTrue : formula.whenFalse)
      }
    }
  }

  #summary({ name, items, least }: Summary): number | null {
    const known = items.map((item) => this.number(item)).filter((item) => item !== null)
    if (known.length < neededOf(least, items.length)) return null
    const sum = known.reduce((total, item) => total + item, 0)
    switch (name) {
      case 'SUM':
        return (sum * items.length) / known.length
      case 'MEAN':
        return sum / known.length
      case 'MIN':
        return Math.min(...known)
      case 'MAX':
        return Math.max(...known)
    }
  }

  #count({ variables, condition, least }: Counting): number | null {
    const known = variables.map((name) => this.#counted(name, condition)).filter((outcome) => outcome !== null)
    if (known.length < neededOf(least, variables.length)) return null
    return known.filter(Boolean).length
  }

  /** A flag is answered only if it is ticked. */
  #counted(name: string, condition: Condition): Ternary {
    const { dataType, hasRecord } = this.answer(name)
    const outcome = this.outcome(name, condition)
    if (dataType !== 'dichotomous') return outcome
    return hasRecord ? (outcome ?? false) : null
  }

  #test(test: Test): Ternary {
    if (test.kind === 'condition') return this.#counted(test.variable, test.condition)
    const [left, right] = [this.number(test.left), this.number(test.right)]
    return left === null || right === null ? null : COMPARE[test.comparison](left, right)
  }

  #elapsed({ unit, from, to }: Elapsed): number | null {
    const [begin, end] = [from, to].map((name) => this.answer(name).value)
    return begin == null || end == null ? null : elapsed(unit, begin, end)
  }

  #given(name: string): SlowValue {
    const described = this.#described(name)
    const record = this.#study.forms.find(({ variables }) => variables.includes(described))?.records[this.#id]
    const value = record?.[name] ?? null
    return { dataType: described.dataType, value, isKnown: value !== null, hasRecord: record !== undefined }
  }

  #score({ formula }: MadeScore): SlowValue {
    const number = this.#isReadable ? this.number(formula) : null
    const hasRecord = namesIn(formula).some((name) => this.answer(name).hasRecord)
    return {
      dataType: 'numberrange',
      value: number === null ? null : String(number),
      isKnown: number !== null,
      hasRecord,
    }
  }

  #custom({ sources, values, defaultValue }: MadeVariable): SlowValue {
    const answers = sources.map((name) => this.answer(name))
    const given = (value: string | null, isKnown = false): SlowValue => {
      return { dataType: 'categorical', value, isKnown, hasRecord: answers.some(({ hasRecord }) => hasRecord) }
    }
    if (answers.every(({ isKnown }) => !isKnown)) return given(null)
    const outcomes = values.map(({ criteria }) =>
      evaluateCriteria(criteria, ({ variable, condition }) => this.outcome(variable, condition)),
    )
    const place = outcomes.indexOf(true)
    if (place !== -1) return given(values[place]?.name ?? null, true)
    const isDefault = defaultValue !== null && !outcomes.includes(null)
    return isDefault ? given(defaultValue, true) : given('[UNK]')
  }

  #described(name: string): StudyVariable {
    const found = this.#study.forms.flatMap(({ variables }) => variables).find((variable) => variable.name === name)
    if (!found) throw new Error(`There is no ${name}.`)
    return found
  }

  #codesOf(name: string): readonly string[] {
    const made = this.#made.get(name)
    if (made === undefined) return this.#described(name).possibleValues ?? []
    return 'formula' in made ? [] : made.values.map((value) => value.name)
  }
}

const COMPARE: Readonly<Record<Comparison, (left: number, right: number) => boolean>> = {
  EQ: (left, right) => left === right,
  NEQ: (left, right) => left !== right,
  LT: (left, right) => left < right,
  LTE: (left, right) => left <= right,
  GT: (left, right) => left > right,
  GTE: (left, right) => left >= right,
}

function withKnown(parts: readonly (number | null)[], work: (known: number[]) => number | null): number | null {
  const known = parts.filter((part) => part !== null)
  return known.length < parts.length ? null : work(known)
}

/** A code of digits is a number; numbers beyond 1e15 and below 1e-15 are unknown. */
function numberOf({ dataType, value, isKnown }: SlowValue): number | null {
  if (value === null || !isKnown) return null
  if (dataType === 'categorical') return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value) ? Number(value) : null
  const size = Math.abs(Number(value))
  return size === 0 || (size >= 1e-15 && size <= 1e15) ? Number(value) : null
}

/** Counts up to the least number of items that is at least the share. */
function neededOf(least: Least, items: number): number {
  if (least === null) return items
  if ('items' in least) return least.items
  let needed = 0
  while (needed * 100 < items * least.percent) needed++
  return needed
}

/** The names of the variables anywhere in a formula, found in its fields. */
export function namesIn(formula: unknown): readonly string[] {
  if (Array.isArray(formula)) return formula.flatMap(namesIn)
  if (typeof formula !== 'object' || formula === null) return []
  return Object.entries(formula).flatMap(([field, value]: [string, unknown]) => {
    if (field === 'condition') return []
    const holdsNames = ['variable', 'variables', 'from', 'to'].includes(field)
    return holdsNames ? [value].flat().filter((name) => typeof name === 'string') : namesIn(value)
  })
}

const DAY = 24 * 60 * 60 * 1000
const elapsedTimes = new Map<string, number | null>()

/** The same number for every pair of possible days, else null. */
export function elapsed(unit: Elapsed['unit'], from: string, to: string): number | null {
  const key = `${unit} ${from} ${to}`
  const known = elapsedTimes.get(key)
  if (known !== undefined) return known
  const between = unit === 'DAYS' ? daysBetween : birthdaysBetween
  const ends = daysLike(to)
  const times = new Set(daysLike(from).flatMap((begin) => ends.map((end) => between(begin, end))))
  const [time = null] = times.size === 1 ? times : []
  elapsedTimes.set(key, time)
  return time
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY)
}

/** Counts the anniversaries from the first date to the second. */
function birthdaysBetween(from: string, to: string): number {
  const anniversary = (years: number) => `${String(Number(from.slice(0, 4)) + years).padStart(4, '0')}${from.slice(4)}`
  let years = Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - 1
  // Texts of equal length: 02-29 is after 02-28 and before 03-01 in every year.
  while (anniversary(years + 1) <= to) years++
  return years
}

/** All days of the calendar that match a date with U for unknown digits. */
function daysLike(pattern: string): string[] {
  const like = new RegExp(`^${pattern.replaceAll('U', '\\d')}$`)
  const [first, last] = [pattern.slice(0, 4).replaceAll('U', '0'), pattern.slice(0, 4).replaceAll('U', '9')]
  const days: string[] = []
  for (let time = Date.parse(`${first}-01-01`); time <= Date.parse(`${last}-12-31`); time += DAY) {
    const day = new Date(time).toISOString().slice(0, 10)
    if (like.test(day)) days.push(day)
  }
  return days
}
