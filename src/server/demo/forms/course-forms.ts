import {
  FIRST_EPISODE,
  IN_LIFE,
  BY_CLINICIAN,
  LATEST_EPISODE,
  OF_RELATIVE,
  RATED,
  SEEN,
  THIS_MONTH,
  TWO_WEEKS,
} from '#server/demo/forms/question-templates.ts'
import { ask, items, section, form } from '#server/demo/forms/section.ts'
import { FEARS } from '#server/demo/symptoms/anxiety.ts'
import { DEPENDENCE, EATING, NIGHTS } from '#server/demo/symptoms/body.ts'
import { HIGH_MOOD, LOW_MOOD } from '#server/demo/symptoms/mood.ts'
import { BELIEFS, LOSSES, PERCEPTIONS } from '#server/demo/symptoms/psychosis.ts'
import { some } from '#server/demo/symptoms/symptom.ts'

const EPISODES = items('man')`
EPISODES_LOW count 0..40 episodes | How many low episodes can be told apart over the years?
EPISODES_HIGH count 0..40 episodes | And how many high ones?
EPISODES_MIXED count 0..20 episodes | How many episodes had both at once?
FIRST_DATE onset | Give the date on which the first episode began, as exactly as it is known.
FIRST_TREATED fuzzy | On what date was an episode first treated?
POLARITY_FIRST pick order | With what did the illness begin?
SWITCHED yes | Has a low spell ever turned straight into a high one?
SEASONAL some months | In which months do episodes tend to begin? Enter all that apply.
LITHIUM_TRIED yes +0.2 | Has lithium been tried against further episodes?
LITHIUM_RESPONSE scale helped | What did lithium do for the number of episodes?
WELL_MONTHS count 0..200 months | How many months was the longest time between two episodes?
EARLY_SIGNS text highs | By what sign do you know that an episode is coming?
`

/** Course of mood episodes, for subjects with a history of high or low mood. */
export const MOOD_COURSE = form(
  'MCR',
  'Episode and Course Record',
  { given: `dx IN ('BP1', 'BP2', 'MDD', 'SAD') AND age >= 16`, share: 0.7 },
  [
    section('Course', EPISODES),
    section('First low episode', ask(LOW_MOOD, FIRST_EPISODE)),
    section('First high episode', ask(some(HIGH_MOOD, 1, 20), FIRST_EPISODE)),
    section('Latest low episode', ask(LOW_MOOD, LATEST_EPISODE)),
    section('Latest high episode', ask(HIGH_MOOD, LATEST_EPISODE)),
  ],
)

const PSYCHOTIC_COURSE = items('psy')`
FIRST_CONTACT fuzzy | On what date was psychiatric help first sought?
FIRST_ADMISSION fuzzy | When was the first stay in hospital? Give the date as far as it is known.
ADMISSIONS count 0..40 times | How many stays in hospital have there been?
UNTREATED_WEEKS count 0..300 weeks | For how many weeks was the illness left untreated at the start?
ONSET_KIND pick start | How did the illness begin?
COURSE pick course | Choose the course that fits best up to now.
CLOZAPINE yes +0.6 | Has clozapine ever been prescribed?
CLOZAPINE_EFFECT scale helped | Did clozapine bring relief?
STOPPED_WHY some reasons | For which reasons have medicines been stopped? Enter all.
INSIGHT_NOW scale insight | Rate the insight into the illness at present.
DANGEROUS yes +0.6 | Was anybody ever hurt because of the illness?
GUARDIAN yes +0.8 | Has a court ever appointed a guardian?
`

/** Course of a psychotic illness. */
export const PSYCHOSIS_COURSE = form(
  'PCI',
  'Psychosis Course Interview',
  { given: `dx IN ('SCZ', 'SAD', 'BP1') AND age >= 16`, share: 0.62 },
  [
    section('Onset and course', PSYCHOTIC_COURSE),
    section('Perceptions, then and now', ask(PERCEPTIONS, FIRST_EPISODE), ask(some(PERCEPTIONS, 1, 14), THIS_MONTH)),
    section('Convictions, then and now', ask(BELIEFS, LATEST_EPISODE), ask(some(BELIEFS, 1, 14), THIS_MONTH)),
    section('Drive and speech', ask(LOSSES, LATEST_EPISODE)),
  ],
)

const SYNTHESIS = items('fun')`
DIAGNOSIS_MAIN pick diagnosis | Enter the main lifetime diagnosis agreed on by both raters.
DIAGNOSIS_CONFIDENCE scale confidence | How confident are the raters of this diagnosis?
DIAGNOSIS_SOURCES some sources | On which sources does the judgement rest? Enter all.
ONSET_AGE first | Enter the age of onset that was agreed on.
ONSET_CERTAIN scale certain | Is the age of onset certain?
RATER_ONE id staff | Enter the number of the first rater.
RATER_TWO id staff | Enter the number of the second rater.
CONSENSUS_DATE date | On what date was agreement reached?
DISAGREED yes +0.8 | Did the two raters disagree at first?
DISAGREED_ABOUT text remarks | What did they disagree about?
GLOBAL score 58 17 1..100 points | Enter the agreed rating of functioning, from 1 to 100.
REVIEW tick | Tick if the case is to be looked at again when more records are there.
`

/** Consensus diagnosis of two clinicians. */
export const BEST_ESTIMATE = form('BEC', 'Best-Estimate Consensus Form', { given: 'age >= 6', share: 0.5 }, [
  section('Consensus', SYNTHESIS),
  section('Evidence of illness', ask(some(HIGH_MOOD, 1, 10), BY_CLINICIAN), ask(some(LOW_MOOD, 1, 12), BY_CLINICIAN)),
  section('Evidence of psychosis', ask(some(PERCEPTIONS, 1, 8), BY_CLINICIAN), ask(some(BELIEFS, 1, 10), BY_CLINICIAN)),
])

const INFORMANT = items('fun')`
RELATION pick person | How are you related to the person we are going to talk about?
CONTACT scale frequency -1 | How often are you in touch with your relative?
KNOWN_YEARS count 1..60 years | For how many years have you known your relative well?
RELATIVE_LIVING yes -2 | Is your relative living?
RELATIVE_AGE score 52 17 4..97 years | How old is your relative, or how old were they at the time of death?
RELATIVE_WARD yes +0.2 | Was your relative ever in hospital for psychiatric reasons?
RELATIVE_STORY text remarks | In your own words, what has troubled your relative most?
SURE scale confidence | Rate how well the informant knows the relative.
`

/** A relative's report about a subject. */
export const INFORMANT_REPORT = form(
  'FIR',
  'Family Informant Report',
  { given: 'age >= 18 AND family_size > 1', share: 0.3 },
  [
    section('The informant', INFORMANT),
    section('High and low spells', ask(some(LOW_MOOD, 1, 20), OF_RELATIVE), ask(some(HIGH_MOOD, 1, 18), OF_RELATIVE)),
    section('Strange experiences', ask(some(PERCEPTIONS, 1, 12), OF_RELATIVE), ask(some(BELIEFS, 1, 16), OF_RELATIVE)),
    section('Fears and habits', ask(some(FEARS, 1, 14), OF_RELATIVE), ask(some(DEPENDENCE, 1, 16), OF_RELATIVE)),
    section('Eating', ask(some(EATING, 1, 8), OF_RELATIVE)),
  ],
)

const SELF_REPORT = 'age >= 12'

export const LOW_SELF_REPORT = form('DSR', 'Low Spirits Self-Report', { given: SELF_REPORT, share: 0.55 }, [
  section('The past two weeks', ask(LOW_MOOD, TWO_WEEKS)),
  section('Your nights', ask(some(NIGHTS, 1, 9), TWO_WEEKS)),
  section('Food and drink', ask(some(EATING, 11, 17), TWO_WEEKS)),
])

export const HIGH_SELF_REPORT = form(
  'HSR',
  'High Spirits Self-Report',
  { given: SELF_REPORT, share: 0.4, versions: ['1'] },
  [section('The past two weeks', ask(HIGH_MOOD, TWO_WEEKS)), section('Ever', ask(HIGH_MOOD, IN_LIFE))],
)

export const PSYCHOSIS_RATING = form(
  'PSR',
  'Psychotic Signs Rating',
  { given: `dx IN ('SCZ', 'SAD', 'BP1') AND age >= 16`, share: 0.6 },
  [
    section('Perceptions', ask(PERCEPTIONS, RATED)),
    section('Convictions', ask(BELIEFS, RATED)),
    section('Speech, drive and movement', ask(LOSSES, RATED), ask(LOSSES, SEEN)),
  ],
)
