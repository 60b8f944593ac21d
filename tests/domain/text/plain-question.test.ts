import { expect, test } from 'vitest'
import { plainQuestion } from '#domain/text/plain-question.ts'

test.each([
  ['How old are you today?', 'How old are you today?'],
  ['Do you feel so at present? If yes, follow the safety procedure before going on.', 'Do you feel so at present?'],
  ['Who remarked on it? Enter all who did.', 'Who remarked on it?'],
  ['INTERVIEWER: Show card 3. How often do you drink?', 'How often do you drink?'],
  ['IF YES: How old were you the first time?', 'How old were you the first time?'],
  ['IF NO, ASK: Were you ever in hospital? [Code 9 if refused.]', 'Were you ever in hospital?'],
  ['Have you ever had|a low mood (DO NOT READ)?', 'Have you ever had a low mood?'],
  ['RECORD AGE IN YEARS. How old were you?', 'How old were you?'],
  ['Think of the last week. How did you sleep?', 'Think of the last week. How did you sleep?'],
  ['Have you ever had PTSD (after a shock)?', 'Have you ever had PTSD (after a shock)?'],
  ['Which of these did you have? Asthma', 'Which of these did you have? Asthma'],
  ['Have you had an ECG or EEG?', 'Have you had an ECG or EEG?'],
])('leaves out the instructions to the interviewer: %s', (text, question) => {
  expect(plainQuestion(text)).toBe(question)
})

test.each(['Enter the sex given in the records at birth.', 'AGE IN YEARS', 'INTERVIEWER: Rate the mood.', ''])(
  'keeps a text that is no question: “%s”',
  (text) => {
    expect(plainQuestion(text)).toBe(text)
  },
)
