import {
  AT_WORST,
  IN_LIFE,
  PARENT_NOW,
  PARENT_THEN,
  THIS_MONTH,
  TWO_WEEKS,
} from '#server/demo/forms/question-templates.ts'
import { ask, items, section, form } from '#server/demo/forms/section.ts'
import { AFTERMATH, FEARS, RITUALS } from '#server/demo/symptoms/anxiety.ts'
import { COMPLAINTS, EATING, NIGHTS } from '#server/demo/symptoms/body.ts'
import { CONDUCT, RESTLESSNESS, SOCIAL } from '#server/demo/symptoms/childhood.ts'
import { LOW_MOOD } from '#server/demo/symptoms/mood.ts'
import { some } from '#server/demo/symptoms/symptom.ts'

export const ANXIETY_INVENTORY = form('AWI', 'Anxiety and Worry Inventory', { given: 'age >= 12', share: 0.45 }, [
  section('Fears this month', ask(FEARS, THIS_MONTH)),
  section('Fears over the years', ask(FEARS, IN_LIFE)),
  section('Signs of tension', ask(COMPLAINTS, THIS_MONTH)),
])

const RITUAL_COURSE = items('obs')`
HOURS_THOUGHTS count 0..16 hours | On an average day, how many hours do unwanted thoughts take up?
HOURS_RITUALS count 0..16 hours | And how many hours go into the things that have to be done?
RESIST scale ability | How hard is it to resist them?
CONTROL scale ability | How much control do you have over them?
DISTRESS scale trouble | What distress would it cause you to be kept from doing them?
AVOIDS text places | Which places or things do you avoid because of them?
ONSET onset | When did all this begin? Give the date as far as it is known.
HELP_SOUGHT fuzzy | On what date did you first tell a professional about it?
`

export const RITUAL_INTERVIEW = form('OCI', 'Obsessions and Rituals Interview', { given: 'age >= 10', share: 0.3 }, [
  section('Time and control', RITUAL_COURSE),
  section('At the worst', ask(RITUALS, AT_WORST)),
  section('At present', ask(RITUALS, THIS_MONTH)),
])

const NIGHT_DIARY = items('slp')`
DIARY_FROM date | On what date was the first entry of the diary made?
DIARY_NIGHTS count 3..28 nights | How many nights does the diary cover?
LIGHTS_OUT score 23.1 1.1 19..28 hours | What was the average hour of lights out? Count past midnight as 25, 26 and so on.
GOT_UP score 7.1 1.1 3..13 hours | At what hour, on average, did the person get up?
ASLEEP_AFTER count 2..150 minutes | After how many minutes, on average, was the person asleep?
AWAKE_TOTAL count 0..200 minutes | How many minutes were spent awake between dropping off and getting up?
EFFICIENCY score 84 9 30..100 percent | What share of the time in bed was spent asleep?
LARK scale agree | Would you rather do your best work early in the day? Say how far you agree.
OWL scale agree | Do you come to life in the evening? Say how far you agree.
DARK scale true | Is the bedroom dark and quiet enough?
PETS yes +0.4 | Do children or animals share the bed?
DROWSY_DRIVING scale often +0.8 | How often have you felt drowsy at the wheel?
JET_LAG yes +0.4 | Have you crossed several time zones in the past month?
SLEEP_DIARY_TRUST scale confidence | Judge how carefully the sleep diary was kept.
`

export const NIGHT_QUESTIONNAIRE = form('SLQ', 'Sleep Diary and Questionnaire', { given: 'age >= 14', share: 0.35 }, [
  section('Diary', NIGHT_DIARY),
  section('Nights this month', ask(NIGHTS, THIS_MONTH)),
  section('Nights over the years', ask(NIGHTS, IN_LIFE)),
])

const MEASURES = items('eat')`
WAIST score 88 13 50..160 cm | Measure the waist and enter it in centimetres.
HIP score 100 11 60..170 cm | Measure the hips and enter the figure in centimetres.
WEIGHT_MEASURED score 74 15 25..190 kg | Weigh the person without shoes and enter the weight.
HEIGHT_MEASURED score 169 9.5 100..210 cm | Measure the height without shoes.
WEIGHT_GOAL score 66 11 30..140 kg | What weight do you aim for at present?
MEALS count 1..8 meals | How many meals do you eat on an ordinary day?
BREAKFAST scale frequency -0.6 | How often do you have breakfast?
FAMILY_MEALS scale frequency -0.4 | On how many days does the family sit down to eat together? Choose the nearest answer.
VEGETARIAN yes +0.6 | Do you leave out meat or other kinds of food on principle?
DIET_AGE first | How old were you when you first left out foods to lose weight?
PERIODS_MISSED count 0..60 months | How many periods in a row have you missed at most?
DENTAL yes +1 | Has a dentist spoken to you about worn enamel?
`

export const EATING_INTERVIEW = form('EWI', 'Eating and Weight Interview', { given: 'age >= 12', share: 0.3 }, [
  section('Measures and habits', MEASURES),
  section('At the worst', ask(EATING, AT_WORST)),
  section('Eating this month', ask(EATING, THIS_MONTH)),
])

export const ATTENTION_SCALE = form('AAS', 'Attention and Activity Scale', { given: 'age >= 8', share: 0.35 }, [
  section('Your school years', ask(RESTLESSNESS, AT_WORST)),
  section('This month', ask(RESTLESSNESS, THIS_MONTH)),
  section('Conduct before fifteen', ask(CONDUCT, AT_WORST)),
])

export const TRAUMA_SCALE = form(
  'AFS',
  'Aftermath of Events Scale',
  { given: 'age >= 12', share: 0.35, versions: ['1'] },
  [section('The past two weeks', ask(AFTERMATH, TWO_WEEKS)), section('At any time', ask(AFTERMATH, IN_LIFE))],
)

const CHILD = items('att')`
CHILD_INFORMANT pick informant | Who answers for the child?
CHILD_AGE age | How old is the child today?
CHILD_SCHOOL scale ability | How does the child cope at school?
CHILD_FRIENDS scale ability | Does the child find it hard to make friends? Rate the difficulty.
CHILD_HELP yes | Has the child been seen by a psychologist or a psychiatrist?
CHILD_HELP_AGE first | At what age was the child first seen?
CHILD_MOOD scale well | On most days of the past month, what was your child's mood like?
CHILD_SLEEP scale well | How well does your child sleep?
CHILD_SLEEP_OWN yes -0.6 | Does your child sleep alone?
CHILD_STRENGTHS text strengths | What do you like best about your child?
`

export const CHILD_INTERVIEW = form(
  'CAI',
  'Child and Adolescent Interview for Parents',
  { given: 'age < 19', share: 0.85 },
  [
    section('About the child', CHILD),
    section('Attention and activity', ask(RESTLESSNESS, PARENT_NOW)),
    section('Temper and rules', ask(CONDUCT, PARENT_NOW), ask(some(CONDUCT, 1, 10), PARENT_THEN)),
    section('Fears', ask(some(FEARS, 1, 30), PARENT_NOW)),
    section('Spirits', ask(some(LOW_MOOD, 1, 20), PARENT_NOW)),
    section('Nights and meals', ask(some(NIGHTS, 1, 14), PARENT_NOW), ask(some(EATING, 12, 17), PARENT_NOW)),
  ],
)

export const SOCIAL_INTERVIEW = form(
  'SCI',
  'Social Communication Interview for Parents',
  { given: `age < 30 AND (collection = 'au' OR age < 19)`, share: 0.8 },
  [section('Now', ask(SOCIAL, PARENT_NOW)), section('Early years', ask(SOCIAL, PARENT_THEN))],
)
