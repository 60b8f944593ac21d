import { symptoms } from '#server/demo/symptoms/symptom.ts'

/** Hallucinations. */
export const PERCEPTIONS = symptoms('psy', 'when these experiences were at their strongest')`
OWN_NAME | hear your name called by nobody | hearing your name called by nobody | hearing one's name called
RUNNING_REMARKS | hear a running commentary on what you were doing | hearing a running commentary on what you do | a running commentary
ARGUING | hear two or more people argue about you | hearing two or more people argue about you | third-person conversation
ORDERS | be ordered about by someone who was not there | being ordered about by someone who is not there | commanding voices
MURMUR | hear mumbling from the next room when it was empty | hearing mumbling from an empty room | mumbling without words
MUSIC | hear music or singing that no one else could hear | hearing music that no one else can hear | unshared music
NOISES | hear footsteps, knocks or engines that were not there | hearing footsteps or knocks that are not there | unshared noises
THOUGHT_ECHO | hear your own thoughts spoken aloud a moment later | hearing your own thoughts spoken aloud | thought echo
SHADOWS | see figures out of the corner of your eye | seeing figures out of the corner of your eye | shadows and figures
FACES | see faces change shape while you looked at them | seeing faces change shape | distorted faces
VISIONS | see a person or an animal that others could not see | seeing people or animals that others cannot see | formed visions
LIGHTS | see flashes or patterns with nothing to cause them | seeing flashes or patterns with nothing to cause them | unformed visions
SMELLS | notice a smell of burning or decay that no one shared | noticing smells that no one else shares | unshared smells
TASTE | taste something foul in food that was fresh | tasting something foul in food that is fresh | unshared tastes
TOUCH | feel hands touch you when you were alone | feeling hands touch you when you are alone | touch without a source
INSECTS | feel insects crawl under your skin | feeling insects crawl under your skin | crawling sensations
ELECTRIC | feel currents or rays pass through your body | feeling currents or rays pass through your body | currents in the body
ORGANS | feel that an organ had stopped or turned to stone | feeling that an organ has stopped or turned to stone | bodily change
PRESENCE | sense somebody behind you in an empty house | sensing somebody behind you in an empty house | sensed presence
UNREAL | find that the street outside looked like a stage set | finding that the world looks like a stage set | unreality of surroundings
`

/** Delusions and experiences of influence. */
export const BELIEFS = symptoms('psy', 'when these ideas were strongest')`
FOLLOWED | be convinced that you were being followed | being convinced that you are being followed | belief in being followed
POISONED | leave food untouched for fear of poison | leaving food untouched for fear of poison | fear of poisoning
PLOT | believe that people were plotting against you | believing that people are plotting against you | belief in a plot
BUGGED | look for hidden microphones at home | looking for hidden microphones at home | belief in surveillance
TALKED_ABOUT | think that strangers on the bus were talking about you | thinking that strangers are talking about you | reference in public places
TELEVISION | receive messages meant for you from television or radio | receiving messages meant for you from television or radio | messages from broadcasts
SIGNS | see hidden signs in number plates or colours | seeing hidden signs in number plates or colours | signs in chance things
MIND_READ | be sure that others could read your mind | being sure that others can read your mind | belief that thoughts are read
INSERTED | find thoughts in your head that someone else had put there | finding thoughts in your head that someone else has put there | thought insertion
REMOVED | have thoughts taken out of your head | having thoughts taken out of your head | thought withdrawal
BROADCAST | believe that your thoughts went out aloud to others | believing that your thoughts go out aloud | thought broadcasting
CONTROLLED | feel your limbs moved by a force from outside | feeling your limbs moved by a force from outside | control from outside
CHOSEN | believe that you were chosen to save others | believing that you are chosen to save others | belief in a special role
FAMOUS_KIN | believe that you descend from somebody famous | believing that you descend from somebody famous | belief in high descent
RICHES | believe that a fortune was being kept from you | believing that a fortune is being kept from you | belief in hidden riches
JEALOUS | be certain without any proof that your partner was unfaithful | being certain without proof that your partner is unfaithful | unfounded jealousy
LOVED | be certain that somebody you hardly knew was in love with you | being certain that somebody you hardly know is in love with you | unfounded belief in being loved
DOUBLES | think that someone close had been replaced by a double | thinking that someone close has been replaced by a double | belief in doubles
DEAD | believe that you had died or no longer existed | believing that you have died or no longer exist | belief in not existing
ILLNESS | insist on a grave disease after every test was clear | insisting on a grave disease after every test is clear | fixed belief in illness
SINNED | believe that you had committed a sin beyond pardon | believing that you have committed a sin beyond pardon | belief in unpardonable guilt
DISASTER | know that the world was about to end | knowing that the world is about to end | belief in the end of the world
MACHINE | believe that a device had been put into your body | believing that a device has been put into your body | belief in an implanted device
`

/** Negative symptoms and disorganisation. */
export const LOSSES = symptoms('psy', 'in the quieter, emptier stretches')`
FLAT | show little feeling in your face | showing little feeling in your face | flattened expression
FEW_WORDS | answer in single words | answering in single words | poverty of speech
VAGUE | say a great deal while telling little | saying a great deal while telling little | vagueness of speech
NO_DRIVE | sit for hours without starting anything | sitting for hours without starting anything | loss of drive
NO_FRIENDS | stop seeing friends altogether | not seeing friends at all | social isolation
UNWASHED | go weeks without a bath or clean clothes | going weeks without a bath or clean clothes | severe neglect of hygiene
DERAILED | drift away from the question without noticing | drifting away from the question without noticing | derailment
NEW_WORDS | make up words that others could not understand | making up words that others cannot understand | made-up words
LOST_THREAD | stop in the middle of a sentence, the thought gone | stopping in the middle of a sentence | thought block
WRONG_LAUGH | laugh when nothing was funny | laughing when nothing is funny | misplaced laughter
STILL | stay in one position for an hour or more | staying in one position for an hour or more | immobility
POSTURE | hold a strange posture that others could not undo | holding strange postures | posturing
MUTE | go a whole day without a word although awake | going whole days without a word although awake | mutism
ECHO_SPEECH | repeat what others had just said | repeating what others have just said | echoing of speech
HOARDING | collect rubbish as if it were precious | collecting rubbish as if it were precious | purposeless collecting
STRANGE_DRESS | wear several coats in summer | wearing several coats in summer | bizarre dress
`
