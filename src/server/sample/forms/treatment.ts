import { amount, choice, open, severalOf, tick, yesNo, type SampleForm } from '#server/sample/question.ts'
import { dateOfDay, type Subject } from '#server/sample/subject.ts'

const MEDICINES = {
  adp: 'Antidepressant',
  aps: 'Antipsychotic',
  lit: 'Lithium',
  acv: 'Anticonvulsant',
  anx: 'For anxiety or sleep',
  stm: 'Stimulant',
}
const RESPONSE = { 0: 'Worse', 1: 'No change', 2: 'Somewhat better', 3: 'Much better', 4: 'Too early to say' }
const CONDITIONS = {
  1: 'Diabetes',
  2: 'High blood pressure',
  3: 'Thyroid illness',
  4: 'Epilepsy',
  5: 'Migraine',
  6: 'Asthma',
}

const isIll = ({ diagnosis }: Subject) => diagnosis !== 'NONE'
const AFTER_TREATMENT = { implicit: 'Asked where a treatment was reported.' }

function medicineShare(code: string, { diagnosis }: Subject): number {
  if (diagnosis === 'NONE') return code === 'anx' ? 0.04 : 0.01
  if (code === 'lit') return diagnosis === 'BP1' || diagnosis === 'BP2' ? 0.55 : 0.03
  if (code === 'aps') return diagnosis === 'SCZ' || diagnosis === 'SAD' ? 0.95 : 0.25
  if (code === 'adp') return diagnosis === 'SCZ' ? 0.3 : 0.64
  if (code === 'stm') return diagnosis === 'ASD' ? 0.3 : 0.03
  return 0.24
}

export const TREATMENT: SampleForm = {
  instrument: 'STI',
  version: '1.4',
  title: 'Synthetic Treatment and Health Interview',
  isGivenTo: (subject) => (isIll(subject) ? 0.94 : 0.45),
  sections: [
    {
      name: 'Treatment',
      tocPage: '2',
      questions: [
        yesNo('TRT_EVER', 'Have you ever been treated for your nerves, mood or thoughts?', (subject) =>
          isIll(subject) ? 0.93 : 0.08,
        ),
        open(
          'TRT_FIRST',
          'date',
          'Day of the first appointment, from the records',
          (subject, random) => {
            if (!isIll(subject) || random.chance(0.35)) return null
            const years = Math.max(0, subject.age - (subject.onsetAge ?? subject.age) - 1)
            return dateOfDay(subject.interviewDay - Math.round(years * 365.25) - random.between(10, 300))
          },
          AFTER_TREATMENT,
        ),
        amount(
          'TRT_ADMISSIONS',
          'How many times have you stayed in a hospital for it?',
          [0, 80, 'stays'],
          (subject, random) => (isIll(subject) ? Math.round(random.around(1.6 * subject.severity - 0.6, 1.6)) : null),
          AFTER_TREATMENT,
        ),
        severalOf(
          'TRT_MEDICINES',
          'Which kinds of medicine have you taken for it?|Mark all that apply.',
          MEDICINES,
          medicineShare,
        ),
        choice(
          'TRT_RESPONSE',
          'How well did the last one work?',
          RESPONSE,
          (subject, random) =>
            isIll(subject)
              ? random.weighted([
                  ['0', 1],
                  ['1', 2 + subject.severity],
                  ['2', 5],
                  ['3', 5 - subject.severity],
                  ['4', 0.5],
                ])
              : null,
          AFTER_TREATMENT,
        ),
        yesNo('TRT_TALKING', 'Have you had a talking treatment of five or more sessions?', (subject) =>
          isIll(subject) ? 0.48 : 0.09,
        ),
        tick('TRT_ECT', 'Tick if treated with electric current under anaesthesia', ({ severity, hasHad }) =>
          severity === 3 && hasHad.depression ? 0.14 : 0,
        ),
        open('TRT_RECORD_NUMBER', 'identifier', 'Number of the hospital record', (subject, random) =>
          isIll(subject) && random.chance(0.6) ? `H${random.between(10_000_000, 99_999_999)}` : null,
        ),
      ],
    },
    {
      name: 'Health',
      tocPage: '5',
      questions: [
        severalOf(
          'TRT_CONDITIONS',
          'Which of these has a doctor found?|Mark all that apply.',
          CONDITIONS,
          (code, { age }) => (code === '2' ? age / 220 : 0.06),
        ),
        amount('TRT_HEIGHT', 'How tall are you?', [60, 220, 'cm'], ({ sex, age }, random) => {
          const grown = sex === 'M' ? 177 : 164
          return Math.round(random.around(age < 16 ? grown - (16 - age) * 6 : grown, 6.5))
        }),
        amount('TRT_WEIGHT', 'How much do you weigh?', [10, 260, 'kg'], ({ sex, age, severity }, random) => {
          const grown = (sex === 'M' ? 82 : 70) + 2.5 * severity
          return Math.round(random.around(age < 16 ? grown - (16 - age) * 5 : grown, 12) * 10) / 10
        }),
        yesNo('TRT_HEAD_INJURY', 'Have you been knocked out by a blow to the head?', ({ sex }) =>
          sex === 'M' ? 0.13 : 0.07,
        ),
        open('TRT_PLACE', 'text', 'Where were you treated last?', (subject, random) =>
          isIll(subject)
            ? random.weighted([
                ['Day clinic', 3],
                ['General practice', 4],
                ['University hospital', 3],
                ['Practice of Dr. Ångström', 1],
                ['A group, in the church hall', 1],
              ])
            : null,
        ),
        open('TRT_OLD_SCORE', 'null', 'Score of an earlier version, no longer asked', () => null),
      ],
    },
  ],
}
