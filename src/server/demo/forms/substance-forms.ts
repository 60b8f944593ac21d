import { AT_WORST, THIS_MONTH } from '#server/demo/forms/question-templates.ts'
import { ask, asking, items, section, form } from '#server/demo/forms/section.ts'
import { DEPENDENCE } from '#server/demo/symptoms/body.ts'
import { symptoms } from '#server/demo/symptoms/symptom.ts'

const YEARS = items('alc')`
DECADE_TEENS scale frequency -0.4 | In your teens, how often did you drink?
DECADE_TWENTIES scale frequency -0.6 | Between twenty and thirty, how often did you drink?
DECADE_THIRTIES scale frequency -0.4 | And between thirty and forty?
DECADE_LATER scale frequency -0.2 | Since you turned forty, how often have you had a drink?
GLASSES_WEEKDAY count 0..20 glasses | How many glasses do you have on an ordinary weekday?
GLASSES_SATURDAY count 0..30 glasses | And how many on a Saturday?
ALCOHOL_UNITS count 0..140 units | Add up the units of alcohol of the past seven days and enter the sum.
ALCOHOL_LIMIT yes | Do you keep to a limit when you drink alcohol?
ALCOHOL_FREE count 0..365 days | How many days of the past year passed without alcohol?
ALCOHOL_SPEND count 0..900 dollars | About how much do you spend on alcohol in a month?
SWEETENED yes +0.2 | Do you drink to sleep better? | nightcap
PARTNER_DRINKS scale frequency -0.3 | How often does your partner drink?
FRIENDS_DRINK scale often -0.6 | How often do your friends drink when you are together?
DRANK_LAST date | On what date did you have your last drink?
SEEN_DOCTOR fuzzy | On what date did you first speak to a doctor about drinking?
DETOX count 0..20 times | How many times have you been through a withdrawal ward?
`

export const DRINKING_HISTORY = form('DRK', 'Drinking History', { given: 'age >= 16', share: 0.4 }, [
  section('Drinking by age', YEARS),
  section('The heaviest year', ask(DEPENDENCE, AT_WORST)),
  section('The past month', ask(DEPENDENCE, THIS_MONTH)),
])

const USED = asking('EVER')`
yes +0.5 | Have you ever used {noun}?
yes +0.5 | Did you ever try {noun}, if only once?
yes +0.5 | Was there a time when you took {noun}?
`
const USED_AGE = asking('AGE')`
first | How old were you when you first used {noun}?
first | At what age did you try {noun}?
first | Enter the age of the first use of {noun}.
`
const USED_OFTEN = asking('OFTEN')`
scale frequency +0.5 | When you used {noun} the most, how often was it?
scale frequency +0.5 | In your heaviest month, on how many days did you take {noun}? Choose the nearest answer.
scale frequency +0.5 | How regular was your use of {noun} at its height?
`
const USED_LOST = asking('TROUBLE')`
scale harm +0.4 | What did {noun} do to your work and your family life?
scale harm +0.4 | How badly did {noun} interfere with your duties?
scale harm +0.4 | Rate the harm that came of {noun}.
`
const USED_YEAR = asking('YEAR')`
yes +0.8 | In the past year, have you used {noun}?
yes +0.8 | Is {noun} something you have taken since this time last year?
yes +0.8 | Have there been days this year when you took {noun}?
`
const USED_NEED = asking('NEED')`
yes +0.8 | Did you come to need more and more of {noun}?
yes +0.8 | Did you feel ill when you went without {noun}?
yes +0.8 | Have you failed to keep a promise to leave {noun} alone?
`
const DRUGS = symptoms('drug', '')`
HASHISH | | | cannabis or hashish
COCAINE | | | cocaine
CRACK | | | crack
SPEED | | | amphetamines
METH | | | crystal methamphetamine
ECSTASY | | | ecstasy
LSD | | | LSD
MUSHROOMS | | | magic mushrooms
KETAMINE | | | ketamine
HEROIN | | | heroin
PAINKILLERS | | | painkillers beyond a prescription
SEDATIVES | | | sedatives beyond a prescription
GLUE | | | glue or solvents
POPPERS | | | poppers
STEROIDS | | | steroids for building muscle
VAPES | | | electronic cigarettes
CIGARS | | | cigars or a pipe
CHEWING | | | chewing tobacco or snuff
`

export const DRUG_HISTORY = form('DRG', 'Tobacco and Drug History', { given: 'age >= 14', share: 0.4 }, [
  section('Ever used', ask(DRUGS, USED)),
  section('First use', ask(DRUGS, USED_AGE)),
  section('Heaviest use', ask(DRUGS, USED_OFTEN), ask(DRUGS, USED_LOST)),
  section('Need and present use', ask(DRUGS, USED_NEED), ask(DRUGS, USED_YEAR)),
])
