import type { Person, Study } from '#tests/support/study.ts'

const YES_NO = { possibleValues: ['0', '1'], meanings: { '0': 'No', '1': 'Yes' } }

/** Twelve participants of five families in three collections, one without a family, one a placeholder. */
const PARTICIPANTS: readonly Person[] = [
  { id: 'P01', family: 'F1', sex: 'M', collection: 'bp', study: '1', consent: 'general', dx: 'bipolar' },
  { id: 'P02', family: 'F1', sex: 'F', collection: 'bp', study: '1', consent: 'general', dx: 'control' },
  { id: 'P03', family: 'F1', father: 'P01', mother: 'P02', sex: 'F', collection: 'bp', study: '1', dx: 'bipolar' },
  { id: 'P04', family: 'F2', sex: 'M', collection: 'bp', study: '2', consent: 'disease', dx: 'bipolar' },
  { id: 'P05', family: 'F2', father: 'P04', sex: 'M', collection: 'bp', study: '2', consent: 'disease' },
  { id: 'P06', family: 'F3', sex: 'F', collection: 'sz', study: '3', consent: 'general', dx: 'schizophrenia' },
  { id: 'P07', family: 'F3', mother: 'P06', sex: 'M', collection: 'sz', study: '3', consent: 'general' },
  { id: 'P08', family: 'F3', sex: 'M', collection: 'sz', study: '3', isPlaceholder: true },
  { id: 'P09', family: 'F4', sex: 'F', collection: 'au', study: '4', consent: 'general', dx: 'autism' },
  { id: 'P10', family: 'F4', mother: 'P09', sex: 'M', collection: 'au', study: '4', consent: 'general', dx: 'autism' },
  { id: 'P11', family: null, sex: 'F', collection: 'au', study: '4' },
  { id: 'P12', family: 'F5', sex: 'M', collection: 'sz', study: '3', consent: 'disease', dx: 'control' },
]

/** A data set with every data type, small enough to count by hand. */
export const SMALL_STUDY: Study = {
  participants: PARTICIPANTS,
  forms: [
    {
      instrument: 'INTAKE',
      version: '1',
      variables: [
        { name: 'AGE', dataType: 'numberrange', question: 'How old are you?', originalName: 'participant_age' },
        { name: 'AGE_AT_ONSET', dataType: 'numberrange', question: 'How old were you when it began?' },
        {
          name: 'MARITAL',
          dataType: 'categorical',
          question: 'Are you married?|Or living as married?',
          possibleValues: ['1', '2', '3'],
          meanings: { '1': 'Married', '2': 'Divorced', '3': 'Never married' },
        },
        {
          name: 'SMOKER',
          dataType: 'dichotomous',
          question: 'Smokes',
          possibleValues: ['1'],
          meanings: { '1': 'Yes' },
        },
        {
          name: 'SYMPTOMS',
          dataType: 'multicategory',
          question: 'Which symptoms were there?',
          possibleValues: ['A', 'B', 'C'],
          meanings: { A: 'Sleep', B: 'Appetite', C: 'Élan' },
        },
        { name: 'NOTES', dataType: 'text', question: 'Anything else?', context: 'Asked of the interviewer' },
        { name: 'BIRTH', dataType: 'fuzzydate', question: 'When were you born?' },
        { name: 'SEEN', dataType: 'date', question: 'Date of the interview' },
        { name: 'HOSPITAL_ID', dataType: 'identifier', question: 'Number of the hospital record' },
        { name: 'UNUSED', dataType: 'null', question: 'No longer asked' },
      ],
      records: {
        P01: {
          AGE: '52',
          AGE_AT_ONSET: '18',
          MARITAL: '1',
          SMOKER: '1',
          SYMPTOMS: 'A;B',
          NOTES: 'Says "hello", twice',
          BIRTH: '1971-05-02',
          SEEN: '2023-06-01',
          HOSPITAL_ID: 'H-1',
        },
        P02: { AGE: '50', MARITAL: '1', SYMPTOMS: 'B', BIRTH: '1973-UU-UU', SEEN: '2023-06-01', HOSPITAL_ID: 'H-2' },
        P03: { AGE: '9', MARITAL: '3', SYMPTOMS: 'A', NOTES: ' hello ', BIRTH: '2014-0U-UU', HOSPITAL_ID: 'H-3' },
        P04: { AGE: '61.5', AGE_AT_ONSET: '30', MARITAL: '2', SMOKER: '1', SYMPTOMS: 'A;B;C', BIRTH: '1962-01-01' },
        P06: {
          AGE: '44',
          AGE_AT_ONSET: '21',
          MARITAL: '2',
          NOTES: 'Élan vital',
          SEEN: '2022-12-31',
          HOSPITAL_ID: 'H-6',
        },
        P07: { MARITAL: '3', SMOKER: '1', BIRTH: '19UU-UU-UU' },
        P09: {
          AGE: '30',
          MARITAL: '9',
          SYMPTOMS: 'C',
          NOTES: 'line one\r\nline two',
          SEEN: '2021-02-03',
          HOSPITAL_ID: 'H-9',
        },
        P10: {},
      },
    },
    {
      instrument: 'MOOD',
      version: '1',
      variables: [
        { name: 'MOOD_LOW', dataType: 'categorical', question: 'Felt low for two weeks', ...YES_NO },
        { name: 'MOOD_SCORE', dataType: 'numberrange', question: 'Mood score' },
      ],
      records: {
        P01: { MOOD_LOW: '1', MOOD_SCORE: '-2' },
        P03: { MOOD_LOW: '0', MOOD_SCORE: '1.5' },
        P06: { MOOD_LOW: '1' },
        P12: { MOOD_SCORE: '0.1' },
      },
    },
    {
      instrument: 'MOOD',
      version: '2',
      variables: [{ name: 'MOOD2_LOW', dataType: 'categorical', question: 'Felt low lately', ...YES_NO }],
      records: { P09: { MOOD2_LOW: '0' }, P10: { MOOD2_LOW: '1' } },
    },
  ],
}
