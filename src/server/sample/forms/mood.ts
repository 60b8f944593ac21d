import { amount, choice, open, severalOf, tick, yesNo, type SampleForm } from '#server/sample/question.ts'
import type { Subject } from '#server/sample/subject.ts'

const FREQUENCY = { 0: 'Never', 1: 'Once or twice', 2: 'Several times', 3: 'Most of the time' }
const DEPRESSIVE = {
  sleep: 'Sleep',
  appetite: 'Appetite or weight',
  energy: 'Energy',
  guilt: 'Guilt',
  focus: 'Attention',
  death: 'Thoughts of death',
}
const ELATED = {
  sleep: 'Needed less sleep',
  talk: 'Talked more',
  plans: 'Had great plans',
  money: 'Spent too much',
  risk: 'Took risks',
}

const low = (subject: Subject, share: number) => (subject.hasHad.depression ? share : null)
const high = (subject: Subject, share: number) => (subject.hasHad.mania ? share : null)
const AFTER_LOW = { implicit: 'Asked where a period of low mood was reported.' }
const AFTER_HIGH = { implicit: 'Asked where a period of high mood was reported.' }

export const MOOD: SampleForm = {
  instrument: 'SMI',
  version: '2.1',
  title: 'Synthetic Mood Interview',
  isGivenTo: (subject) => (subject.age < 12 ? 0.1 : 0.93),
  sections: [
    {
      name: 'Low mood',
      tocPage: '3',
      questions: [
        yesNo(
          'MOOD_LOW_EVER',
          'Have you ever felt low or empty|for most of the day,|nearly every day for two weeks or longer?',
          ({ hasHad }) => (hasHad.depression ? 0.97 : 0.04),
        ),
        yesNo(
          'MOOD_LOW_INTEREST',
          'During such a time, did you lose interest in things that you usually enjoy?',
          (subject) => low(subject, 0.86),
          AFTER_LOW,
        ),
        severalOf(
          'MOOD_LOW_SIGNS',
          'Which of these changed during that time?|Mark all that apply.',
          DEPRESSIVE,
          (_, { hasHad, severity }) => (hasHad.depression ? 0.45 + 0.13 * severity : 0.01),
        ),
        amount(
          'MOOD_LOW_AGE',
          'How old were you when such a time came first?',
          [3, 99, 'years'],
          ({ hasHad, onsetAge, age }, random) =>
            hasHad.depression ? Math.min(age, Math.max(6, onsetAge ?? Math.round(random.around(30, 9)))) : null,
          AFTER_LOW,
        ),
        amount(
          'MOOD_LOW_EPISODES',
          'How many such times have you had?',
          [0, 90, 'episodes'],
          ({ hasHad, severity }, random) =>
            hasHad.depression ? Math.max(1, Math.round(random.around(1 + 2.2 * severity, 2))) : null,
          AFTER_LOW,
        ),
        amount(
          'MOOD_LOW_WEEKS',
          'How many weeks did the longest one last?',
          [2, 520, 'weeks'],
          ({ hasHad, severity }, random) =>
            hasHad.depression ? Math.round(random.around(12 + 9 * severity, 7)) : null,
          AFTER_LOW,
        ),
        choice(
          'MOOD_LOW_CRYING',
          'How often did you cry, or feel like crying?',
          FREQUENCY,
          ({ hasHad, sex }, random) =>
            hasHad.depression
              ? random.weighted([
                  ['0', sex === 'M' ? 5 : 2],
                  ['1', 4],
                  ['2', 4],
                  ['3', sex === 'F' ? 4 : 2],
                ])
              : null,
          AFTER_LOW,
        ),
        yesNo(
          'MOOD_LOW_HELP',
          'Did you see somebody professional about it?',
          (subject) => low(subject, 0.5 + 0.13 * subject.severity),
          AFTER_LOW,
        ),
        yesNo(
          'MOOD_LOW_HOSPITAL',
          'Were you in hospital because of it?',
          (subject) => low(subject, 0.09 * subject.severity),
          AFTER_LOW,
        ),
        open(
          'MOOD_LOW_LAST',
          'fuzzydate',
          'When did the last such time end?',
          ({ hasHad, interviewDay }, random) => {
            if (!hasHad.depression) return null
            const year = 1970 + Math.floor(interviewDay / 365.25) - random.between(1, 9)
            const month = String(random.between(1, 12)).padStart(2, '0')
            return random.weighted([
              [`${year}-${month}-UU`, 5],
              [`${year}-UU-UU`, 3],
              [`${String(year).slice(0, 3)}U-UU-UU`, 1],
            ])
          },
          AFTER_LOW,
        ),
      ],
    },
    {
      name: 'High mood',
      tocPage: '7',
      questions: [
        yesNo(
          'MOOD_HIGH_EVER',
          'Has there been a time when you were so cheerful or so full of energy|that others thought you were not yourself?',
          ({ hasHad }) => (hasHad.mania ? 0.96 : 0.03),
        ),
        yesNo(
          'MOOD_HIGH_IRRITABLE',
          'Were you so irritable that you shouted at people or started quarrels?',
          (subject) => high(subject, 0.68),
          AFTER_HIGH,
        ),
        severalOf(
          'MOOD_HIGH_SIGNS',
          'Which of these were so at that time?|Mark all that apply.',
          ELATED,
          (_, { hasHad, severity }) => (hasHad.mania ? 0.5 + 0.12 * severity : 0.01),
        ),
        amount(
          'MOOD_HIGH_AGE',
          'How old were you when such a time came first?',
          [3, 99, 'years'],
          ({ hasHad, onsetAge, age }, random) =>
            hasHad.mania ? Math.min(age, (onsetAge ?? 20) + random.between(0, 4)) : null,
          AFTER_HIGH,
        ),
        amount(
          'MOOD_HIGH_DAYS',
          'How many days did the longest one last?',
          [1, 365, 'days'],
          ({ hasHad, diagnosis }, random) =>
            hasHad.mania ? Math.round(random.around(diagnosis === 'BP2' ? 5 : 19, 4)) : null,
          AFTER_HIGH,
        ),
        choice(
          'MOOD_HIGH_TROUBLE',
          'How much trouble did it make at home or at work?',
          { 0: 'None', 1: 'Some', 2: 'Much', 3: 'So much that it had to be treated' },
          ({ hasHad, diagnosis }, random) =>
            hasHad.mania
              ? random.weighted([
                  ['0', 1],
                  ['1', 3],
                  ['2', 4],
                  ['3', diagnosis === 'BP2' ? 0.1 : 5],
                ])
              : null,
          AFTER_HIGH,
        ),
        tick('MOOD_HIGH_HOSPITAL', 'Tick if in hospital because of high mood', ({ hasHad, severity }) =>
          hasHad.mania ? 0.2 * severity : 0,
        ),
        yesNo(
          'MOOD_HIGH_DRUGS_ONLY',
          'Did it happen only while taking a drug or a medicine?',
          (subject) => high(subject, 0.07),
          AFTER_HIGH,
        ),
      ],
    },
    {
      name: 'Course',
      tocPage: '10',
      questions: [
        amount(
          'MOOD_RATING_NOW',
          'How is your mood today,|from 0, as bad as it can be,|to 100, as good as it can be?',
          [0, 100, 'points'],
          ({ severity }, random) => Math.round(random.around(72 - 9 * severity, 13)),
        ),
        open('MOOD_REMARKS', 'text', 'Remarks of the interviewer', ({ hasHad }, random) =>
          hasHad.depression && random.chance(0.4)
            ? random.weighted([
                ['Dates are guesses.', 3],
                ['Mother helped to remember; she was present.', 2],
                ['Tired, stopped twice', 2],
                ['Said: "It comes each winter"', 2],
                ['See also the records of 2003', 1],
              ])
            : null,
        ),
      ],
    },
  ],
}
