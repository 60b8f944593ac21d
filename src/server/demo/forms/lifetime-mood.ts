import { ask, items, section } from '#server/demo/forms/section.ts'
import { AT_WORST, IN_LIFE } from '#server/demo/forms/question-templates.ts'
import { HIGH_MOOD, LOW_MOOD } from '#server/demo/symptoms/mood.ts'
import { some } from '#server/demo/symptoms/symptom.ts'

const HIGH = items('man')`
? MOOD_HIGH_EVER yes | Have you ever felt so good, high or full of yourself that others thought you were not your normal self, for several days in a row? | elated mood, elation, mania
- MOOD_HIGH_AGE first | How old were you the first time your mood was that high?
- MOOD_HIGH_LATEST last | How old were you when you last had such a high mood?
- MOOD_HIGH_DAYS count 2..180 days | For how many days did your longest high mood last?
- MOOD_HIGH_SPELLS count 1..40 times | How many separate times has your mood been high for four days or more?
- MOOD_HIGH_START pick start | How quickly did the high mood come on?
- MOOD_HIGH_ALL_DAY yes -1 | Did the high mood last for most of the day?
- MOOD_HIGH_NOTICED some kin | Who remarked that your mood was unusual? Enter all who did.
- MOOD_HIGH_TREATED pick treatment_place | Where did you first seek help for a high mood?
- MOOD_HIGH_WARD yes | Did you have to go into hospital because of a high mood?
- MOOD_HIGH_HARM scale harm -1 | How much did the high mood interfere with your work or studies?
- MOOD_HIGH_WORDS text highs | In your own words, what was that high mood like? Write down the answer as given.
? MOOD_IRRITABLE_EVER yes +0.2 | Was there ever a time when you were so irritable that you shouted at people or started fights and could not calm your mood? | irritable mood
- MOOD_IRRITABLE_AGE first | What age were you when the irritable mood first came over you?
- MOOD_IRRITABLE_DAYS count 1..90 days | How many days at a stretch did that irritable mood go on?
- MOOD_IRRITABLE_ALONE yes | Did you have the irritable mood without feeling cheerful as well?
MOOD_HIGH_DRUGS yes +0.6 | Did a high or irritable mood ever begin while you were taking a drug, an antidepressant or steroids?
MOOD_SWINGS yes -0.2 | Does your mood often go up and down without any reason? | mood lability
MOOD_SWINGS_SPEED pick length | How long does it take for your mood to turn from one extreme to the other?
`

const LOW = items('dep')`
? MOOD_LOW_EVER yes -0.5 | Have you ever felt sad, empty or low in mood for most of the day, nearly every day, for two weeks or longer? | depressed mood, depression
- MOOD_LOW_AGE first | At what age did you first have a low mood of two weeks or more?
- MOOD_LOW_LATEST last | And at what age did the most recent low mood begin?
- MOOD_LOW_WEEKS count 2..150 weeks | How many weeks did the longest of these low moods last?
- MOOD_LOW_SPELLS count 1..30 times | In your whole life, how many times was your mood low for at least two weeks?
- MOOD_LOW_START pick start | Did the low mood set in all at once or bit by bit?
- MOOD_LOW_CAUSE yes | Had anything happened that would account for the low mood?
- MOOD_LOW_WHAT text losses | What had happened just before? Record the event in a few words.
- MOOD_LOW_SIGNS some low_signs | When your mood was at its lowest, which of these did you have? Enter all that apply.
- MOOD_LOW_GRIEF yes +0.4 | Did the low mood follow the death of somebody close to you?
- MOOD_LOW_DIFFERENT yes -0.4 | Was this mood different from the sadness that you feel at a loss?
- MOOD_LOW_TIME_OF_DAY yes | Was your mood regularly worse at one time of the day than at another?
- MOOD_LOW_HELP some coping | What did you do to lift your mood? Enter everything mentioned.
- MOOD_LOW_HARM scale harm -1 | How far did the low mood keep you from doing your everyday work?
- MOOD_LOW_DOCTOR yes -0.4 | Did you talk to a doctor about your low mood?
- MOOD_LOW_WARD yes +0.4 | Were you ever admitted to hospital because your mood was so low?
- MOOD_LOW_RECOVERY scale well | How well did your mood recover once the worst was over?
MOOD_LOW_BIRTH yes +1.4 | Did your mood drop sharply in the weeks after a birth in the family?
MOOD_LOW_MONTHLY yes +1.2 | Does your mood change in the days before a period?
MOOD_SEASON pick season | In which season is your mood usually at its worst?
MOOD_USUAL scale well -0.4 | Leaving bad spells aside, what is your mood like on an ordinary day?
`

const TOGETHER = items('man')`
MOOD_FIRST_KIND pick order | Which came first in your life, a low spell or a high one?
MOOD_BOTH yes +0.3 | Was your mood ever high and low at the same time, or changing from hour to hour?
MOOD_RAPID yes +0.8 | Within a single year, did your mood change for days or weeks on four occasions or more? | rapid cycling
MOOD_CHART yes +1 | Have you ever kept a diary of your mood?
MOOD_STABLE_YEARS count 0..20 years | What was the longest time, in years, in which your mood stayed even?
MOOD_FAMILY some kin | Who else in the family had high or low moods that called for treatment? Enter all of them.
MOOD_RATING_NOW score 50 18 0..100 points | On a scale from 0 (the worst imaginable) to 100 (the best), where would you put your mood today?
MOOD_ONSET_DATE onset | When did the first change of mood begin that you would call an illness? Give what is known of the date.
MOOD_COURSE pick course | Which description fits the course of your mood over the years?
`

export const MOOD_SECTIONS = [
  section('High mood', HIGH, ask(HIGH_MOOD, AT_WORST, 'MOOD_HIGH_EVER')),
  section('Low mood', LOW, ask(LOW_MOOD, AT_WORST, 'MOOD_LOW_EVER')),
  section('Mood over the years', TOGETHER, ask(some(HIGH_MOOD, 1, 6), IN_LIFE)),
]
