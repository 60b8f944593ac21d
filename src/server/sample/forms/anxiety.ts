import { amount, choice, severalOf, tick, yesNo, type SampleForm } from '#server/sample/question.ts'
import type { Subject } from '#server/sample/subject.ts'

const BODY = { heart: 'Racing heart', breath: 'Short breath', dizzy: 'Dizziness', sweat: 'Sweating', shake: 'Shaking' }
const FEARS = { 1: 'Animals', 2: 'Heights', 3: 'Blood or needles', 4: 'Closed rooms', 5: 'Storms or water' }
const BOTHER = { 0: 'Not at all', 1: 'A little', 2: 'Rather much', 3: 'Very much' }

const anxious = ({ hasHad }: Subject, yes: number, no: number) => (hasHad.anxiety ? yes : no)
const AFTER_ATTACK = { implicit: 'Asked where an attack was reported.' }

export const ANXIETY: SampleForm = {
  instrument: 'SAI',
  version: '1.0',
  title: 'Synthetic Anxiety Interview',
  isGivenTo: (subject) => (subject.age < 10 ? 0 : subject.collection === 'sz' ? 0.6 : 0.84),
  sections: [
    {
      name: 'Attacks of fear',
      tocPage: '2',
      questions: [
        yesNo('ANX_ATTACK', 'Have you had a sudden attack of fear|when there was no danger?', (subject) =>
          anxious(subject, 0.62, 0.05),
        ),
        severalOf('ANX_ATTACK_BODY', 'What did you feel in your body?|Mark all that apply.', BODY, (_, subject) =>
          anxious(subject, 0.48, 0.01),
        ),
        amount(
          'ANX_ATTACK_COUNT',
          'How many attacks did you have in the worst month?',
          [0, 120, 'attacks'],
          ({ hasHad }, random) => (hasHad.anxiety ? Math.max(1, Math.round(random.around(6, 3.5))) : null),
          AFTER_ATTACK,
        ),
        yesNo(
          'ANX_ATTACK_AVOID',
          'Did you stay away from places because an attack might come?',
          ({ hasHad }) => (hasHad.anxiety ? 0.44 : null),
          AFTER_ATTACK,
        ),
      ],
    },
    {
      name: 'Worry',
      tocPage: '4',
      questions: [
        yesNo('ANX_WORRY', 'Has there been half a year or longer in which you worried on most days?', (subject) =>
          anxious(subject, 0.58, 0.06),
        ),
        choice('ANX_WORRY_BOTHER', 'How much did the worry bother you?', BOTHER, ({ hasHad, severity }, random) =>
          hasHad.anxiety
            ? random.weighted([
                ['0', 1],
                ['1', 4],
                ['2', 4 + severity],
                ['3', 1 + severity],
              ])
            : random.weighted([
                ['0', 9],
                ['1', 1],
              ]),
        ),
        amount(
          'ANX_WORRY_HOURS',
          'For how many hours of a usual day did you worry?',
          [0, 24, 'hours'],
          ({ hasHad }, random) => (hasHad.anxiety ? Math.round(random.around(4, 2) * 2) / 2 : null),
        ),
        yesNo('ANX_SLEEP', 'Did worry keep you from falling asleep?', (subject) => anxious(subject, 0.63, 0.12)),
      ],
    },
    {
      name: 'Particular fears',
      tocPage: '6',
      questions: [
        severalOf(
          'ANX_FEARS',
          'Which of these do you fear so much that you avoid them?|Mark all that apply.',
          FEARS,
          (_, subject) => anxious(subject, 0.22, 0.06),
        ),
        yesNo('ANX_PEOPLE', 'Are you very afraid of speaking or eating while others look at you?', (subject) =>
          anxious(subject, subject.diagnosis === 'ASD' ? 0.6 : 0.36, 0.05),
        ),
        yesNo('ANX_THOUGHTS', 'Do thoughts come back again and again|although you do not want them?', (subject) =>
          anxious(subject, 0.27, 0.03),
        ),
        yesNo('ANX_ACTS', 'Do you have to wash, count or check things over and over?', (subject) =>
          anxious(subject, 0.2, 0.02),
        ),
        tick('ANX_TREATED', 'Tick if treated for any of these', (subject) => anxious(subject, 0.35, 0.01)),
      ],
    },
  ],
}
