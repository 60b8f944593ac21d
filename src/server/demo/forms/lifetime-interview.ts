import { BODY_SECTIONS } from '#server/demo/forms/lifetime-body.ts'
import { FEAR_SECTIONS, MOOD_SECTIONS, PSYCHOSIS_SECTIONS } from '#server/demo/forms/lifetime-symptoms.ts'
import { AT_WORST, IN_LIFE } from '#server/demo/forms/question-templates.ts'
import { ask, items, section, form } from '#server/demo/forms/section.ts'
import { COMPLAINTS, DEPENDENCE } from '#server/demo/symptoms/body.ts'

const ALCOHOL = items('alc')`
ALCOHOL_EVER yes -2.6 | Have you ever had a whole drink of alcohol, not just a sip?
ALCOHOL_FIRST_AGE first | How old were you when you first drank alcohol?
ALCOHOL_DRUNK_AGE first | And what age were you when alcohol first made you drunk?
? ALCOHOL_REGULAR yes -0.6 | Was there ever a year in which you drank alcohol at least once a month?
- ALCOHOL_REGULAR_AGE first | At what age did you begin to drink alcohol regularly?
- ALCOHOL_REGULAR_YEARS count 1..45 years | For how many years altogether have you drunk alcohol regularly?
- ALCOHOL_KIND some drink_kind | Which kinds of alcohol do you usually drink?
- ALCOHOL_DAYS_WEEK count 0..7 days | On how many days of an ordinary week do you have any alcohol?
- ALCOHOL_USUAL scale drinks | On a day when you drink alcohol, how many glasses do you usually have?
- ALCOHOL_MOST count 1..40 glasses | What is the largest amount of alcohol you have had in one day? Count in glasses.
- ALCOHOL_SIX scale frequency | How often do you have six glasses of alcohol or more at a sitting?
- ALCOHOL_HEAVIEST_AGE last | In which year of your life did you drink the most alcohol? Enter the age.
- ALCOHOL_WHY text reasons | What do you like about alcohol? Record the answer in the person's words.
- ALCOHOL_LAST_MONTH count 0..30 days | Over the past thirty days, on how many did you drink any alcohol?
? ALCOHOL_PROBLEM yes +0.3 | Has alcohol ever caused you trouble with your family, your health, your work or the law? | alcohol use disorder, alcoholism
- ALCOHOL_PROBLEM_AGE first | How old were you when alcohol first caused such trouble?
- ALCOHOL_PROBLEM_LAST last | When did alcohol last get you into difficulties? Enter your age then.
- ALCOHOL_PROBLEM_WHO some kin | Which of your relatives spoke to you about your use of alcohol?
- ALCOHOL_STOPPED yes | Since then, have you gone without alcohol for three months or longer?
- ALCOHOL_STOPPED_MONTHS count 1..120 months | What is the longest time, in months, that you have done without alcohol?
- ALCOHOL_STOPPED_HOW text helpers | What helped you most in giving up alcohol?
- ALCOHOL_TREATED yes | Have you been treated for a problem with alcohol?
- ALCOHOL_TREATED_WHERE pick treatment_place | Where was the treatment for alcohol given?
- ALCOHOL_GROUP yes +0.4 | Have you gone to meetings of a group for people who want to stop drinking alcohol?
ALCOHOL_BEFORE_LOW pick order | Think of the first time you were low or high: had heavy use of alcohol begun by then?
ALCOHOL_ALONE_LOW yes +0.2 | Have you used alcohol to make bad feelings go away?
ALCOHOL_MEDICINES yes +0.2 | Do you sometimes drink alcohol together with medicines that forbid it?
ALCOHOL_FLUSH yes +0.6 | Does a single glass of alcohol turn your face red?
ALCOHOL_PARENTS scale often | While you were growing up, how often did a parent have too much alcohol?
ALCOHOL_HOME scale true | Was alcohol an everyday part of meals in the house where you grew up?
ALCOHOL_NEVER_WHY text abstinence | If you have never drunk alcohol, what was the reason?
ALCOHOL_LIVER yes +1.4 | Has a blood test ever shown that alcohol had damaged your liver?
ALCOHOL_LICENCE yes +1.2 | Did you ever lose your driving licence on account of alcohol?
ALCOHOL_PREGNANCY scale often +0.8 | Did you drink any alcohol during a pregnancy?
ALCOHOL_PLANS scale agree | Do you intend to drink less alcohol in the coming year? Say how far you agree.
`

const TOBACCO = items('drug')`
? SMOKED_EVER yes -0.8 | Have you ever smoked every day for a month or more?
- SMOKED_AGE first | How old were you when you began to smoke daily?
- SMOKED_NUMBER count 1..60 cigarettes | At your heaviest, how many cigarettes did you smoke in a day?
- SMOKED_QUIT yes | Have you given up smoking for good?
- SMOKED_QUIT_AGE last | What age were you when you smoked your last cigarette?
- SMOKED_FIRST_MORNING count 0..240 minutes | How many minutes after getting up do you light the first one?
- SMOKED_TRIED count 0..20 times | How many serious attempts have you made to stop?
? CANNABIS_EVER yes | Have you ever taken cannabis, more than once or twice?
- CANNABIS_AGE first | At what age did you first take it?
- CANNABIS_OFTEN scale frequency | When you used it most, how often was that?
- CANNABIS_SUSPICIOUS yes +0.2 | Did cannabis ever make you suspicious or afraid of others?
? STIMULANTS_EVER yes +0.8 | Have you ever used cocaine, amphetamines or other stimulants?
- STIMULANTS_AGE first | At what age was your first try of a stimulant?
- STIMULANTS_HOW some routes | In which ways did you take it?
? OPIATES_EVER yes +1.3 | Have you ever used heroin, or painkillers to get high?
- OPIATES_AGE first | How old were you at the time of your first opiate?
- OPIATES_PROGRAMME yes | Have you been on a methadone programme or the like?
TRANQUILLISERS_EVER yes +0.7 | Have you ever taken tranquillisers in larger amounts than were prescribed?
CAFFEINE_CUPS count 0..15 cups | How many cups of coffee do you drink on an ordinary day?
`

const SUBSTANCE_SECTIONS = [
  section('Alcohol', ALCOHOL, ask(DEPENDENCE, IN_LIFE, 'ALCOHOL_REGULAR')),
  section('Tobacco, cannabis and other drugs', TOBACCO),
]

const OPENING = items('fun')`
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
`

const CLOSING = items('fun')`
WORK_LOST count 0..52 weeks | In the past year, how many weeks of work or school have you lost through these troubles?
BEST_YEAR score 70 15 0..100 points | Rate the best level of daily life in the past year, from 0 to 100.
WORST_POINT score 45 18 0..100 points | Rate daily life at the worst point of the illness, from 0 to 100.
CARE_NOW pick treatment_place | Where are you being treated at present?
ADDITION text remarks | Is there anything that matters to you and that we have not talked about?
RELIABILITY scale confidence | Rate how far the answers can be relied on.
DURATION count 30..300 minutes | How many minutes did the interview take?
CHECKED tick | Tick when the form has been checked by a second person.
`

/** The lifetime interview, for subjects of at least sixteen years. */
export const LIFETIME_INTERVIEW = form(
  'LDI',
  'Lifetime Diagnostic Interview',
  { given: 'age >= 16', share: 0.78, versions: ['1.0', '2.0', '3.1'], bareVersion: '3.1' },
  [
    section('Opening', OPENING),
    ...MOOD_SECTIONS,
    ...BODY_SECTIONS,
    ...SUBSTANCE_SECTIONS,
    ...PSYCHOSIS_SECTIONS,
    ...FEAR_SECTIONS,
    section('Complaints of the body', ask(COMPLAINTS, AT_WORST)),
    section('Closing', CLOSING),
  ],
)
