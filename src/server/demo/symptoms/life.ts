import { symptoms } from '#server/demo/symptoms/symptom.ts'

/** Life events of a year. */
export const YEAR_EVENTS = symptoms('tra', '')`
DEATH_PARTNER | | | the death of a partner
DEATH_CHILD | | | the death of a child
DEATH_PARENT | | | the death of a parent
DEATH_FRIEND | | | the death of a close friend
SEPARATION | | | a separation or a divorce
ENGAGEMENT | | | an engagement or a wedding
BIRTH | | | a birth in the family
MISCARRIAGE | | | a miscarriage
LEFT_HOME | | | a child leaving home
ILLNESS_OWN | | | a serious illness of your own
ILLNESS_KIN | | | a serious illness in the family
OPERATION | | | an operation under full anaesthetic
ACCIDENT | | | a road accident
DISMISSAL | | | a dismissal
NEW_JOB | | | a change of job
PROMOTION | | | a promotion
RETIREMENT | | | a retirement
EXAM_FAILED | | | a failed examination
MONEY | | | a heavy loss of money
DEBT | | | debts that could not be paid
MOVE | | | a move to another town
BURGLARY | | | a burglary at home
COURT | | | a summons to court
PRISON | | | a prison sentence in the family
QUARREL | | | a lasting quarrel with a neighbour
FRIENDSHIP_END | | | the end of a friendship
PET | | | the loss of a pet
CARE_FOR | | | the care of an old or sick relative
FLOOD | | | a fire or a flood at home
HOLIDAY | | | a journey that changed how you see things
`

/** Adverse experiences. */
export const HARDSHIPS = symptoms('tra', '')`
HUNGER | | | a time without enough to eat
BEATEN | | | beatings at home
WITNESSED | | | violence between your parents
INSULTS | | | years of insults at home
NEGLECTED | | | being left to look after yourself as a child
UNWANTED_TOUCH | | | unwanted sexual contact
FORCED | | | sexual contact under threat
BULLIED | | | bullying at school
PLACED | | | a stay in a children's home
PARENT_JAIL | | | a parent in prison
PARENT_ILL | | | a parent's mental illness
PARENT_DRINK | | | a parent's heavy drinking
PARENT_LEFT | | | a parent leaving for good
WAR | | | war or shelling
FLIGHT | | | flight from your country
DISASTER | | | an earthquake, a flood or a great fire
CRASH | | | a crash in which somebody was badly hurt
ROBBED | | | robbery under threat
ATTACKED | | | an attack by a stranger
PARTNER_BLOWS | | | blows from a partner
STALKED | | | months of being stalked
SUDDEN_DEATH | | | the sudden death of somebody you loved
FOUND_BODY | | | finding somebody dead
LIFE_THREAT | | | an illness that might have killed you
PRISONER | | | being held prisoner
WORK_HORROR | | | terrible sights in the course of work
`

/** Activities of daily living. */
export const CAN_DO = symptoms('fun', '')`
STANDING | | | standing for half an hour
WALKING | | | walking a kilometre
STAIRS | | | climbing two flights of stairs
DRESSING | | | getting dressed
BATHING | | | washing all over
EATING_SELF | | | eating without help
SHOPPING | | | shopping for food
COOKING | | | cooking a warm meal
CLEANING | | | keeping the home clean
MONEY | | | keeping track of your money
LETTERS | | | answering letters on time
TRAVEL | | | getting about by bus or train
STRANGERS | | | talking with people you do not know
FRIENDS | | | keeping up a friendship
FAMILY | | | getting on with those at home
INTIMACY | | | closeness with a partner
PARENTING | | | caring for children
LEARNING | | | learning a new task
REMEMBERING | | | remembering to do important things
ATTENDING | | | keeping your mind on something for ten minutes
PROBLEMS | | | finding a way out of everyday problems
TALK | | | following a conversation
WORK_DAY | | | getting through a working day
WORK_QUALITY | | | doing your work well
LEISURE | | | enjoying free time
COMMUNITY | | | taking part in the life of the town
`

export const PARTS_OF_LIFE = symptoms('fun', '')`
HEALTH | | | your bodily health
SPIRITS | | | your peace of mind
MOOD_LIFE | | | your mood from day to day
SLEEP_LIFE | | | your sleep
LOOKS | | | the way you look
WEIGHT_LIFE | | | your weight
ENERGY | | | your energy
HOME | | | the place where you live
SAFETY | | | the safety of your street
MONEY | | | the money you have
JOB | | | what you do all day
FREE_TIME | | | your free time
PARTNER | | | your life with a partner, or without one
SEX_LIFE | | | your love life
KIN | | | your ties with relatives
COMPANIONS | | | the company of your friends
HELP | | | the help that you get from others
CARE | | | the care that you get from doctors
RIGHTS | | | the respect that people show you
FAITH_LIFE | | | your faith or your view of the world
FUTURE | | | your prospects
LIFE | | | life as a whole
`
