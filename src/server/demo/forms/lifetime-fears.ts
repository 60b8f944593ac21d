import { ask, items, section } from '#server/demo/forms/section.ts'
import { AT_WORST, IN_LIFE } from '#server/demo/forms/question-templates.ts'
import { AFTERMATH, FEARS, RITUALS } from '#server/demo/symptoms/anxiety.ts'

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
