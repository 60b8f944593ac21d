import { symptoms } from '#server/demo/symptoms/symptom.ts'

/** Worry, panic and phobias. */
export const FEARS = symptoms('anx', 'when your nerves were at their worst')`
WORRY_ALL | worry about a great many everyday things | worrying about a great many everyday things | general worry
WORRY_STOP | find it impossible to put a worry out of your mind | finding it impossible to put a worry aside | uncontrollable worry
TENSE | ache from tensed shoulders or jaw | aching from tensed shoulders or jaw | muscle tension
ON_EDGE | feel keyed up as if something were about to happen | feeling keyed up as if something is about to happen | being on edge
STARTLE | jump at a slammed door | jumping at sudden sounds | being easily startled
HEART | feel your heart pound out of the blue | feeling your heart pound out of the blue | pounding heart
BREATH | fight for breath without any exertion | fighting for breath without any exertion | shortness of breath
CHOKING | feel as if your throat were closing | feeling as if your throat is closing | choking feelings
SWEAT | break into a sweat in a cool room | breaking into a sweat in a cool room | cold sweats
TREMBLE | shake so that a cup rattled in your hand | shaking so that a cup rattles in your hand | trembling
DIZZY | feel that the ground was swaying | feeling that the ground is swaying | dizziness
DYING | be sure that you were about to die | being sure that you are about to die | sudden fear of dying
GOING_MAD | fear that you were losing your mind | fearing that you are losing your mind | fear of going mad
NEXT_ATTACK | dread the next attack for weeks | dreading the next attack | dread of further attacks
CROWDS | keep away from markets and crowded shops | keeping away from crowded places | avoidance of crowds
TRANSPORT | get off a bus or train before your stop out of fear | fear on buses and trains | fear of public transport
ALONE_OUT | refuse to leave the house by yourself | being unable to leave the house alone | fear of going out alone
BRIDGES | go a long way round to avoid a bridge or a tunnel | going a long way round to avoid bridges or tunnels | avoidance of bridges and tunnels
SPEAKING | dread speaking up in a small group | dread of speaking up in a group | fear of speaking to a group
EATING_SEEN | put off eating or drinking where others could watch | putting off eating where others can watch | fear of eating in company
BLUSH | fear that everyone saw you blush | fearing that everyone sees you blush | fear of blushing
PHONE | let the telephone ring rather than talk to a stranger | letting the telephone ring rather than answer it | fear of telephoning
HEIGHTS | turn back on a staircase or a balcony | turning back from heights | fear of heights
BLOOD | faint or nearly faint at the sight of blood | feeling faint at the sight of blood | fear of blood and needles
SPIDERS | leave a room because of a spider or an insect | leaving a room because of an insect | fear of small animals
DOGS | cross the road to keep away from a dog | crossing the road to avoid dogs | fear of dogs
STORMS | hide indoors during thunder | hiding indoors during thunder | fear of storms
CLOSED_IN | take the stairs because a lift felt like a trap | avoiding lifts and small rooms | fear of closed spaces
DENTIST | put off the dentist for years from fear | putting off the dentist from fear | fear of dental treatment
STOMACH | have a churning stomach before ordinary tasks | having a churning stomach before ordinary tasks | nervous stomach
`

/** Obsessions and compulsions. */
export const RITUALS = symptoms('obs', 'when it took up most of your day')`
GERMS | dread dirt or germs on everything you touched | dreading dirt or germs on everything you touch | fear of contamination
HARM_OTHERS | be haunted by the idea of hurting somebody you love | being haunted by the idea of hurting somebody you love | thoughts of harming others
RUDE_WORDS | fear blurting out something shameful | fearing to blurt out something shameful | fear of blurting out
BLASPHEMY | have blasphemous thoughts against your will | having blasphemous thoughts against your will | unwanted blasphemous thoughts
SYMMETRY | need things to be exactly even or lined up | needing things to be exactly even or lined up | need for symmetry
LUCKY | avoid certain numbers or colours as unlucky | avoiding certain numbers or colours as unlucky | magical numbers
WASHING | wash your hands until the skin was raw | washing your hands until the skin is raw | hand-washing
SHOWER | take hours over a shower because of its rules | taking hours over a shower because of its rules | showering rituals
CLEANING | clean the same surface over and over | cleaning the same surface over and over | repeated cleaning
LOCKS | go back many times to check a lock | going back to check locks | checking of locks
STOVE | photograph or stare at the stove to be sure it was off | checking that the stove is off | checking of appliances
DROVE_BACK | drive back to see whether you had hit someone | driving back to see whether you have hit someone | checking for accidents
REREAD | reread a form until every letter looked right | rereading a form until every letter looks right | rereading and rewriting
COUNTING | count steps, tiles or words without being able to stop | counting steps, tiles or words without being able to stop | counting
TOUCHING | touch an object a set number of times | touching objects a set number of times | touching rituals
ORDERING | arrange a shelf until it felt just right | arranging things until they feel just right | ordering and arranging
KEEPING | keep worn-out things in case they were needed | keeping worn-out things in case they are needed | inability to discard
ASKING | ask others again and again whether all was well | asking others again and again whether all is well | seeking reassurance
PRAYING | repeat a prayer until it was flawless | repeating a prayer until it is flawless | mental rituals
SLOW_DRESS | take more than an hour to get dressed in the right order | taking more than an hour to get dressed | obsessional slowness
`

/** Post-traumatic symptoms. */
export const AFTERMATH = symptoms('tra', 'in the worst month after what happened')`
FLASHBACK | relive the event as if it were happening again | reliving the event as if it were happening again | reliving
BAD_DREAMS | dream about the event | dreaming about the event | dreams of the event
REMINDERS | feel sick or shaky when something brought it back | feeling sick or shaky at reminders | distress at reminders
NO_TALK | steer every conversation away from it | steering conversations away from it | avoidance of talking
NO_PLACES | make a detour round the place where it happened | making detours round the place | avoidance of places
GAPS | be unable to recall an important part of it | being unable to recall an important part of it | gaps in memory
SELF_BLAME | hold yourself responsible for it | holding yourself responsible for it | self-blame for the event
NO_TRUST | feel that nobody could be trusted any more | feeling that nobody can be trusted | loss of trust
SHORT_FUTURE | feel that you had no future to plan for | feeling that you have no future to plan for | foreshortened future
CUT_OFF | feel cut off from people close to you | feeling cut off from people close to you | detachment
WATCHFUL | sit with your back to the wall in public places | sitting with your back to the wall in public | watchfulness
ANGER_BURST | explode over trifles | exploding over trifles | outbursts of anger
RECKLESS | do dangerous things as if nothing mattered | doing dangerous things as if nothing matters | reckless acts
SPACED_OUT | lose track of time as if in a daze | losing track of time as if in a daze | dissociation
OUTSIDE_SELF | watch yourself as if from outside | watching yourself as if from outside | depersonalisation
SHAME | feel ashamed of what was done to you | feeling ashamed of what was done to you | shame
ANNIVERSARY | get worse around the date on which it happened | getting worse around the date of the event | anniversary reactions
BODY_ALARM | wake drenched in sweat after the event | waking drenched in sweat | bodily alarm
`
