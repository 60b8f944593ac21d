import { AT_WORST, IN_LIFE } from '#server/demo/forms/question-templates.ts'
import { ask, items, section } from '#server/demo/forms/section.ts'
import { AFTERMATH, FEARS, RITUALS } from '#server/demo/symptoms/anxiety.ts'
import { HIGH_MOOD, LOW_MOOD } from '#server/demo/symptoms/mood.ts'
import { BELIEFS, LOSSES, PERCEPTIONS } from '#server/demo/symptoms/psychosis.ts'
import { some } from '#server/demo/symptoms/symptom.ts'

const NERVES = items('anx')`
? WORRY_EVER yes -0.2 | Have you ever worried more than most people would for half a year or longer? | generalised anxiety
- WORRY_AGE first | How old were you when the worrying began?
- WORRY_MONTHS count 6..240 months | How many months did the longest period of worry last?
- WORRY_ABOUT text worries | What did you worry about most? Write it down as told.
- WORRY_DOCTOR yes | Did you see a doctor about your worries?
? PANIC_EVER yes +0.3 | Have you ever had an attack of fear that came from nowhere and rose within minutes? | panic attacks
- PANIC_AGE first | At what age did the first such attack strike?
- PANIC_NUMBER count 1..100 attacks | About how many attacks have there been in all?
- PANIC_WEEK count 0..20 attacks | In the worst week, how many were there?
- PANIC_WHERE text places | Where were you when the first attack came?
- PANIC_CHECKED yes | Did you have your heart examined because of an attack?
? SHYNESS_EVER yes | Has fear of what others might think ever kept you from doing something important? | social anxiety
- SHYNESS_AGE first | How far back does this fear of others go? Enter the age.
- SHYNESS_MISSED text regrets | What have you missed because of it?
NERVES_CHILD scale often | As a child, how often did you stay home from school because of fears?
NERVES_HARM scale harm | Taken together, how much have fears and worries held you back in life?
`

const STUCK = items('obs')`
? THOUGHTS_EVER yes +0.2 | Have you ever had unpleasant thoughts or pictures that came back however hard you tried to be rid of them? | obsessions
- THOUGHTS_AGE first | What age were you when such thoughts first came?
- THOUGHTS_HOURS count 1..16 hours | At worst, how many hours of the day did they fill?
- THOUGHTS_OWN yes -0.6 | Did you know that they were thoughts of your own?
? RITUALS_EVER yes +0.3 | Was there ever something that you had to do over and over, although it made no sense? | compulsions
- RITUALS_AGE first | At what age did you begin to do it?
- RITUALS_WHAT text rituals | What was it that had to be done? Describe it as it was told.
- RITUALS_HELPERS some kin | Who in the family has been drawn into it?
TICS_EVER yes +1 | Did you ever have twitches or make sounds that you could hold back only for a moment? | tics
TICS_AGE first | At what age did the twitches begin?
`

const EVENTS = items('tra')`
? SHOCK_EVER yes -0.6 | Have you ever been through something in which you or others could have died or been badly hurt? | trauma
- SHOCK_AGE first | How old were you when it happened?
- SHOCK_WHAT text shocks | What happened? Record no more than the person wishes to tell.
- SHOCK_TOLD some supports | Whom did you tell about it at the time?
- SHOCK_MONTHS count 0..120 months | For how many months did it weigh on you?
- SHOCK_HELP yes | Did you get any help to come to terms with it?
`

const DANGER = items('dep')`
? LIFE_WORTH yes -0.1 | Has there been a time when life did not seem worth living? | suicidal ideation
- LIFE_WORTH_AGE first | How old were you when you first felt that way?
- LIFE_WORTH_NOW yes +0.4 | Do you feel so at present? If yes, follow the safety procedure before going on.
- LIFE_PLANS yes +0.2 | Did these feelings ever turn into a plan?
? ATTEMPT_EVER yes +0.8 | Have you ever tried to take your own life? | suicide attempt
- ATTEMPT_AGE first | How old were you the first time?
- ATTEMPT_NUMBER count 1..10 times | How many times has that happened?
- ATTEMPT_CARE pick treatment_place | Where were you cared for afterwards?
- ATTEMPT_INTENT scale severity | Rate the seriousness of the most serious occasion.
SELF_HARM yes +0.6 | Have you hurt yourself on purpose without wishing to die? | self-harm
PROTECTED text helpers | What has kept you going in the darkest times?
`

export const FEAR_SECTIONS = [
  section('Worry, panic and fears', NERVES, ask(FEARS, AT_WORST)),
  section('Unwanted thoughts and rituals', STUCK, ask(RITUALS, IN_LIFE)),
  section('Frightening events', EVENTS, ask(AFTERMATH, AT_WORST, 'SHOCK_EVER')),
  section('Thoughts of death', DANGER),
]

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

const VOICES = items('psy')`
? VOICES_EVER yes +0.2 | Have you ever heard voices or other sounds that people around you could not hear? | auditory hallucinations
- VOICES_AGE first | How old were you when you first heard voices?
- VOICES_LATEST last | How old were you when you last heard any voices?
- VOICES_OFTEN scale frequency -0.8 | At the worst time, how often did you hear the voices?
- VOICES_HOW_LONG pick length | Once the voices began, how long did they usually go on?
- VOICES_WHERE pick voice_source | Did the voices come from inside your head or from outside?
- VOICES_WHO pick voice_who | Whose voices were they, as far as you could tell?
- VOICES_HOW_MANY count 1..12 voices | What is the largest number of voices you have heard at one time?
- VOICES_TONE pick tone | In what tone did the voices speak to you?
- VOICES_SAID text voices | What did the voices say? Write down an example, word for word.
- VOICES_TWO yes | Did the voices talk with one another about you?
- VOICES_REMARKS yes | Did one of the voices remark on what you did as you were doing it?
- VOICES_COMMANDS yes | Have the voices ever told you to do something?
- VOICES_OBEYED scale often | When the voices gave an order, how often did you do as you were told?
- VOICES_HARM yes +0.6 | Did the voices ever tell you to hurt yourself or somebody else?
- VOICES_LOUD scale severity -1 | Rate how loud the voices were at their strongest.
- VOICES_REAL scale insight | At that time, did you think that the voices were real? Rate the insight shown.
- VOICES_ANSWERED yes | Did you talk back to the voices, aloud or in your thoughts?
- VOICES_DISTRESS scale trouble -1 | How much did the voices frighten or upset you?
- VOICES_STOPPED_WORK scale harm -0.8 | Could you work or study while the voices were there?
- VOICES_DRUGS yes +0.8 | Did you hear voices only after taking drugs or a great deal of drink?
- VOICES_FEVER yes +1.4 | Were the voices there only during a fever or another illness of the body?
- VOICES_FALLING_ASLEEP yes +0.6 | Did the voices come only as you were dropping off or waking up?
- VOICES_WITH_MOOD pick order | Were you low or high when the voices began, or did they come first?
- VOICES_ALONE_WEEKS count 0..52 weeks | For how many weeks did you hear voices while feeling neither high nor low?
- VOICES_MEDICINE scale helped | Did medicine make any difference to the voices?
- VOICES_COPING some coping | What did you do to make the voices go away? Enter everything mentioned.
- VOICES_TOLD some supports | Whom did you tell about the voices?
- VOICES_NOW scale often | Over the past month, how often have there been voices?
- VOICES_CHILDHOOD yes +0.5 | Had you heard voices as a child as well?
VOICES_COMFORT yes +1.8 | Has the voice of someone who had died ever comforted you?
VOICES_FAITH yes +1.9 | Are there voices that people of your faith would accept as a sign?
OTHER_SENSES some senses | In which ways besides hearing have you noticed things that others did not? Enter all that apply.
VISIONS_AGE first | How old were you when you first saw something that was not there?
`

const IDEAS = items('psy')`
? IDEAS_EVER yes +0.1 | Have you ever been quite sure of something that nobody around you would believe? | delusions
- IDEAS_AGE first | How old were you when such an idea first took hold?
- IDEAS_LATEST last | And how old when it last did?
- IDEAS_CONTENT text ideas | What was the idea? Describe it in a sentence or two.
- IDEAS_SURE scale insight | How sure were you, looking at it then? Rate the insight.
- IDEAS_WEEKS count 1..100 weeks | For how many weeks did the idea last at most?
- IDEAS_ACTED yes | Did you do anything because of it?
- IDEAS_ACTED_WHAT text deeds | What did you do? Write down what is recalled.
- IDEAS_ORDINARY yes +0.5 | Could the thing have happened in real life, strange though it was?
- IDEAS_MOOD pick order | Did the idea come along with a high or a low spell?
- IDEAS_SHARED yes +1.5 | Did anybody close to you come to share the idea?
- IDEAS_WARD yes | Did it lead to a stay in hospital?
`

const COURSE = items('psy')`
PSYCHOSIS_COURSE pick course | Judge the course of the psychotic illness over the years.
PSYCHOSIS_PRODROME count 0..200 weeks | For how many weeks before the first clear signs had something been wrong?
PSYCHOSIS_ONSET_DATE onset | When did the first psychotic signs appear? Give as much of the date as is known.
PSYCHOSIS_BETWEEN scale ability | Between bad times, how well did you manage for yourself?
`

export const PSYCHOSIS_SECTIONS = [
  section('Voices and other perceptions', VOICES, ask(PERCEPTIONS, IN_LIFE)),
  section('Unusual ideas', IDEAS, ask(BELIEFS, AT_WORST, 'IDEAS_EVER')),
  section('Loss of drive and order', COURSE, ask(LOSSES, AT_WORST)),
]
