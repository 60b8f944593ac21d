import { amount, choice, open, severalOf, tick, yesNo, type SampleForm } from '#server/sample/question.ts'
import { dateOfDay, type Subject } from '#server/sample/subject.ts'

const DAYS_A_YEAR = 365.25

function birthDate(subject: Subject): string {
  return dateOfDay(Math.round(subject.interviewDay - (subject.age + 0.4) * DAYS_A_YEAR))
}

const CIVIL_STATES = { 1: 'Never married', 2: 'Married or living as married', 3: 'Separated or divorced', 4: 'Widowed' }
const WORK = {
  1: 'Paid work',
  2: 'In school or training',
  3: 'Keeping house',
  4: 'Looking for work',
  5: 'Unable to work',
  6: 'Retired',
}
const LANGUAGES = { en: 'English', es: 'Spanish', fr: 'French', zh: 'Chinese', oth: 'Another language' }

export const DEMOGRAPHICS: SampleForm = {
  instrument: 'SDI',
  version: '1.0',
  title: 'Synthetic Demographic Interview',
  isGivenTo: () => 0.97,
  sections: [
    {
      name: 'Identification',
      tocPage: '2',
      questions: [
        open(
          'DEM_LOCAL_ID',
          'identifier',
          'Number under which the site keeps this person',
          (subject, random) => `${subject.studyId}-${String(random.between(0, 99_999)).padStart(5, '0')}`,
        ),
        open('DEM_INTERVIEW_DATE', 'date', 'Day of the interview', (subject) => dateOfDay(subject.interviewDay)),
        open(
          'DEM_BIRTH_DATE',
          'fuzzydate',
          'When were you born?|If the day or the month is not known, U stands for each digit of it.',
          (subject, random) => {
            const [year, month, day] = birthDate(subject).split('-')
            return random.weighted([
              [`${year}-${month}-${day}`, 7],
              [`${year}-${month}-UU`, 2],
              [`${year}-UU-UU`, 1],
            ])
          },
        ),
        amount('DEM_AGE', 'How old are you?', [0, 110, 'years'], (subject) => subject.age),
        choice('DEM_SEX', 'Sex recorded at birth', { 1: 'Male', 2: 'Female' }, (subject) =>
          subject.sex === 'M' ? '1' : '2',
        ),
        choice(
          'DEM_TWIN',
          'Are you a twin?',
          { 0: 'No', 1: 'Yes, identical', 2: 'Yes, not identical', 3: 'Yes, kind not known' },
          (_, random) =>
            random.weighted([
              ['0', 965],
              ['1', 11],
              ['2', 18],
              ['3', 6],
            ]),
        ),
        tick('DEM_ADOPTED', 'Tick if the person was adopted', () => 0.02),
      ],
    },
    {
      name: 'Family and household',
      tocPage: '4',
      questions: [
        choice(
          'DEM_CIVIL_STATE',
          'Are you now|married, living with somebody,|or on your own?',
          CIVIL_STATES,
          ({ age, severity }, random) => {
            if (age < 17) return '1'
            return random.weighted(
              [
                ['1', 60 - age + 8 * severity + 5],
                ['2', 40],
                ['3', age / 4 + 6 * severity],
                ['4', age > 60 ? 15 : 1],
              ].map(([code, weight]) => [String(code), Math.max(1, Number(weight))] as const),
            )
          },
        ),
        amount('DEM_CHILDREN', 'How many children have you had?', [0, 15, 'children'], ({ age }, random) =>
          age < 18 ? 0 : Math.round(random.around(Math.min(2.1, (age - 18) / 14), 1.1)),
        ),
        amount(
          'DEM_HOUSEHOLD',
          'How many people live in your household, you included?',
          [1, 14, 'people'],
          (_, random) => Math.round(random.around(2.9, 1.3)),
        ),
        yesNo('DEM_LIVES_ALONE', 'Do you live alone?', ({ age, severity }) => (age < 18 ? 0 : 0.16 + 0.07 * severity)),
        severalOf('DEM_LANGUAGES', 'Which languages are spoken at home?|Mark all that apply.', LANGUAGES, (code) =>
          code === 'en' ? 0.94 : code === 'es' ? 0.18 : 0.05,
        ),
      ],
    },
    {
      name: 'School and work',
      tocPage: '6',
      questions: [
        amount(
          'DEM_SCHOOL_YEARS',
          'How many years of school have you finished?',
          [0, 26, 'years'],
          ({ age, severity }, random) =>
            Math.min(Math.max(0, age - 6), Math.round(random.around(14 - severity * 0.6, 2.6))),
        ),
        choice(
          'DEM_WORK',
          'What do you mostly do at present?',
          WORK,
          ({ age, severity }, random) => {
            if (age < 19) return '2'
            if (age > 67)
              return random.weighted([
                ['6', 8],
                ['1', 2],
              ])
            return random.weighted([
              ['1', 62 - 12 * severity],
              ['2', age < 28 ? 20 : 2],
              ['3', 8],
              ['4', 6 + 3 * severity],
              ['5', 2 + 11 * severity],
            ])
          },
          { explicit: 'If several apply, the one that takes most of the week.' },
        ),
        amount(
          'DEM_WORK_HOURS',
          'How many hours did you work in the past seven days?',
          [0, 112, 'hours'],
          ({ age, severity }, random) =>
            age < 19 || random.chance(0.3 + 0.12 * severity) ? 0 : Math.round(random.around(37 - 3 * severity, 9)),
        ),
        open('DEM_OCCUPATION', 'text', 'What is your occupation, or what was the last one?', ({ age }, random) =>
          age < 19
            ? null
            : random.weighted([
                ['Nurse', 4],
                ['Teacher', 4],
                ['Café owner', 1],
                ['Electrician', 3],
                ['Shop assistant', 5],
                ['Accountant', 3],
                ['Driver; before that, farm work', 1],
                ['Programmer', 3],
                ['Cook', 3],
                ['"Odd jobs", mostly gardening', 1],
              ]),
        ),
      ],
    },
  ],
}
