import { symptoms } from '#server/demo/symptoms/symptom.ts'

/** Inattention, hyperactivity and impulsiveness. */
export const RESTLESSNESS = symptoms('att', 'at primary school age')`
CARELESS | make slips because you rushed through the work | making careless slips | careless mistakes
DRIFTING | drift off in the middle of a story read aloud | drifting off in the middle of a task | drifting attention
NOT_LISTENING | seem deaf to what was said straight to you* | not listening when spoken to | not listening
UNFINISHED | leave homework half done and start on something else | leaving tasks half done | unfinished tasks
DISORDER | have a desk or a bag that was one heap of papers | keeping your things in a heap | disorganisation
AVOID_EFFORT | put off anything that called for long thinking | putting off anything that calls for long thinking | avoidance of mental effort
LOSING | lose gloves, keys or school books | losing gloves, keys or books | losing things
BY_SOUNDS | be distracted by a fly on the window pane | being distracted by small things | distraction by small things
DAILY_DUTIES | forget daily duties that you had been reminded of | forgetting daily duties | forgotten duties
FIDGET | squirm and fidget through every meal | squirming and fidgeting | fidgeting
OUT_OF_SEAT | get up from your chair when you were meant to stay | getting up when meant to stay seated | leaving the seat
CLIMBING | climb on furniture or walls at the wrong time | climbing or running at the wrong time | excessive climbing
LOUD | be louder at play than all the others | being louder than all the others | noisy play
MOTOR | go from dawn to dusk as if wound up | going as if wound up | constant motion
CHATTER | chatter without a pause | chattering without a pause | nonstop chatter
BLURTING | call out the answer before the question was over | calling out answers too early | blurting out
QUEUES | push ahead because waiting was torture | being unable to wait in a queue | difficulty in waiting
BUTTING_IN | burst into games that others were playing | bursting into games or talk of others | butting in
DARING | act first and notice the danger afterwards | acting first and noticing danger afterwards | heedlessness
BOREDOM | get bored with a new toy within minutes | getting bored within minutes | quick boredom
`

/** Social communication and restricted interests. */
export const SOCIAL = symptoms('aut', 'between the fourth and the fifth birthday')`
EYE_CONTACT | look past people who spoke to you* | looking past people who speak | little eye contact
NAME_CALL | fail to turn round when called by name | failing to turn round when called by name | no response to name
POINTING | point at things just to share them | pointing at things just to share them | pointing to share
SHOWING | bring things only to show them | bringing things only to show them | showing
SMILES | smile back at a smiling face | smiling back at a smiling face | shared smiles
COMFORT | comfort a child who was crying | comforting someone who is upset | offering comfort
PRETEND | feed a doll or let a block be a car | playing at make-believe | make-believe play
IMITATE | copy what grown-ups did about the house | copying what grown-ups do | imitation
PEERS | join other children in a game without help | joining other children in a game | play with peers
ONE_FRIEND | have at least one friend chosen by yourself | having a friend of your own choice | friendship
TURN_TALK | keep a conversation going by turns | keeping a conversation going by turns | reciprocal talk
STOCK_PHRASES | say the same phrases in just the same way | saying the same phrases in just the same way | stock phrases
PRONOUNS | mix up "you" and "I" | mixing up "you" and "I" | reversed pronouns
FLAT_VOICE | speak in a sing-song or toneless way | speaking in a sing-song or toneless way | odd intonation
LITERAL | take a joke or a saying word for word | taking jokes or sayings word for word | literal understanding
LINING_UP | line up toys for a long time | lining up objects for a long time | lining up
SPINNING | spin wheels or coins again and again | spinning wheels or coins again and again | spinning objects
FLAPPING | flap both hands when excited | flapping both hands when excited | hand flapping
TIPTOE | walk on tiptoe | walking on tiptoe | tiptoe walking
SAMENESS | get upset when furniture was moved | getting upset when furniture is moved | need for sameness
ROUTES | insist on one and the same way to a place | insisting on one and the same way to a place | fixed routes
TIMETABLES | learn timetables or maps by heart | learning timetables or maps by heart | narrow interests
SOUND_EARS | cover both ears at everyday sounds | covering both ears at everyday sounds | oversensitive hearing
SNIFFING | sniff at people or things | sniffing at people or things | sniffing
CLOTHES_LABELS | tear at labels in clothes | tearing at labels in clothes | oversensitive touch
PAIN | seem not to feel a bad fall | seeming not to feel pain | dulled pain
BANGING | bang the head against a wall or a bed | banging the head against a wall or a bed | head banging
LOST_WORDS | lose words that had been in use for weeks | losing words once in use | loss of words
TEASING | miss that others were making fun | missing that others make fun | missed teasing
FACES_READ | misread an angry face | misreading angry faces | misread faces
`

/** Conduct and oppositional behaviour. */
export const CONDUCT = symptoms('con', 'before the fifteenth birthday')`
TEMPER | fly into a rage over a small refusal | flying into a rage over small refusals | tantrums
ARGUES | argue with every instruction from a grown-up | arguing with every instruction | arguing with adults
DEFIES | do the opposite of what was asked, on purpose | doing the opposite of what is asked | defiance
BLAMES | put the blame on others when caught | putting the blame on others | blaming others
SPITE | get back at others after days of planning | getting back at others | spitefulness
LYING | lie to get out of a duty or a punishment | lying to get out of duties | lying
STEALING | take money or things from home | taking money or things from home | stealing at home
SHOPLIFT | take something from a shop without paying | taking things from shops | shoplifting
BULLY | pick on smaller children | picking on smaller children | bullying
FIGHT_STARTS | be the one who started the fight | being the one who starts fights | starting fights
WEAPON | carry a knife, a stick or a stone to a fight | carrying something to fight with | carrying weapons
ANIMALS | hurt an animal on purpose | hurting animals on purpose | cruelty to animals
FIRES | set fire to something to see it burn | setting fires | fire setting
BREAKING | smash windows or scratch cars | smashing or scratching other people's things | destroying property
TRUANT | stay away from school without anybody knowing | staying away from school | truancy
RAN_AWAY | stay out all night or run away from home | staying out all night or running away | running away
SCHOOL_EXPELLED | be sent home from school for bad conduct | being sent home for bad conduct | exclusion from school
GANG | go about with a gang that broke the law | going about with a gang | gang membership
`
