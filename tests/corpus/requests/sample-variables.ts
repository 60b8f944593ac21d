/** A variable of the synthetic data for each data type, with values that its operators take. */
export interface SampleVariable {
  readonly name: string
  readonly value: string
  readonly between: readonly [string, string]
  readonly anyOf: readonly string[]
  /** A part of a text, for REGEX, STARTS and ENDS. */
  readonly part: string
}

const coded = (name: string): SampleVariable => ({
  name,
  value: '1',
  between: ['0', '1'],
  anyOf: ['1', '2'],
  part: '1',
})

const NUMBER = { name: 'INTERVIEW_AGE', value: '40', between: ['30', '50'], anyOf: ['40', '41'], part: '4' } as const
const TEXT = {
  name: 'BIRTH_COUNTRY',
  value: 'Mexico',
  between: ['A', 'M'],
  anyOf: ['China', 'Mexico'],
  part: 'i',
} as const
const DATE = {
  name: 'INT2_EDITED',
  value: '2008-07-31',
  between: ['2005-01-01', '2010-12-31'],
  anyOf: ['2008-07-31'],
  part: '2008',
} as const
const PARTIAL_DATE = {
  name: 'BIRTH_DATE',
  value: '1960-05-UU',
  between: ['1950-UU-UU', '1980-06-15'],
  anyOf: ['1984-05-UU'],
  part: '19',
} as const

export const SAMPLE_VARIABLES: readonly SampleVariable[] = [
  NUMBER,
  coded('MOOD_HIGH_EVER'),
  coded('CHECKED'),
  coded('INT2_PRESENT'),
  TEXT,
  DATE,
  PARTIAL_DATE,
  { name: 'PHONE_CONTACT', value: 'SYN-R30', between: ['SYN-R01', 'SYN-R30'], anyOf: ['SYN-R30'], part: 'R3' },
  { name: 'INT2_FREE_NOTE', value: 'Spoke freely', between: ['a', 'b'], anyOf: ['Spoke freely'], part: 'part' },
]
