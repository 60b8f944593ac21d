import { readKind, type Item } from '#server/demo/forms/item.ts'
import { PARENT_THEN } from '#server/demo/forms/question-templates.ts'
import { ask, asking, items, section, form } from '#server/demo/forms/section.ts'
import { EATING, NIGHTS } from '#server/demo/symptoms/body.ts'
import { RESTLESSNESS } from '#server/demo/symptoms/childhood.ts'
import { rowsIn, some, symptoms } from '#server/demo/symptoms/symptom.ts'

const PREGNANCY = items('aut')`
MOTHER_AGE score 28 5.5 14..48 years | How old was the mother when the child was born?
FATHER_AGE score 31 6.5 15..65 years | And how old was the father?
PREGNANCY_NUMBER count 1..9 place | Which of the mother's pregnancies was it?
PLANNED yes -0.3 | Had the pregnancy been planned?
BLEEDING yes +0.7 | Was there bleeding during the pregnancy?
INFECTION yes +0.7 | Did the mother have an infection with fever?
PRESSURE yes +0.8 | Did her blood pressure rise towards the end?
SUGAR yes +1 | Was diabetes of pregnancy found?
SMOKED_IN_PREGNANCY scale often +0.4 | How often did she smoke while pregnant?
ALCOHOL_IN_PREGNANCY scale often +0.6 | How often did she have alcohol while pregnant?
MEDICINES_IN_PREGNANCY text tablets | Which medicines did she take while pregnant?
STRAIN yes +0.2 | Was she under great strain in those months?
MOOD_IN_PREGNANCY scale well | What was the mother's mood like during the pregnancy?
WEEKS score 39 1.9 24..43 weeks | After how many weeks was the child born?
DELIVERY pick delivery | How was the child delivered?
LABOUR count 1..48 hours | How many hours did labour last?
CORD yes +1 | Was the cord round the neck?
OXYGEN yes +1.1 | Did the child need oxygen after birth?
JAUNDICE yes +0.5 | Did the child turn yellow in the first days?
INCUBATOR count 0..60 days | How many days were spent in an incubator?
BIRTH_WEIGHT score 3.3 0.55 0.6..5.6 kg | What was the child's weight at birth?
BIRTH_LENGTH score 50 2.6 32..60 cm | What was the child's length at birth?
HEAD_SIZE score 34.5 1.5 26..40 cm | What was the head circumference at birth?
FEEDING pick feeding | How was the child fed in the first months?
MOTHER_AFTER yes +0.4 | Was the mother low in mood after the birth?
`

const REACHED = asking('MONTHS')`
count 2..60 months | At how many months was your child {ing}?
count 2..60 months | How many months old was your child when first {ing}?
`
const REACHED_LATE = asking('LATE')`
yes +0.3 | Did anyone find your child late in {ing}?
yes +0.3 | Compared with other children, was your child slow in {ing}?
`
const MILESTONES = symptoms('aut', '')`
SMILING | | smiling back | 
HEAD_UP | | holding the head up | 
ROLLING | | rolling over | 
SITTING | | sitting without help | 
CRAWLING | | crawling | 
STANDING_UP | | pulling up to stand | 
WALKING_FREE | | walking without a hand | 
BABBLING | | babbling | 
FIRST_WORDS | | using single words | 
PHRASES | | putting two words together | 
SENTENCES | | speaking in sentences | 
SPOON | | eating with a spoon | 
CUP | | drinking from a cup | 
DRY_DAY | | dry by day | 
DRY_NIGHT | | dry by night | 
DRESSING_SELF | | getting dressed alone | 
TRICYCLE | | riding a tricycle | 
DRAWING | | drawing a face | 
`

/** Pregnancy, birth and early childhood; answered by a parent. */
export const DEVELOPMENT_HISTORY = form('DVH', 'Birth and Development History', { given: `age < 30`, share: 0.6 }, [
  section('Pregnancy and birth', PREGNANCY),
  section('Milestones', ask(MILESTONES, REACHED), ask(MILESTONES, REACHED_LATE)),
  section('The first years', ask(some(RESTLESSNESS, 1, 12), PARENT_THEN), ask(some(NIGHTS, 1, 3), PARENT_THEN)),
  section('Meals in the first years', ask(some(EATING, 16, 18), PARENT_THEN)),
])

/** Statements about oneself, one a line: `CODE | statement`. */
function statements(text: TemplateStringsArray): Item[] {
  return rowsIn(text).map(([code = '', statement = '']) => {
    const question = `Say how far this is true of you: ${statement}`
    return { code, question, kind: readKind('scale agree'), latent: 'anx', gate: null, tags: '' }
  })
}

const OUTLOOK = statements`
OUT_COMPANY | I look for company when I have a free evening.
OUT_LEAD | I like to take the lead in a group.
OUT_FAST | I talk faster than most people I know.
OUT_QUIET | I would rather listen than speak.
OUT_THRILL | I get restless when nothing new happens.
OUT_CHEER | Small things can make me cheerful for hours.
OUT_PARTIES | Parties tire me quickly.
OUT_CONTACT | I get to know people easily.
OUT_STAGE | I enjoy being looked at.
OUT_PACE | My days are full to the brim.
OUT_LAUGH | I laugh out loud several times a day.
OUT_ALONE | I need long hours alone.
`
const TENSION = statements`
TEN_MOOD | My mood depends on what others say to me.
TEN_WORRY | I worry about things that never happen.
TEN_CRITICISM | Criticism stays with me for days.
TEN_TEMPER | I lose my temper more easily than I would like.
TEN_LONELY | I feel lonely even among friends.
TEN_BLUE | I wake up sad without knowing why.
TEN_CALM | I stay calm when others panic.
TEN_SHAME | I often want to sink into the ground.
TEN_ENVY | I envy others for what they have.
TEN_HELPLESS | When something goes wrong I do not know where to turn.
TEN_SLEEP | I cannot sleep before an important day.
TEN_WEIGHT | I feel better about myself when my weight is down.
TEN_ALCOHOL | A glass of alcohol makes me a better companion.
TEN_IMPULSE | I buy things that I regret the next day.
TEN_TEARS | I am moved to tears by films.
`
const ORDER = statements`
ORD_LISTS | I make lists and keep to them.
ORD_TIDY | My desk is always tidy.
ORD_LATE | I am late for most appointments.
ORD_FINISH | I finish what I begin.
ORD_PLAN | I think ahead before I act.
ORD_DUTY | I keep promises even when it costs me.
ORD_CARE | I check my work before handing it in.
ORD_EASY | I take the easy way out.
ORD_GOALS | I know where I want to be in five years.
ORD_THRIFT | I save part of what I earn.
ORD_RULES | Rules are there to be kept.
ORD_PUTOFF | I put off unpleasant tasks until the last day.
`
const WARMTH = statements`
WARM_TRUST | I believe that most people mean well.
WARM_HELP | I go out of my way to help.
WARM_STUBBORN | I insist on my point until the end.
WARM_FORGIVE | I forgive easily.
WARM_COLD | Some people call me cold.
WARM_SHARE | I would share my last loaf.
WARM_TEASE | I make fun of people to their faces.
WARM_MODEST | I do not like to talk about my merits.
WARM_BARGAIN | I get my way by flattering people.
WARM_PITY | I feel sorry for beggars.
WARM_FIGHT | I hit back when I am attacked.
WARM_POLITE | I say thank you for small favours.
`
const WONDER = statements`
WON_POEMS | A poem can give me a shiver.
WON_IDEAS | I like to think about where the world came from.
WON_HABIT | I eat the same dishes week after week.
WON_DREAMS | I lose myself in daydreams.
WON_ART | I notice colours that others miss.
WON_TRAVEL | I would rather see a new place than a familiar one.
WON_FAITH | I have felt at one with everything around me.
WON_SIGNS | Some chance events carry a message for me.
WON_MUSIC | Music can change the way I see a whole day.
WON_VOICES | In silence I can almost hear the voices of people I know.
WON_CHANGE | I like to try a new way home.
WON_PUZZLES | I enjoy a hard puzzle.
`

export const PERSONALITY = form('PER', 'Personality Questionnaire', { given: 'age >= 16', share: 0.4 }, [
  section('Among people', OUTLOOK),
  section('Under strain', TENSION),
  section('Order and duty', ORDER),
  section('With others', WARMTH),
  section('New things', WONDER),
])

const TRAIT = asking('')`
scale true | Is it true of your child: {ing}?
scale often | How often does this describe your child: {ing}?
scale known | How well does it fit your child: {ing}?
`
const TEMPERAMENT_TRAITS = symptoms('att', '')`
SOOTHED | | soon comforted after a fall | 
SHY_GUESTS | | shy of guests | 
LOUD_LAUGH | | laughing loudly | 
REGULAR | | hungry and tired at the same hours each day | 
SLOW_WARM | | slow to warm to a new carer | 
ON_MOVE | | always on the move | 
KEEPS_AT | | keeping at a puzzle until it is done | 
CUDDLY | | fond of being held | 
UPSET_LOUD | | upset by loud places | 
NEW_FOOD | | ready to taste new food | 
CRIES_PART | | crying when a parent leaves | 
WAITS | | able to wait for a treat | 
BOSSY | | telling other children what to do | 
CURIOUS | | asking why about everything | 
GENTLE | | gentle with animals | 
RAGES | | quick to rage and slow to calm | 
DREAMER | | lost in play and deaf to the world | 
SAD_SOON | | easily saddened by stories | 
FEARLESS | | without fear of heights or strangers | 
ORDERLY | | putting toys back in their places | 
MOOD_TURNS | | changing mood within the hour | 
SLEEP_LIGHT | | a light sleeper | 
PICKY | | picky about clothes and food | 
SHARES | | willing to share | 
JEALOUS_SIB | | jealous of a brother or sister | 
`

export const TEMPERAMENT = form(
  'TEM',
  'Child Temperament Questionnaire',
  { given: 'age BETWEEN 2 AND 17', share: 0.7 },
  [section('Your child on ordinary days', ask(TEMPERAMENT_TRAITS, TRAIT))],
)
