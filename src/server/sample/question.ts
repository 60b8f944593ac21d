import type { DataType } from '#domain/data-types.ts'
import type { Answer } from '#server/import/store-types.ts'
import type { Random } from '#server/sample/random.ts'
import type { Subject } from '#server/sample/subject.ts'

/** A question of a synthetic form, and what a subject answers; null where the question does not apply. */
export interface Question {
  readonly name: string
  readonly dataType: DataType
  readonly text: string
  readonly values?: Readonly<Record<string, string>>
  readonly rule?: string
  readonly ruleWords?: string
  readonly explicit?: string
  readonly implicit?: string
  readonly answer: (subject: Subject, random: Random) => Answer
}

export interface Section {
  readonly name: string
  readonly tocPage: string
  readonly questions: readonly Question[]
}

export interface SampleForm {
  readonly instrument: string
  readonly version: string
  readonly title: string
  /** How likely it is that a subject was given the form. */
  readonly isGivenTo: (subject: Subject) => number
  readonly sections: readonly Section[]
}

/** What a subject makes of a question, with some chance in it. */
export type Draw<Result> = (subject: Subject, random: Random) => Result
type Extras = Pick<Question, 'explicit' | 'implicit'>

const NO_YES = { 0: 'No', 1: 'Yes' } as const

/** A question with two answers; `share` is how many answer yes, null where nobody asks. */
export function yesNo(
  name: string,
  text: string,
  share: (subject: Subject) => number | null,
  extras: Extras = {},
): Question {
  const answer: Question['answer'] = (subject, random) => {
    const yes = share(subject)
    if (yes === null) return null
    return random.chance(yes) ? '1' : '0'
  }
  return { name, dataType: 'categorical', text, values: NO_YES, answer, ...extras }
}

/** A tick: stored where it is set. */
export function tick(name: string, text: string, share: (subject: Subject) => number): Question {
  const answer: Question['answer'] = (subject, random) => (random.chance(share(subject)) ? '1' : null)
  return { name, dataType: 'dichotomous', text, values: { 1: 'Ticked' }, answer }
}

/** One of several codes. */
export function choice(
  name: string,
  text: string,
  values: Readonly<Record<string, string>>,
  draw: Draw<string | null>,
  extras: Extras = {},
): Question {
  return { name, dataType: 'categorical', text, values, answer: draw, ...extras }
}

/** Any number of the codes, each as likely as `share` says. */
export function severalOf(
  name: string,
  text: string,
  values: Readonly<Record<string, string>>,
  share: (code: string, subject: Subject) => number,
): Question {
  const answer: Question['answer'] = (subject, random) => {
    const codes = Object.keys(values).filter((code) => random.chance(share(code, subject)))
    return codes.length === 0 ? null : codes.sort().join(';')
  }
  return { name, dataType: 'multicategory', text, values, answer }
}

/** A number within a range. */
export function amount(
  name: string,
  text: string,
  [low, high, unit]: readonly [low: number, high: number, unit: string],
  draw: Draw<number | null>,
  extras: Extras = {},
): Question {
  const answer: Question['answer'] = (subject, random) => {
    const drawn = draw(subject, random)
    return drawn === null ? null : Math.max(low, Math.min(high, drawn))
  }
  const rule = `${low}..${high}`
  const ruleWords = `A number from ${low} to ${high}, in ${unit}.`
  return { name, dataType: 'numberrange', text, rule, ruleWords, answer, ...extras }
}

/** A question of another kind, answered as the draw says. */
export function open(
  name: string,
  dataType: 'text' | 'identifier' | 'date' | 'fuzzydate' | 'null',
  text: string,
  answer: Draw<string | null>,
  extras: Extras = {},
): Question {
  return { name, dataType, text, answer, ...extras }
}
