import { amount, choice, open, severalOf, tick, yesNo, type Draw, type SampleForm } from '#server/sample/question.ts'
import type { Subject } from '#server/sample/subject.ts'

const CERTAINTY = { 0: 'Absent', 1: 'Doubtful', 2: 'Present' }
const VOICES = {
  one: 'One voice',
  two: 'Voices talking with each other',
  comment: 'A voice that comments',
  order: 'A voice that gives orders',
}
const AFTER_ANY = { implicit: 'Asked where any of these experiences was reported.' }

function certainty(present: number): Draw<string> {
  return ({ hasHad }, random) => {
    const share = hasHad.psychosis ? present : 0.01
    return random.weighted([
      ['0', 1 - share],
      ['1', share * 0.2],
      ['2', share * 0.8],
    ])
  }
}

const seen = (subject: Subject, share: number) => (subject.hasHad.psychosis ? share : null)

export const PSYCHOSIS: SampleForm = {
  instrument: 'SPI',
  version: '1.2',
  title: 'Synthetic Psychosis Interview',
  isGivenTo: ({ age, hasHad, collection }) => (age < 14 ? 0 : hasHad.psychosis || collection === 'sz' ? 0.97 : 0.55),
  sections: [
    {
      name: 'Beliefs',
      tocPage: '2',
      questions: [
        choice(
          'PSY_WATCHED',
          'Have you been sure that people watched or followed you|when others said that this was not so?',
          CERTAINTY,
          certainty(0.72),
        ),
        choice(
          'PSY_SPECIAL',
          'Have you been sure of having powers or a task that nobody else had?',
          CERTAINTY,
          certainty(0.38),
        ),
        choice(
          'PSY_MESSAGES',
          'Have television, songs or street signs had messages meant for you alone?',
          CERTAINTY,
          certainty(0.46),
        ),
        choice(
          'PSY_CONTROLLED',
          'Has something outside yourself moved your body or made your thoughts?',
          CERTAINTY,
          certainty(0.31),
        ),
      ],
    },
    {
      name: 'Perceptions',
      tocPage: '5',
      questions: [
        choice('PSY_VOICES', 'Have you heard voices when nobody was there?', CERTAINTY, certainty(0.66)),
        severalOf(
          'PSY_VOICES_KIND',
          'What were the voices like?|Mark all that apply.',
          VOICES,
          (code, { hasHad, diagnosis }) =>
            hasHad.psychosis ? (code === 'one' ? 0.5 : diagnosis === 'SCZ' ? 0.34 : 0.2) : 0,
        ),
        choice('PSY_VISIONS', 'Have you seen things or people that others could not see?', CERTAINTY, certainty(0.29)),
        tick('PSY_TOUCH_SMELL', 'Tick if smells or touches were reported that had no cause', ({ hasHad }) =>
          hasHad.psychosis ? 0.16 : 0,
        ),
      ],
    },
    {
      name: 'Course',
      tocPage: '8',
      questions: [
        amount(
          'PSY_ONSET_AGE',
          'How old were you when the first of these came?',
          [3, 99, 'years'],
          ({ hasHad, onsetAge, age }, random) =>
            hasHad.psychosis ? Math.max(9, Math.min(age, (onsetAge ?? 24) + random.between(-1, 3))) : null,
          AFTER_ANY,
        ),
        amount(
          'PSY_LONGEST_WEEKS',
          'For how many weeks in a row did they last at most?',
          [0, 1_500, 'weeks'],
          ({ hasHad, diagnosis }, random) =>
            hasHad.psychosis ? Math.round(random.around(diagnosis === 'SCZ' ? 60 : 14, 6)) : null,
          AFTER_ANY,
        ),
        yesNo(
          'PSY_ONLY_IN_MOOD',
          'Did they come only while your mood was very low or very high?',
          (subject) => seen(subject, subject.diagnosis === 'SCZ' ? 0.03 : 0.7),
          AFTER_ANY,
        ),
        yesNo(
          'PSY_ONLY_WITH_DRUGS',
          'Did they come only after taking a drug?',
          (subject) => seen(subject, subject.hasHad.cannabis ? 0.12 : 0.02),
          AFTER_ANY,
        ),
        open(
          'PSY_FIRST_ADMISSION',
          'fuzzydate',
          'When were you first admitted because of them?',
          ({ hasHad, severity, onsetAge, age, interviewDay }, random) => {
            if (!hasHad.psychosis || severity < 2) return null
            const year = 1970 + Math.floor(interviewDay / 365.25) - (age - Math.min(age, (onsetAge ?? age) + 1))
            return random.weighted([
              [`${year}-UU-UU`, 3],
              [`${year}-${String(random.between(1, 12)).padStart(2, '0')}-UU`, 4],
              [`${year}-0U-UU`, 1],
            ])
          },
          AFTER_ANY,
        ),
        open('PSY_OWN_WORDS', 'text', 'What happened, in the words of the person', ({ hasHad }, random) =>
          hasHad.psychosis && random.chance(0.5)
            ? random.weighted([
                ['Neighbours spoke about me through the wall', 3],
                ['The radio knew my name', 2],
                ['I was to warn the city', 1],
                ['Somebody put thoughts in; they were not mine', 2],
                ['Does not want to say', 2],
              ])
            : null,
        ),
      ],
    },
  ],
}
