import { SUBSTANCE_SECTIONS } from '#server/demo/forms/lifetime-alcohol.ts'
import { BODY_SECTIONS } from '#server/demo/forms/lifetime-body.ts'
import { FEAR_SECTIONS } from '#server/demo/forms/lifetime-fears.ts'
import { MOOD_SECTIONS } from '#server/demo/forms/lifetime-mood.ts'
import { PSYCHOSIS_SECTIONS } from '#server/demo/forms/lifetime-psychosis.ts'
import { ask, items, section, type Form } from '#server/demo/forms/section.ts'
import { AT_WORST } from '#server/demo/forms/question-templates.ts'
import { COMPLAINTS } from '#server/demo/symptoms/body.ts'

const OPENING = items(
  'fun',
  `
INTERVIEW_DATE date | Enter the date of the interview.
INTERVIEW_AGE age | How old are you now?
INTERVIEW_PLACE pick setting | Where is the interview taking place?
INTERVIEW_LANGUAGE pick language | In which language is the interview held?
INTERVIEWER id staff | Enter the number of the interviewer.
REASON text worries | What would you say has been the main difficulty in your life so far?
EVER_HELP yes -0.7 | Have you ever seen anyone about your nerves, your feelings or the way you acted?
EVER_HELP_AGE first | How old were you when you first saw somebody about it?
EVER_WARD count 0..25 times | How many times have you been in hospital for psychiatric reasons?
EVER_MEDICINE yes -0.6 | Have you ever taken medicine for your nerves?
`,
)

const CLOSING = items(
  'fun',
  `
WORK_LOST count 0..52 weeks | In the past year, how many weeks of work or school have you lost through these troubles?
BEST_YEAR score 70 15 0..100 points | Rate the best level of daily life in the past year, from 0 to 100.
WORST_POINT score 45 18 0..100 points | Rate daily life at the worst point of the illness, from 0 to 100.
CARE_NOW pick treatment_place | Where are you being treated at present?
ADDITION text remarks | Is there anything that matters to you and that we have not talked about?
RELIABILITY scale confidence | Rate how far the answers can be relied on.
DURATION count 30..300 minutes | How many minutes did the interview take?
CHECKED tick | Tick when the form has been checked by a second person.
`,
)

/** The lifetime interview, for subjects of at least sixteen years. */
export const LIFETIME_INTERVIEW: Form = {
  code: 'LDI',
  instrument: 'Lifetime Diagnostic Interview',
  versions: ['1.0', '2.0', '3.1'],
  bareVersion: '3.1',
  given: 'age >= 16',
  share: 0.78,
  sections: [
    section('Opening', OPENING),
    ...MOOD_SECTIONS,
    ...BODY_SECTIONS,
    ...SUBSTANCE_SECTIONS,
    ...PSYCHOSIS_SECTIONS,
    ...FEAR_SECTIONS,
    section('Complaints of the body', ask(COMPLAINTS, AT_WORST)),
    section('Closing', CLOSING),
  ],
}
