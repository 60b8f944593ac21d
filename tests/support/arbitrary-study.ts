import * as fc from 'fast-check'
import { conditionProblem, type Condition } from '#domain/conditions/constraint.ts'
import { valueCount } from '#domain/conditions/operators.ts'
import { acceptedOperators, DATA_TYPES, isCoded, isTextual, type DataType } from '#domain/data-types.ts'
import type { Person, Study, StudyVariable } from '#tests/support/study.ts'

const CODES = ['1', '2', '10', 'NA']
const COLLECTIONS = ['bp', 'sz', 'au']
const PARTICIPANTS = 14

export const VARIABLES: readonly (StudyVariable & { dataType: DataType })[] = DATA_TYPES.map((dataType) => ({
  name: dataType.toUpperCase(),
  dataType,
  possibleValues: isCoded(dataType) ? CODES.slice(0, -1) : [],
}))

const date = fc
  .tuple(fc.constantFrom('1986', '1987', '1988'), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([year, month, day]) => `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`)
const fuzzyDate = fc.oneof(
  date,
  date.map((text) => `${text.slice(0, 8)}UU`),
  date.map((text) => `${text.slice(0, 9)}U`),
  date.map((text) => `${text.slice(0, 5)}UU-UU`),
  fc.constantFrom('1987-0U-UU', '1987-1U-UU', '1986-U2-2U', '1988-UU-31'),
)
const text = fc.oneof(
  fc.constantFrom('Hello', ' hello ', 'HELLO world', 'élan', 'ÉLAN', '50%', 'a_b', 'a.b', 'x', ';', "it's", '\tx\n'),
  fc
    .string({ unit: fc.constantFrom('a', 'B', ' ', '.', '1'), minLength: 1, maxLength: 4 })
    .filter((s) => s.trim() !== ''),
)
const number = fc.constantFrom('-2', '-1.5', '0', '0.1', '1', '1.5', '9', '10', '30', '1e20', '123456789')
const pattern = fc.constantFrom('hello', '^H', 'o$', 'l+', '[a-c]', 'a.b', 'a\\.b', '(x|é)', '^\\s', 'world|b', '\\d')

const ANSWERS: Record<DataType, fc.Arbitrary<string>> = {
  categorical: fc.constantFrom(...CODES),
  dichotomous: fc.constantFrom('1'),
  multicategory: fc.subarray(CODES, { minLength: 1 }).map((codes) => [...codes].sort().join(';')),
  numberrange: number,
  date,
  fuzzydate: fuzzyDate,
  identifier: text,
  text,
  null: text,
}

/** An answer of the data type. */
export function answerOn(dataType: DataType): fc.Arbitrary<string> {
  return ANSWERS[dataType]
}

/** A valid condition for the data type: any operator and kind of value. */
export function conditionOn(dataType: DataType): fc.Arbitrary<Condition> {
  const isText = isTextual(dataType)
  const single =
    dataType === 'multicategory' ? fc.constantFrom(...CODES) : dataType === 'date' ? fuzzyDate : ANSWERS[dataType]
  return fc
    .constantFrom(...acceptedOperators(dataType))
    .chain((operator) => {
      const count = valueCount(operator)
      const value = isText && (operator === 'REGEX' || operator === 'NREGEX') ? pattern : single
      const values = {
        none: fc.constant<string[]>([]),
        one: (operator === 'EQ' ? fc.oneof({ weight: 4, arbitrary: value }, fc.constant('[UNK]')) : value).map((v) => [
          v,
        ]),
        two: fc.tuple(value, value).map(([first, second]) => [first, second]),
        any: fc.array(value, { minLength: 1, maxLength: 3 }),
      }[count]
      return fc.record({ operator: fc.constant(operator), values })
    })
    .filter((condition) => conditionProblem(dataType, condition) === null)
}

const answered = fc
  .tuple(
    ...VARIABLES.map(({ name, dataType }) => fc.option(ANSWERS[dataType]).map((answer) => [name, answer] as const)),
  )
  .map((answers) => Object.fromEntries(answers.filter((pair): pair is [string, string] => pair[1] !== null)))
const record = fc.option(answered)

/** The study with its variables on two forms: a third of the individuals received one, a third the other. */
export function onTwoForms({ participants, forms }: Study): Study {
  return {
    participants,
    forms: forms.flatMap((form) =>
      [0, 1].map((half) => ({
        ...form,
        version: String(half + 1),
        variables: form.variables.filter((_, place) => place % 2 === half),
        records: Object.fromEntries(
          participants.flatMap(({ id }, place) => {
            const answers = form.records[id]
            return answers === undefined || place % 3 === half ? [] : [[id, answersOn(half, answers)] as const]
          }),
        ),
      })),
    ),
  }
}

function answersOn(half: number, answers: Readonly<Record<string, string>>): Record<string, string> {
  const names = new Set(VARIABLES.filter((_, place) => place % 2 === half).map(({ name }) => name))
  return Object.fromEntries(Object.entries(answers).filter(([name]) => names.has(name)))
}

/** A study of one form with arbitrary answers, missing answers, or no form. */
export const arbitraryStudy: fc.Arbitrary<Study> = fc
  .array(fc.tuple(fc.constantFrom(...COLLECTIONS), record), { minLength: PARTICIPANTS, maxLength: PARTICIPANTS })
  .map((rows) => {
    const participants = rows.map(([collection], place): Person => ({
      id: `P${100 + place}`,
      family: 'F',
      collection,
      study: '1',
      dx: 'x',
    }))
    const records: Record<string, Record<string, string>> = {}
    for (const [place, [, answers]] of rows.entries()) {
      const person = participants[place]
      if (person && answers) records[person.id] = answers
    }
    return { participants: participants, forms: [{ instrument: 'ANY', version: '1', variables: VARIABLES, records }] }
  })
