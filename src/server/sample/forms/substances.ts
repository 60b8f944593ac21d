import { amount, choice, severalOf, tick, yesNo, type SampleForm } from '#server/sample/question.ts'

const OFTEN = {
  0: 'Never',
  1: 'Less than once a month',
  2: 'One to four days a month',
  3: 'Two or more days a week',
  4: 'Daily',
  9: 'Not sure',
}
const SMOKING = { 0: 'Never', 1: 'In the past', 2: 'Now' }
const OTHERS = {
  coc: 'Cocaine',
  amp: 'Amphetamines',
  opi: 'Opiates',
  hal: 'Hallucinogens',
  sed: 'Sedatives, not prescribed',
}
const AFTER_ALCOHOL = { implicit: 'Asked of those who ever drank.' }
const AFTER_SMOKING = { implicit: 'Asked of those who ever smoked.' }

export const SUBSTANCES: SampleForm = {
  instrument: 'SSI',
  version: '3.0',
  title: 'Synthetic Substance Use Interview',
  isGivenTo: (subject) => (subject.age < 14 ? 0 : 0.82),
  sections: [
    {
      name: 'Alcohol',
      tocPage: '2',
      questions: [
        yesNo('SUB_ALC_EVER', 'Have you ever had a whole drink of alcohol?', ({ age }) => (age < 16 ? 0.2 : 0.92)),
        choice('SUB_ALC_OFTEN', 'How often did you drink in the past year?', OFTEN, ({ hasHad, age }, random) => {
          if (age < 16) return '0'
          return hasHad.alcohol
            ? random.weighted([
                ['1', 1],
                ['2', 2],
                ['3', 4],
                ['4', 3],
                ['9', 0.3],
              ])
            : random.weighted([
                ['0', 3],
                ['1', 3],
                ['2', 4],
                ['3', 1],
                ['9', 0.2],
              ])
        }),
        amount(
          'SUB_ALC_MOST',
          'What is the most that you ever drank in one day?',
          [0, 60, 'drinks'],
          ({ hasHad, sex }, random) =>
            Math.round(random.around((hasHad.alcohol ? 16 : 5) + (sex === 'M' ? 2 : 0), 3.5)),
          AFTER_ALCOHOL,
        ),
        yesNo(
          'SUB_ALC_CUT_DOWN',
          'Did you try to drink less and fail?',
          ({ hasHad }) => (hasHad.alcohol ? 0.55 : 0.02),
          AFTER_ALCOHOL,
        ),
        yesNo(
          'SUB_ALC_MORNING',
          'Did you shake or sweat in the morning until you drank?',
          ({ hasHad }) => (hasHad.alcohol ? 0.26 : 0),
          AFTER_ALCOHOL,
        ),
        amount(
          'SUB_ALC_AGE',
          'How old were you when you first had a whole drink?',
          [3, 90, 'years'],
          ({ age }, random) => (age < 16 ? null : Math.min(age, Math.round(random.around(16.4, 2.1)))),
          AFTER_ALCOHOL,
        ),
      ],
    },
    {
      name: 'Tobacco',
      tocPage: '5',
      questions: [
        choice('SUB_SMOKING', 'Have you ever smoked every day|for a month or longer?', SMOKING, ({ hasHad }, random) =>
          hasHad.smoking
            ? random.weighted([
                ['1', 4],
                ['2', 6],
              ])
            : '0',
        ),
        amount(
          'SUB_CIGARETTES',
          'How many cigarettes a day, when you smoked most?',
          [0, 120, 'cigarettes'],
          ({ hasHad }, random) => (hasHad.smoking ? Math.max(1, Math.round(random.around(17, 7))) : null),
          AFTER_SMOKING,
        ),
        amount(
          'SUB_SMOKING_YEARS',
          'For how many years altogether?',
          [0, 80, 'years'],
          ({ hasHad, age }, random) =>
            hasHad.smoking ? Math.min(Math.max(0, age - 13), Math.round(random.around(11, 6))) : null,
          AFTER_SMOKING,
        ),
      ],
    },
    {
      name: 'Other substances',
      tocPage: '7',
      questions: [
        yesNo('SUB_CANNABIS', 'Have you used cannabis more than ten times?', ({ hasHad }) =>
          hasHad.cannabis ? 0.9 : 0.02,
        ),
        amount(
          'SUB_CANNABIS_AGE',
          'How old were you when you used it first?',
          [5, 90, 'years'],
          ({ hasHad, age }, random) => (hasHad.cannabis ? Math.min(age, Math.round(random.around(17.2, 2.6))) : null),
        ),
        severalOf(
          'SUB_OTHERS',
          'Which of these have you used more than five times?|Mark all that apply.',
          OTHERS,
          (_, { hasHad, severity }) => (hasHad.cannabis ? 0.06 + 0.04 * severity : 0.004),
        ),
        tick('SUB_NEEDLE', 'Tick if ever injected', ({ hasHad }) => (hasHad.cannabis ? 0.03 : 0)),
        yesNo('SUB_TREATED', 'Have you been treated because of alcohol or drugs?', ({ hasHad, severity }) =>
          hasHad.alcohol ? 0.12 + 0.1 * severity : 0.01,
        ),
      ],
    },
  ],
}
