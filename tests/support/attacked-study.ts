import { randomFrom } from '#tests/bench/random-from.ts'
import type { Target } from '#tests/support/attacks/target.ts'
import type { Person, Study } from '#tests/support/study.ts'

const PARTICIPANTS = 900
const CODES = ['0', '1', '2', '3']
const VALUES = 100
const CATEGORIES = ['C0', 'C1', 'C2', 'C3', 'C4', 'C5']
const NUMBERS = ['N0', 'N1', 'N2']
const SECRET = { variable: 'SECRET', yes: ['2', '3'], no: ['0', '1'] }

interface AttackedStudyOptions {
  readonly participants?: number
  /** The share of answers that are missing. */
  readonly missing?: number
}

/**
 * Participants of one collection with uniform, independent answers, and targets among them: those without a missing
 * answer.
 */
export function attackedStudy(
  seed: number,
  minimum: number,
  { participants: size = PARTICIPANTS, missing = 0 }: AttackedStudyOptions = {},
): { study: Study; targets: AttackedTarget[] } {
  const random = randomFrom(seed)
  const answerBelow = (name: string, bound: number): [string, string][] => {
    const answer = String(Math.floor(random() * bound))
    return missing > 0 && random() < missing ? [] : [[name, answer]]
  }
  const participants = Array.from({ length: size }, (_, place): Person => ({
    id: `P${1_000 + place}`,
    family: `F${1_000 + Math.floor(place / 2)}`,
    collection: 'au',
    study: '1',
  }))
  const records = Object.fromEntries(
    participants.map(({ id }) => [
      id,
      Object.fromEntries([
        ...[SECRET.variable, ...CATEGORIES].flatMap((name) => answerBelow(name, CODES.length)),
        ...NUMBERS.flatMap((name) => answerBelow(name, VALUES)),
      ]),
    ]),
  )
  const variables = [
    ...[SECRET.variable, ...CATEGORIES].map((name) => ({ name, dataType: 'categorical', possibleValues: CODES })),
    ...NUMBERS.map((name) => ({ name, dataType: 'numberrange' })),
  ]
  const isComplete = ({ id }: Person) => variables.every(({ name }) => records[id]?.[name] !== undefined)
  const targets = participants.filter(isComplete).map(({ id }): AttackedTarget => {
    const answerTo = (variable: string) => records[id]?.[variable] ?? ''
    return {
      answer: SECRET.yes.includes(answerTo(SECRET.variable)),
      target: {
        secret: SECRET,
        records: size,
        minimum,
        codes: CATEGORIES.map((variable) => ({
          kind: 'code',
          variable,
          code: answerTo(variable),
          share: (1 - missing) / CODES.length,
        })),
        numbers: NUMBERS.map((variable) => {
          const value = Number(answerTo(variable))
          return { kind: 'window', variable, low: value, high: value, share: (1 - missing) / VALUES }
        }),
      },
    }
  })
  return { study: { participants, forms: [{ instrument: 'ANY', version: '1', variables, records }] }, targets }
}

export interface AttackedTarget {
  readonly target: Target
  readonly answer: boolean
}
