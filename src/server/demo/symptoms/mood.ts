import { symptoms } from '#server/demo/symptoms/symptom.ts'

/** Symptoms of low mood. */
export const LOW_MOOD = symptoms('dep', 'when you were at your lowest')`
TEARFUL | cry more easily than usual | crying more easily than usual | tearfulness
NO_PLEASURE | get no pleasure from things you normally enjoy | getting no pleasure from things you normally enjoy | loss of pleasure
NO_INTEREST | lose interest in nearly everything | losing interest in nearly everything | loss of interest
TIRED | feel worn out after very little effort | feeling worn out after very little effort | tiredness without exertion
HEAVY_LIMBS | feel as if your arms and legs were made of lead | a leaden heaviness in your arms and legs | leaden heaviness of the limbs
SLOWED | move or speak so slowly that others remarked on it | moving or speaking more slowly than usual | slowing seen by others
PACING | pace about because sitting still was unbearable | pacing about, unable to sit still | pacing and hand-wringing
WORTHLESS | think of yourself as worthless | thinking of yourself as worthless | a sense of worthlessness
GUILT | blame yourself for things that were not your fault | blaming yourself for things that were not your fault | undue guilt
FAILURE | look back on your life and see nothing but failure | seeing nothing but failure in your life | a sense of having failed
HOPELESS | feel that things would never get better | feeling that things will never get better | hopelessness
INDECISIVE | be unable to settle even small decisions | being unable to settle even small decisions | indecision
CONCENTRATE | read the same page again and again without taking it in | reading the same page again without taking it in | failing concentration
FORGETFUL | forget what people had just told you | forgetting what people have just told you | forgetfulness
MORNING_WORST | feel worst in the first hours after waking | feeling worst in the first hours after waking | mornings worse than evenings
NUMB | feel nothing at all, neither sad nor glad | feeling nothing at all, neither sad nor glad | emotional numbness
UNREACTIVE | stay just as low when something good happened | staying low even when something good happens | failure to brighten
REJECTION | be crushed for days by a small slight | being crushed by a small slight | sensitivity to rejection
WITHDRAWN | stay away from people you were fond of | staying away from people you are fond of | withdrawal from company
NEGLECT | let washing and clean clothes slide | letting washing and clean clothes slide | neglect of personal care
CHORES | leave letters and bills unopened | leaving letters and bills unopened | neglect of everyday business
BURDEN | think that others would be better off without you | thinking that others would be better off without you | feeling a burden to others
PUNISHED | feel that you were being punished | feeling that you are being punished | a sense of being punished
BROODING | go over old mistakes for hours | going over old mistakes for hours | brooding
HEALTH_FEARS | fear that your body was failing | fearing that your body is failing | gloomy fears about health
POVERTY_FEARS | be sure that you were about to lose all your money | being sure that you are about to lose all your money | unfounded fear of ruin
LIBIDO_LOW | have less desire for sex than is usual for you | having less desire for sex than is usual for you | loss of sexual interest
SIGHING | sigh or stare into space for long stretches | sighing or staring into space | long silences and sighing
SEASON_LOW | get lower as the days grew shorter | getting lower as the days grow shorter | worsening in the dark season
ANGRY_LOW | snap at people over nothing while feeling low | snapping at people over nothing while feeling low | irritability within low spells
`

/** Symptoms of elevated and irritable mood. */
export const HIGH_MOOD = symptoms('man', 'when you were at your highest')`
EUPHORIC | feel so cheerful that people thought it odd | feeling cheerful to a degree that others find odd | unusual cheerfulness
TOP_OF_WORLD | feel on top of the world for no clear reason | feeling on top of the world for no clear reason | elation
IRRITABLE | get into shouting matches with strangers | getting into shouting matches | explosive irritability
TALKATIVE | talk so much that nobody could get a word in | talking so much that nobody can get a word in | pressured talking
RACING | have thoughts that ran faster than you could follow | thoughts running faster than you can follow | racing thoughts
JUMPING | jump from subject to subject so that others lost the thread | jumping from subject to subject | flight of ideas
DISTRACTED | have your attention caught by every small sound | having your attention caught by every small sound | distractibility
GRAND | believe that you had gifts no one else has | believing that you have gifts no one else has | grandiose self-belief
MISSION | feel called to some great task | feeling called to some great task | sense of a mission
ENERGY | have energy to burn after a night without rest | having energy to burn after a night without rest | excess energy
PROJECTS | start one big project after another and finish none | starting big projects and finishing none | unfinished projects
SOCIABLE | ring up acquaintances in the middle of the night | ringing up acquaintances at all hours | intrusive sociability
SPENDING | spend money you did not have | spending money you do not have | reckless spending
GIVING_AWAY | give away things you later needed | giving away things you later need | giving possessions away
DRIVING_FAST | drive far too fast and enjoy it | driving far too fast | reckless driving
SEX_DRIVE | want sex much more than is usual for you | wanting sex much more than is usual for you | raised sexual drive
RISKS | take chances that could have cost you your job | taking chances that could cost you your job | careless risk-taking
DRESS | wear brighter or stranger clothes than you otherwise would | wearing brighter or stranger clothes than usual | flamboyant dress
SINGING | sing, joke or rhyme at the wrong moment | singing, joking or rhyming at the wrong moment | misplaced joking
RESTLESS | keep moving until your feet hurt | keeping moving from morning to night | motor restlessness
CLEVER | think faster and sharper than ever before | thinking faster and sharper than usual | a sense of sharpened thinking
COLOURS | see colours as brighter and hear sounds as richer | seeing colours as brighter and hearing sounds as richer | heightened senses
NO_DOUBT | brush aside every warning from your family | brushing aside every warning | loss of insight
RELIGIOUS_HIGH | feel closer to God than anyone around you | feeling closer to God than anyone else | religious exaltation
INTERRUPTING | cut in on others without noticing | cutting in on others without noticing | interrupting
MIXED | laugh and cry within the same hour | laughing and crying within the same hour | mixed feelings
`
