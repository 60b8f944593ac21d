import { ask, asking, items, ofAdults, section, form } from '#server/demo/forms/section.ts'
import { CAN_DO, HARDSHIPS, PARTS_OF_LIFE, YEAR_EVENTS } from '#server/demo/symptoms/life.ts'

const PERSON = items('fun')`
SEX pick sex | Enter the sex given in the records at birth.
BIRTH_DATE birth | When were you born? Give the month and the year.
AGE_TODAY age | How old are you today?
TWIN pick twin | Are you a twin?
BIRTH_COUNTRY text countries | In which country were you born?
LANGUAGE_HOME pick language | Which language do you speak at home?
LANGUAGE_FIRST pick language | Which language did you learn first?
FAITH pick belief | In which faith were you brought up?
FAITH_PART scale frequency -0.4 | How often do you go to services?
HANDEDNESS pick handedness | With which hand do you write?
ADOPTED yes +1.3 | Were you adopted?
RAISED_BY pick rearing | Who brought you up for most of your childhood?
SISTERS count 0..8 sisters | How many full sisters have you had?
BROTHERS count 0..8 brothers | How many full brothers have you had?
BIRTH_RANK count 1..10 place | Which place do you hold among your mother's children?
`

const HOME = items('fun')`
MARITAL pick marital | What is your marital status?
MARRIED_DATE fuzzy | On what date were you first married?
PARTNERSHIP_YEARS count 0..50 years | How many years has your longest partnership lasted?
CHILDREN count 0..9 children | How many children have you had, leaving adopted ones aside?
HOUSEHOLD pick household | With whom do you live?
HOUSEHOLD_SIZE count 1..9 people | How many people live in your household, yourself included?
HOUSING pick housing | In what kind of housing do you live?
RESIDENCE pick residence | Where do you live: in a city, a town or the country?
MOVES count 0..20 times | How many times have you moved house in the past ten years?
HOMELESS yes +1.2 | Have you ever been without a home?
PHONE_CONTACT id staff | Enter the number of the contact sheet.
`

const WORK = items('fun')`
SCHOOLING pick schooling | What is the highest schooling you completed?
SCHOOL_YEARS score 12.8 2.8 0..24 years | For how many years altogether did you go to school?
SCHOOL_REPEATED yes +0.7 | Did you have to repeat a year at school?
SCHOOL_SPECIAL yes +0.9 | Were you ever in a class for children with difficulties?
EMPLOYMENT pick employment | What is your work situation at present?
OCCUPATION text jobs | What is your occupation, or what was your last one?
OCCUPATION_LONGEST count 0..45 years | How many years did you stay in your longest job?
JOBS_LOST count 0..12 jobs | How many jobs have you lost for reasons of health?
HOURS score 36 11 0..80 hours | How many hours a week do you work?
INCOME pick income | Into which of these groups does the income of your household fall?
PENSION yes +0.4 | Do you draw a pension because you are unable to work?
PENSION_SINCE fuzzy | Since what date has the pension been paid?
SERVICE yes +0.8 | Have you served in the armed forces?
PARENT_JOB text jobs | What did the parent who earned the most do for a living?
PARENT_SCHOOLING pick schooling | How far did your mother get at school?
FATHER_SCHOOLING pick schooling | And how far did your father get?
DRIVER yes -0.8 | Do you hold a driving licence?
`

export const DEMOGRAPHIC_FORM = form(
  'DEM',
  'Person and Household',
  { given: 'TRUE', share: 0.95, versions: ['1', '2', '3'], bareVersion: '3' },
  [
    section('The person', PERSON),
    ofAdults(section('Home and family', HOME)),
    ofAdults(section('Schooling and work', WORK)),
  ],
)

const EVENT = asking('')`
yes | In the past twelve months, has there been {noun}?
yes | Looking back over the past year, did you have to cope with {noun}?
yes | Did this year bring {noun}?
`
const EVENT_WEIGHT = asking('WEIGHED')`
scale trouble | How heavily did it weigh on you: {noun}?
scale trouble | If there was {noun}, how much did it unsettle you?
scale trouble | Rate the strain that came of {noun}, or enter 0 where there was none.
`
export const LIFE_EVENTS = form('LEC', 'Events of the Past Year', { given: 'age >= 14', share: 0.4 }, [
  section('What happened', ask(YEAR_EVENTS, EVENT)),
  section('How it weighed', ask(YEAR_EVENTS, EVENT_WEIGHT)),
])

const HARDSHIP = asking('')`
yes | Before you were eighteen, did you live through {noun}?
yes | At any age, have you gone through {noun}?
yes | Has your life been marked by {noun}?
`
const HARDSHIP_AGE = asking('AGE')`
first | How old were you at the time of {noun}?
first | At what age did you first meet with {noun}?
first | Enter the age that goes with {noun}.
`
export const HARDSHIP_HISTORY = form('TSH', 'Hardship and Stress History', { given: 'age >= 16', share: 0.35 }, [
  section('Events of a lifetime', ask(HARDSHIPS, HARDSHIP)),
  section('When they happened', ask(HARDSHIPS, HARDSHIP_AGE)),
])

const DOMAIN = asking('')`
scale ability | How much difficulty have you had with {noun} over the past month?
scale ability | Because of your health, how hard is {noun} for you?
scale ability | Thinking of this month, could you manage {noun}? Rate the difficulty.
scale ability | Rate the difficulty with {noun}, with help if help is at hand.
`
const FUNCTIONING = items('fun')`
FUNCTION_NOW score 68 16 1..100 points | Rate how the person has managed daily life in the past month, from 1 to 100.
FUNCTION_BEST score 76 13 1..100 points | Rate the best month of the past year on the same scale.
DAYS_UNABLE count 0..30 days | On how many of the past thirty days were you unable to do your usual work?
DAYS_REDUCED count 0..30 days | And on how many did you have to cut down on what you do?
HELP_HOME yes +0.8 | Does anybody come to help you at home?
WORKSHOP yes +1.2 | Do you work in a sheltered workshop?
`

export const FUNCTIONING_FORM = form(
  'FDS',
  'Functioning and Disability Schedule',
  { given: 'age >= 14', share: 0.45 },
  [section('Overall', FUNCTIONING), section('Areas of life', ask(CAN_DO, DOMAIN))],
)

const CONTENT = asking('')`
scale agree | How far do you agree that you are content with {noun}?
scale well | How would you describe {noun} these days?
score 62 18 0..100 points | From 0 to 100, how pleased are you with {noun}?
`
export const QUALITY_OF_LIFE = form('QOL', 'Quality of Life Questionnaire', { given: 'age >= 14', share: 0.4 }, [
  section('Satisfaction', ask(PARTS_OF_LIFE, CONTENT)),
])
