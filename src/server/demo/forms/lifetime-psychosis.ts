import { ask, items, section } from '#server/demo/forms/section.ts'
import { AT_WORST, IN_LIFE } from '#server/demo/forms/question-templates.ts'
import { BELIEFS, LOSSES, PERCEPTIONS } from '#server/demo/symptoms/psychosis.ts'

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
