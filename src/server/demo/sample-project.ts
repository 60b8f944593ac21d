import type { ConstructDraft } from '#contract/shapes/drafts.ts'
import type { Constraint, Definition } from '#contract/shapes/shapes.ts'

type Custom = Omit<ConstructDraft, 'projectid' | 'variable_limit'>

/** A cohort of the sample project; parents are names of earlier cohorts, or null for all individuals. */
export interface SampleCohort {
  readonly name: string
  readonly description: string
  readonly parent: string | null
  readonly second?: string
  readonly draft: Readonly<Record<string, string | number>>
}

export const SAMPLE_PROJECT = {
  name: 'Sample project',
  description: 'Synthetic data: cohorts, custom variables and a variable set to look at, change or delete.',
}

export const SAMPLE_COHORTS: readonly SampleCohort[] = [
  {
    name: 'High mood at some time',
    description: 'Individuals who reported a high mood of several days.',
    parent: null,
    draft: { cohort_type: 'subset', variable: 'MOOD_HIGH_EVER', constraint_type: 'EQ', constraint_value: '1' },
  },
  {
    name: 'Low mood at some time',
    description: 'Individuals who reported a low mood of two weeks or longer.',
    parent: null,
    draft: { cohort_type: 'subset', variable: 'MOOD_LOW_EVER', constraint_type: 'EQ', constraint_value: '1' },
  },
  {
    name: 'High as well as low mood',
    description: 'Members of both mood cohorts.',
    parent: 'High mood at some time',
    second: 'Low mood at some time',
    draft: { cohort_type: 'compound', constraint_type: 'INTERSECT' },
  },
  {
    name: 'Families with two who had low moods',
    description: 'All members of families of three or more in which at least two had low moods.',
    parent: null,
    draft: {
      cohort_type: 'pedigree',
      variable: 'MOOD_LOW_EVER',
      constraint_type: 'EQ',
      constraint_value: '1',
      min_pedsize: 3,
      ped_constraint: 'min',
      ped_constraint_count: 2,
    },
  },
]

const is = (variable_name: string, constraint_value: string): Constraint => ({
  variable_name,
  constraint_type: 'EQ',
  constraint_value,
})
const all = (...constraints: (Constraint | Definition)[]): Definition => ({ relationship: 'AND', constraints })
const any = (...constraints: (Constraint | Definition)[]): Definition => ({ relationship: 'OR', constraints })
const age = (constraint_type: string, constraint_value: string): Definition =>
  all({ variable_name: 'INTERVIEW_AGE', constraint_type, constraint_value })
const moods = (high: string, low: string): Definition => any(all(is('MOOD_HIGH_EVER', high), is('MOOD_LOW_EVER', low)))

export const SAMPLE_CUSTOM_VARIABLES: readonly Custom[] = [
  {
    name: 'AGE_GROUP',
    construct_type: 'downcode',
    defaultValue: 'MIDDLE',
    description: 'Age at the interview in three groups.',
    variables: ['INTERVIEW_AGE'],
    values: [
      { name: 'YOUNG', description: 'Under thirty', definition: age('LT', '30') },
      { name: 'OLDER', description: 'Sixty and older', definition: age('GTE', '60') },
      { name: 'MIDDLE', description: 'Thirty to fifty-nine', definition: all() },
    ],
    formula: '',
  },
  {
    name: 'MOOD_HISTORY',
    construct_type: 'merge',
    defaultValue: '[UNK]',
    description: 'Which kinds of mood spell there have been.',
    variables: ['MOOD_HIGH_EVER', 'MOOD_LOW_EVER'],
    values: [
      { name: 'BOTH', description: 'High and low moods', definition: moods('1', '1') },
      { name: 'HIGH_ONLY', description: 'High moods alone', definition: moods('1', '0') },
      { name: 'LOW_ONLY', description: 'Low moods alone', definition: moods('0', '1') },
      { name: 'NEITHER', description: 'Neither of them', definition: moods('0', '0') },
    ],
    formula: '',
  },
  {
    name: 'PSYCHOTIC_SIGNS',
    construct_type: 'multiple',
    defaultValue: '[UNK]',
    description: 'Voices or unusual ideas at any time.',
    variables: ['VOICES_EVER', 'IDEAS_EVER'],
    values: [
      {
        name: 'PRESENT',
        description: 'Voices or ideas',
        definition: any(is('VOICES_EVER', '1'), is('IDEAS_EVER', '1')),
      },
      { name: 'ABSENT', description: 'Neither', definition: all(is('VOICES_EVER', '0'), is('IDEAS_EVER', '0')) },
    ],
    formula: '',
  },
]

export const SAMPLE_SET = {
  name: 'Mood, sleep and background',
  description: 'A first set to download.',
  variables: [
    'SEX',
    'AGE_TODAY',
    'SCHOOLING',
    'MOOD_HIGH_EVER',
    'MOOD_HIGH_AGE',
    'MOOD_LOW_EVER',
    'MOOD_LOW_AGE',
    'MOOD_RATING_NOW',
    'SLEEP_HOURS',
    'SLEEP_QUALITY',
    'WEIGHT_NOW',
    'AGE_GROUP',
    'MOOD_HISTORY',
  ],
}
