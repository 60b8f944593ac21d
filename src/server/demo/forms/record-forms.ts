import { SEEN } from '#server/demo/forms/question-templates.ts'
import { ask, asking, items, section, form } from '#server/demo/forms/section.ts'
import { LOW_MOOD } from '#server/demo/symptoms/mood.ts'
import { LOSSES } from '#server/demo/symptoms/psychosis.ts'
import { some, symptoms } from '#server/demo/symptoms/symptom.ts'

const KIN_ILL = asking('WHO')`
some kin | Which of your relatives have had {noun}?
some kin | In whom in the family has {noun} been known or suspected? Enter all of them.
some kin | Who among your kin was ever treated for {noun}?
`
const KIN_COUNT = asking('NUMBER')`
count 0..8 relatives | How many relatives in all have had {noun}?
count 0..8 relatives | Count the parents, brothers, sisters and children with {noun}.
`
const KIN_AGE = asking('YOUNGEST')`
first | How old was the youngest of them at the first sign of {noun}?
first | At what age did {noun} show in the relative who had it earliest?
`
const RUNS_IN_FAMILY = symptoms('dep', '')`
DEPRESSION | | | depression
MANIA | | | manic episodes
PSYCHOSIS | | | schizophrenia or another psychosis
SUICIDE | | | a suicide attempt
ALCOHOL | | | a problem with alcohol
DRUGS | | | a problem with drugs
PANIC | | | panic attacks
COMPULSIONS | | | compulsions
EATING | | | an eating disorder
ATTENTION | | | attention deficits
AUTISM | | | autism
TICS | | | tics
DEMENTIA | | | dementia
EPILEPSY | | | epilepsy
LEARNING | | | a learning disability
ANTISOCIAL | | | trouble with the law
THYROID | | | a thyroid disease
DIABETES | | | diabetes
HEART | | | heart disease before fifty
CANCER | | | cancer
`

export const FAMILY_HISTORY = form('FAM', 'Family History Screening', { given: 'age >= 16', share: 0.55 }, [
  section('Who was ill', ask(RUNS_IN_FAMILY, KIN_ILL)),
  section('How many', ask(RUNS_IN_FAMILY, KIN_COUNT)),
  section('How early', ask(RUNS_IN_FAMILY, KIN_AGE)),
  section(
    'The family',
    items('fun')`
FAMILY_MEMBERS count 2..40 people | How many blood relatives did you think of while answering?
FAMILY_COUSINS yes +1.4 | Were your parents related to one another before they married?
FAMILY_TREE tick | Tick when the family tree has been drawn.
FAMILY_TREE_ID id tree | Enter the number of the drawing.
`,
  ),
])

const TESTS = items('cog')`
TEST_DATE date | On what date was the testing done?
TEST_LANGUAGE pick language | In which language were the tests given?
WORDS_1 score 6.2 1.8 0..15 words | Enter the words recalled after the first reading of the list.
WORDS_5 score 11.8 2.2 0..15 words | Enter the words recalled after the fifth reading.
WORDS_LATER score 10.3 2.8 0..15 words | Enter the words recalled after half an hour.
WORDS_RECOGNISED score 13.6 1.4 0..15 words | How many words were recognised among others?
STORY score 12.6 3.8 0..25 units | Enter the units recalled from the short story.
STORY_LATER score 10.4 4 0..25 units | Enter the units recalled from the story after half an hour.
DIGITS_FORWARD score 6.5 1.2 2..9 digits | What is the longest row of digits repeated forwards?
DIGITS_BACKWARD score 4.9 1.3 0..8 digits | What is the longest row of digits repeated backwards?
LETTERS_NUMBERS score 10.1 2.8 0..21 points | Enter the score for putting letters and numbers in order.
SYMBOLS score 62 14 0..120 points | How many symbols were copied in two minutes?
TRAIL_NUMBERS score 31 11 10..150 seconds | How many seconds did it take to join the numbers?
TRAIL_MIXED score 74 28 20..300 seconds | And how many to join numbers and letters in turn?
ANIMALS score 20 5.5 0..45 words | How many animals were named in a minute?
LETTER_F score 13 4.3 0..35 words | How many words with F were found in a minute?
CARDS_SORTS score 4.9 1.7 0..6 sorts | How many sorting rules were found?
CARDS_ERRORS count 0..60 errors | How many cards were laid by the old rule after it had changed?
COLOUR_WORDS score 42 10 5..90 words | How many colours of printed words were named in 45 seconds?
CONTINUOUS_HITS score 92 7 20..100 percent | What share of the targets was hit in the long attention test?
CONTINUOUS_FALSE count 0..60 errors | How many false alarms were there?
REACTION score 412 85 180..1500 ms | Enter the median reaction time.
BLOCKS score 10 3 1..19 points | Enter the scaled score for copying patterns with blocks.
MATRICES score 10 3 1..19 points | Enter the scaled score for completing matrices.
VOCABULARY score 10 3 1..19 points | Enter the scaled score for explaining words.
READING score 102 11 55..135 points | Enter the estimate of earlier ability from reading irregular words.
FACES_MEMORY score 36 5 10..50 faces | How many faces were recognised?
EMOTIONS score 30 5 5..40 faces | How many emotions were read rightly from faces?
MAZE score 16 6 0..26 points | Enter the score for the mazes.
TOWER score 15 4.5 0..22 points | Enter the score for moving the tower.
FINGERS_RIGHT score 50 8 15..90 taps | How many taps did the right hand make in ten seconds?
FINGERS_LEFT score 46 8 12..85 taps | And how many did the left hand make?
PEGBOARD score 70 14 35..240 seconds | How many seconds did the pegboard take?
FIGURE_COPY score 32 4 5..36 points | Score the copy of the complex figure.
FIGURE_RECALL score 18 6.5 0..36 points | Score the figure drawn from memory.
EFFORT scale confidence | Judge the effort made in the tests.
INTERRUPTED yes +1.1 | Was the testing interrupted?
TESTER id staff | Enter the number of the tester.
`

export const COGNITION = form(
  'COG',
  'Cognitive Test Record',
  { given: 'age >= 8', share: 0.35, versions: ['1', '2', '3'] },
  [section('Tests', TESTS)],
)

const CYCLE = items('dep')`
FIRST_PERIOD score 12.8 1.4 8..18 years | How old were you when your periods began?
LAST_PERIOD fuzzy | On what date did your last period begin?
CYCLE_DAYS score 28 3.5 18..60 days | How many days lie between one period and the next?
? BEFORE_PERIOD yes -0.2 | Do you feel different in the week before a period?
- BEFORE_MOOD scale severity -0.6 | Rate the change in mood in the week before a period.
- BEFORE_IRRITABLE scale severity -0.4 | Rate the irritability in that week.
- BEFORE_SLEEP scale severity | How much does your sleep suffer in those days? Rate it.
- BEFORE_WEIGHT count 0..5 kg | How much weight do you put on before a period?
- BEFORE_HARM scale harm | How much do these changes get in your way?
PILL yes -0.6 | Have you ever taken the contraceptive pill?
PILL_MOOD scale helped | What did the pill do to your mood?
PREGNANCIES count 0..10 pregnancies | How many times have you been pregnant?
MISCARRIAGES count 0..6 times | How many pregnancies ended before the fifth month?
INFERTILITY yes +0.9 | Have you ever been treated because you did not become pregnant?
? GAVE_BIRTH yes -0.6 | Have you given birth?
- BIRTH_FIRST_AGE first | How old were you at your first delivery?
- AFTER_BIRTH_LOW yes -0.1 | Were you low for two weeks or longer after a birth? | postnatal depression
- AFTER_BIRTH_WEEKS count 1..60 weeks | How many weeks did that low spell last?
- AFTER_BIRTH_HIGH yes +0.7 | Were you unusually high in the weeks after a birth?
- AFTER_BIRTH_VOICES yes +1.2 | Did you hear voices or have strange ideas after a birth? | puerperal psychosis
- AFTER_BIRTH_THOUGHTS yes +0.6 | Did thoughts of harm to the baby come to you against your will?
- AFTER_BIRTH_HELP yes +0.2 | Did you get help at that time?
- BREASTFED_MONTHS count 0..36 months | For how many months did you breastfeed?
MENOPAUSE yes +0.3 | Have your periods stopped for good?
MENOPAUSE_AGE last | How old were you when they stopped?
FLUSHES scale severity | Rate the hot flushes at their worst.
HORMONES yes +0.4 | Have you taken hormones at that time of life?
`

export const WOMENS_HISTORY = form(
  'REP',
  "Women's Cycle and Childbirth Interview",
  { given: `sex = 'F' AND age >= 16`, share: 0.5 },
  [section('Cycle and childbirth', CYCLE)],
)

const SAMPLES = items('fun')`
SAMPLE_ID id sample | Enter the number on the sample tube.
SAMPLE_KIND some blood | Which kinds of sample were given?
SAMPLE_DATE date | On what date was the sample taken?
SAMPLE_HOUR score 10.6 2 7..19 hours | At what hour was it taken?
SAMPLE_VOLUME score 26 7 2..50 ml | How many millilitres were drawn?
FASTING yes | Had the person eaten nothing since the evening before?
MEDICINES_TODAY text tablets | Which medicines had been taken that day?
TUBES count 1..8 tubes | How many tubes were filled?
SECOND_VISIT yes +0.8 | Was a second visit needed?
SHIPPED_DATE date | On what date was the sample sent off?
COURIER id parcel | Enter the number of the parcel.
ARRIVED scale known | In what condition did the sample arrive? Say how well it had kept.
DNA score 142 45 5..420 micrograms | How much DNA did the extraction yield?
PURITY score 1.84 0.07 1.2..2.3 ratio | Enter the purity of the DNA.
CELL_LINE yes +0.4 | Was a cell line started?
CELL_LINE_ID id line | Enter the number of the cell line.
STORED tick | Tick when part of the sample has been stored apart.
LABEL_OLD note | Leave this field for the old label, if there is one.
CONSENT_SIGNED date | On what date was the consent signed?
CONSENT_FUTURE yes -1.2 | May the sample be used in later studies?
CONSENT_CONTACT yes -1 | May the person be contacted again?
`

export const SAMPLE_RECORD = form(
  'GEN',
  'Sample and Consent Record',
  { given: 'TRUE', share: 0.8, versions: ['1', '2', '3'] },
  [section('Sample', SAMPLES)],
)

const REMARKS = items('fun')`
PRESENT some kin | Who else was in the room? Enter all of them.
TIRED_OUT scale sign | Did the person tire in the course of the interview?
UNDERSTOOD scale confidence | Rate how well the questions were understood.
OPENNESS scale confidence | Rate how openly the person spoke.
MOOD_SEEN scale sign | Note any change of mood seen during the interview.
SLEEP_SEEN scale sign | Did the person seem short of sleep?
ALCOHOL_SEEN scale sign | Was there a smell of alcohol?
VOICES_SEEN scale sign | Did the person seem to listen to voices?
WEIGHT_SEEN scale sign | Does the person look unwell on account of their weight?
BREAKS count 0..8 breaks | How many breaks were taken?
SESSIONS count 1..5 sittings | In how many sittings was the interview held?
RECORDED tick | Tick if the interview was recorded.
STORY text remarks | Sum up the person's story in a few sentences.
FREE_NOTE note | Use this field for anything that fits nowhere else.
EDITOR id staff | Enter the number of the editor.
EDITED date | On what date was the form edited?
`

export const INTERVIEWER_REMARKS = form('INT', "Interviewer's Remarks", { given: 'age >= 10', share: 0.6 }, [
  section('The interview', REMARKS),
  section('Signs seen', ask(some(LOW_MOOD, 1, 8), SEEN), ask(LOSSES, SEEN)),
])
