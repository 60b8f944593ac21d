import { SMALL_STUDY } from '#tests/support/small-study.ts'
import type { Person, Study } from '#tests/support/study.ts'

const sz = { collection: 'sz', study: '3' } as const

/** Families: twins, half-siblings, a marriage of cousins, one across two collections, and a singleton. */
const PARTICIPANTS: readonly Person[] = [
  { id: 'K01', family: 'K', sex: 'M', ...sz, isDeceased: true },
  { id: 'K02', family: 'K', sex: 'F', ...sz },
  { id: 'K03', family: 'K', father: 'K01', mother: 'K02', sex: 'M', ...sz },
  { id: 'K04', family: 'K', father: 'K01', mother: 'K02', sex: 'F', ...sz },
  { id: 'K05', family: 'K', sex: 'F', ...sz, isPlaceholder: true },
  { id: 'K06', family: 'K', sex: 'M', ...sz },
  { id: 'K07', family: 'K', father: 'K03', mother: 'K05', sex: 'M', ...sz, isProband: true },
  { id: 'K08', family: 'K', father: 'K03', mother: 'K05', sex: 'M', ...sz, twinOf: 'K07', isIdentical: true },
  { id: 'K09', family: 'K', father: 'K06', mother: 'K04', sex: 'F', ...sz },
  { id: 'K10', family: 'K', father: 'K07', mother: 'K09', ...sz },
  { id: 'M 1', family: 'M', sex: 'F', ...sz },
  { id: 'M 2', family: 'M', sex: 'M', mother: 'M 1', father: 'K06', collection: 'au', study: '4' },
  { id: 'N1', family: null, sex: 'F', collection: 'bp', study: '1' },
]

const MOOD = SMALL_STUDY.forms[1]
const ill = (MOOD_LOW: string, more: Record<string, string> = {}) => ({ MOOD_LOW, ...more })

/** The families above, with a history of low mood. */
export const PEDIGREE_STUDY: Study = {
  participants: PARTICIPANTS,
  forms: [
    {
      instrument: 'MOOD',
      version: '1',
      variables: [
        ...(MOOD?.variables ?? []),
        { name: 'TREATED', dataType: 'dichotomous', possibleValues: ['1'] },
        { name: 'DIARY', dataType: 'text' },
      ],
      records: {
        K01: ill('1', { TREATED: '1' }),
        K03: ill('0', { MOOD_SCORE: '2.5' }),
        K07: ill('1', { MOOD_SCORE: '-3' }),
        K08: {},
        'M 2': ill('1'),
        N1: ill('1'),
      },
    },
  ],
}

/** The families of at least one member with low mood, as a request that saves a cohort. */
export const LOW_FAMILIES = {
  parent_id: 1,
  name: 'Low families',
  cohort_type: 'pedigree',
  variable: 'MOOD_LOW',
  constraint_type: 'EQ',
  constraint_value: '1',
  ped_constraint: 'min',
  ped_constraint_count: 1,
} as const
