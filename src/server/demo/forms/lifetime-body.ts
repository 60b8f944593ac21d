import { AT_WORST, IN_LIFE } from '#server/demo/forms/question-templates.ts'
import { ask, items, section } from '#server/demo/forms/section.ts'
import { EATING, NIGHTS } from '#server/demo/symptoms/body.ts'

const SLEEP = items('slp')`
? SLEEP_BAD_EVER yes -0.5 | Have you ever had two weeks or more of poor sleep? | insomnia
- SLEEP_BAD_AGE first | How old were you when poor sleep first became a problem?
- SLEEP_BAD_WEEKS count 2..100 weeks | What is the longest time that you have gone with poor sleep, in weeks?
- SLEEP_BAD_REASON text worries | What kept you from sleep? Note the reason that was given.
- SLEEP_BAD_AIDS some aids | Which of these have you tried in order to sleep?
- SLEEP_BAD_DOCTOR yes | Have you asked a doctor for help with your sleep?
- SLEEP_BAD_WORK scale harm -0.5 | How much did lack of sleep spoil the next day's work?
- SLEEP_BAD_NOW yes | Is poor sleep still a problem now?
SLEEP_NEED_LESS yes +1 | Was there ever a time when three or four hours of sleep were enough and you were not tired? | decreased need for sleep
SLEEP_NEED_NIGHTS count 0..14 nights | How many nights in a row have you gone with hardly any sleep and felt fine?
SLEEP_TOO_MUCH yes +0.4 | Have you ever slept so much that you missed meals or appointments? | hypersomnia
SLEEP_TOO_MUCH_HOURS score 10.5 1.4 8..18 hours | In that time, how many hours did you sleep in twenty-four?
SLEEP_HOURS score 7.2 1.1 3..12 hours | How many hours do you sleep on an ordinary night?
SLEEP_HOURS_FREE score 8.2 1.2 4..13 hours | And how long do you sleep when you are free to choose?
SLEEP_QUALITY scale well -0.6 | All in all, how would you describe the quality of your sleep?
SLEEP_BEDTIME score 23 1.2 19..28 hours | At what hour do you usually try to go to sleep? Count past midnight as 25, 26 and so on.
SLEEP_LATENCY count 2..120 minutes | How many minutes does it usually take you to fall asleep?
SLEEP_NAPS scale frequency | How often do you sleep during the day?
SLEEP_SHIFTS pick nights | What kind of hours do you work, and do they cut into your sleep?
SLEEP_PARTNER yes +0.6 | Has anyone sharing your room complained about your sleep?
SLEEP_PILLS scale frequency +0.9 | How often do you take tablets to help you sleep?
SLEEP_PILLS_NAME text tablets | Which sleep medicine was it? Copy the name from the packet if possible.
SLEEP_COFFEE count 0..12 cups | How many cups of coffee or strong tea do you drink within six hours of sleep?
SLEEP_SCREEN scale often -0.5 | How often do you look at a screen in bed before sleep?
SLEEP_CHILDHOOD yes +0.3 | As a child, were you known in the family as a bad sleeper?
SLEEP_WALKED yes +1 | Did you ever get up and walk in your sleep?
SLEEP_TALKED yes +0.4 | Have you been told that you talk in your sleep?
SLEEP_DREAMS scale often | How often are your dreams so vivid that sleep gives you no rest?
SLEEP_APNOEA yes +1.1 | Has a doctor told you that you stop breathing in your sleep? | apnoea
SLEEP_STUDY yes +1.3 | Have you ever spent a night in a sleep laboratory?
SLEEP_BEFORE_HIGH yes +0.8 | Did a change in your sleep ever warn you that you were about to fall ill?
SLEEP_LOST_EVENT yes +0.6 | Has a single night without sleep ever set off a change in how you felt?
`

const WEIGHT = items('eat')`
WEIGHT_NOW score 74 15 30..190 kg | How much do you weigh now, in indoor clothes?
WEIGHT_HEIGHT score 169 9.5 120..210 cm | How tall are you without shoes?
WEIGHT_HIGHEST score 82 17 35..220 kg | What is the most you have ever weighed, leaving pregnancies aside?
WEIGHT_HIGHEST_AGE last | How old were you at your highest weight?
WEIGHT_LOWEST score 57 10 28..140 kg | Since you were fully grown, what has been your lowest weight?
WEIGHT_LOWEST_AGE first | At what age was your weight at its lowest?
? WEIGHT_CHANGE_EVER yes -0.2 | Have you ever lost or gained a good deal of weight within a month or two without trying to?
- WEIGHT_CHANGE_WAY pick direction | Was it a loss of weight, a gain, or both?
- WEIGHT_CHANGE_KILOS count 2..40 kg | By how many kilograms did your weight change?
- WEIGHT_CHANGE_WEEKS count 2..26 weeks | Over how many weeks did the weight come off or go on?
- WEIGHT_CHANGE_ILLNESS yes | Was a bodily illness the reason for the change in weight?
- WEIGHT_CHANGE_MEDICINE yes +0.2 | Could a medicine have caused the change in weight?
? WEIGHT_DIETED_EVER yes -0.3 | Have you ever kept to a diet in order to lose weight?
- WEIGHT_DIETED_AGE first | How old were you when you first dieted to lose weight?
- WEIGHT_DIETED_TIMES count 1..40 times | How many times have you lost five kilograms or more by dieting?
- WEIGHT_DIETED_REGAINED yes -0.3 | Did you put the weight back on within a year?
WEIGHT_IDEAL score 66 11 35..140 kg | What weight would you like to be?
WEIGHT_WORRY scale trouble | How much do you worry about your weight or your shape?
WEIGHT_SELF_WORTH scale agree | Does what you think of yourself depend on your weight? Say how far you agree.
WEIGHT_SCALES scale frequency | How often do you step on the scales?
WEIGHT_REMARKS yes | Did relatives or schoolmates make hurtful remarks about your weight?
WEIGHT_TOO_LOW yes +1.3 | Has a doctor ever told you that your weight was dangerously low? | anorexia
WEIGHT_PERIODS yes +1.5 | Did your periods stop for three months or more when you had lost weight?
WEIGHT_MEDICINE_GAIN count 0..40 kg | How much weight have you put on since you began your present medicines?
WEIGHT_SURGERY yes +2 | Have you had an operation in order to lose weight?
WEIGHT_FAMILY some kin | Which of your relatives have had to see a doctor about their weight?
WEIGHT_BIRTH score 3.3 0.5 0.8..5.8 kg | As far as you have been told, what was your weight at birth?
WEIGHT_AT_TWENTY score 65 12 35..150 kg | Roughly what was your weight when you were twenty?
`

export const BODY_SECTIONS = [
  section('Sleep', SLEEP, ask(NIGHTS, AT_WORST, 'SLEEP_BAD_EVER')),
  section('Weight and eating', WEIGHT, ask(EATING, IN_LIFE)),
]
