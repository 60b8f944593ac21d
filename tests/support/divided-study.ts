import * as fc from 'fast-check'
import type { Study } from '#tests/support/study.ts'

export const COLLECTIONS = ['bp', 'sz', 'au']
const CODES = ['1', '2', '3', '4']
const OTHERS = ['a', 'b']
const AGES = ['10', '20', '30', '40']

/** The answers of an individual; all null without a record. */
export interface Kind {
  readonly collection: string
  readonly code: string | null
  readonly other: string | null
  readonly age: string | null
}

export const KINDS: readonly Kind[] = COLLECTIONS.flatMap((collection) => [
  { collection, code: null, other: null, age: null },
  ...[...CODES, null].flatMap((code) =>
    OTHERS.flatMap((other) => [...AGES, null].map((age): Kind => ({ collection, code, other, age }))),
  ),
])

const individual = fc.record({
  collection: fc.constantFrom(...COLLECTIONS),
  // Code 4, age 40 and individuals without a record are rare: their counts are often zero.
  code: fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom('1', '2', '3', null) },
    { weight: 1, arbitrary: fc.constant('4') },
  ),
  other: fc.constantFrom(...OTHERS),
  age: fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom('10', '20', '30', null) },
    { weight: 1, arbitrary: fc.constant('40') },
  ),
  hasRecord: fc.oneof({ weight: 40, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
})
export const individuals = fc
  .array(individual, { minLength: 90, maxLength: 140 })
  .map((rows) =>
    rows.map(({ hasRecord, ...kind }): Kind => (hasRecord ? kind : { ...kind, code: null, other: null, age: null })),
  )

export function studyOf(rows: readonly Kind[]): Study {
  const idOf = (place: number) => `P${100 + place}`
  return {
    participants: rows.map(({ collection }, place) => ({ id: idOf(place), family: null, collection, study: '1' })),
    forms: [
      {
        instrument: 'A',
        version: '1',
        variables: [
          { name: 'CODE', dataType: 'categorical', possibleValues: CODES },
          { name: 'OTHER', dataType: 'categorical', possibleValues: OTHERS },
          { name: 'AGE', dataType: 'numberrange' },
        ],
        records: Object.fromEntries(
          rows.flatMap(({ code, other, age }, place) =>
            other === null
              ? []
              : [
                  [
                    idOf(place),
                    { OTHER: other, ...(code !== null && { CODE: code }), ...(age !== null && { AGE: age }) },
                  ] as const,
                ],
          ),
        ),
      },
    ],
  }
}

export type Holds = (kind: Kind) => boolean

export const NAMES = ['CODE', 'OTHER', 'AGE'] as const
export const fieldOf = { CODE: 'code', OTHER: 'other', AGE: 'age' } as const
export const hasRecord: Holds = ({ other }) => other !== null

export const VALUES: Readonly<Record<string, Holds>> = {
  IS_3: ({ code }) => code === '3',
  IS_4: ({ code }) => code === '4',
  LOW: ({ code }) => code === '1' || code === '2',
  none: ({ code }) => code === null,
}

export interface Asking {
  readonly variable: (typeof NAMES)[number]
  readonly constraint_type: 'EQ' | 'ANYOF' | 'NEQ' | 'VALID' | 'EXISTS' | 'GT' | 'LTE'
  readonly constraint_values: readonly string[]
}

export const CONDITIONS: readonly Asking[] = [
  ...CODES.map((code): Asking => ({ variable: 'CODE', constraint_type: 'EQ', constraint_values: [code] })),
  { variable: 'CODE', constraint_type: 'ANYOF', constraint_values: ['1', '4'] },
  { variable: 'CODE', constraint_type: 'NEQ', constraint_values: ['4'] },
  { variable: 'CODE', constraint_type: 'VALID', constraint_values: [] },
  { variable: 'OTHER', constraint_type: 'EQ', constraint_values: ['a'] },
  { variable: 'OTHER', constraint_type: 'EXISTS', constraint_values: [] },
  { variable: 'AGE', constraint_type: 'GT', constraint_values: ['35'] },
  { variable: 'AGE', constraint_type: 'LTE', constraint_values: ['15'] },
  { variable: 'AGE', constraint_type: 'VALID', constraint_values: [] },
]

export function conditionOf({ variable, constraint_type, constraint_values }: Asking): Holds {
  const [first = ''] = constraint_values
  return (kind) => {
    const answer = kind[fieldOf[variable]]
    if (constraint_type === 'EXISTS') return hasRecord(kind)
    if (answer === null) return false
    switch (constraint_type) {
      case 'EQ':
      case 'ANYOF':
        return constraint_values.some((value) => value === answer)
      case 'NEQ':
        return answer !== first
      case 'VALID':
        return true
      case 'GT':
        return Number(answer) > Number(first)
      case 'LTE':
        return Number(answer) <= Number(first)
    }
  }
}

/** Rules of conditions: each of them is known for those with an answer to all of its variables. */
export const RULES: readonly { match: 'all' | 'any' | 'none'; asked: readonly Asking[] }[] = [
  { match: 'all', asked: [equals('CODE', '4'), equals('OTHER', 'a')] },
  { match: 'all', asked: [equals('CODE', '3'), equals('OTHER', 'b')] },
  { match: 'any', asked: [equals('CODE', '3'), equals('CODE', '4')] },
  { match: 'none', asked: ['1', '2', '3'].map((code) => equals('CODE', code)) },
  { match: 'none', asked: [equals('CODE', '4')] },
]

function equals(variable: Asking['variable'], value: string): Asking {
  return { variable, constraint_type: 'EQ', constraint_values: [value] }
}

export const COMPOUNDS: Readonly<Record<string, (isInFirst: boolean, isInSecond: boolean) => boolean>> = {
  INTERSECT: (isInFirst, isInSecond) => isInFirst && isInSecond,
  UNION: (isInFirst, isInSecond) => isInFirst || isInSecond,
  SUBTRACT: (isInFirst, isInSecond) => isInFirst && !isInSecond,
}
