import { randomFrom } from '#tests/bench/random-from.ts'
import type { Target } from '#tests/support/attacks/target.ts'
import type { Person, Study } from '#tests/support/study.ts'

const PARTICIPANTS = 900
const CODES = ['0', '1', '2', '3']
const VALUES = 100
const CATEGORIES = ['C0', 'C1', 'C2', 'C3', 'C4', 'C5']
const NUMBERS = ['N0', 'N1', 'N2']
const SECRET = { variable: 'SECRET', yes: ['2', '3'], no: ['0', '1'] }

/** Participants of one collection with uniform, independent answers, and targets among them. */
export function attackedStudy(seed: number, minimum: number): { study: Study; targets: AttackedTarget[] } {
  const random = randomFrom(seed)
  const below = (bound: number) => String(Math.floor(random() * bound))
  const participants = Array.from({ length: PARTICIPANTS }, (_, place): Person => ({
    id: `P${1_000 + place}`,
    family: `F${1_000 + Math.floor(place / 2)}`,
    collection: 'au',
    study: '1',
  }))
  const records = Object.fromEntries(
    participants.map(({ id }) => [
      id,
      Object.fromEntries([
        ...[SECRET.variable, ...CATEGORIES].map((name) => [name, below(CODES.length)] as const),
        ...NUMBERS.map((name) => [name, below(VALUES)] as const),
      ]),
    ]),
  )
  const variables = [
    ...[SECRET.variable, ...CATEGORIES].map((name) => ({ name, dataType: 'categorical', possibleValues: CODES })),
    ...NUMBERS.map((name) => ({ name, dataType: 'numberrange' })),
  ]
  const targets = participants.map(({ id }): AttackedTarget => {
    const answerTo = (variable: string) => records[id]?.[variable] ?? ''
    return {
      answer: SECRET.yes.includes(answerTo(SECRET.variable)),
      target: {
        secret: SECRET,
        records: PARTICIPANTS,
        minimum,
        codes: CATEGORIES.map((variable) => ({
          kind: 'code',
          variable,
          code: answerTo(variable),
          share: 1 / CODES.length,
        })),
        numbers: NUMBERS.map((variable) => {
          const value = Number(answerTo(variable))
          return { kind: 'window', variable, low: value, high: value, share: 1 / VALUES }
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
