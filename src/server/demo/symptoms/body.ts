import { symptoms } from '#server/demo/symptoms/symptom.ts'

/** Sleep symptoms, without the words "sleep" and "mood", which have their own sections. */
export const NIGHTS = symptoms('slp', 'in your worst stretch of nights')`
EARLY_WAKING | wake long before you needed to get up | waking long before you need to get up | early waking
DROPPING_OFF | lie awake for more than half an hour after putting out the light | lying awake after putting out the light | slow dropping off
BROKEN_NIGHT | wake again and again between midnight and dawn | waking again and again in the night | broken nights
UNRESTED | get up as tired as you had gone to bed | getting up as tired as you went to bed | unrefreshing nights
NODDING | nod off in the afternoon without meaning to | nodding off in the afternoon | daytime drowsiness
LONG_NIGHT | stay in bed for ten hours or more | staying in bed for ten hours or more | overlong nights
NIGHTMARES | start up from a nightmare | starting up from nightmares | nightmares
TERRORS | scream or thrash about in the first hours of the night | screaming or thrashing about at night | night terrors
WALKING | walk about at night without remembering it | walking about at night | night walking
SNORING | snore loudly enough to be heard through a wall | snoring loudly | loud snoring
GASPING | wake gasping for air | waking gasping for air | pauses in breathing
LEGS | have to move your legs because they would not stay quiet | having to move your legs in the evening | restless legs
REVERSED | be awake all night and drowsy all day | being awake all night and drowsy all day | reversed day and night
CLOCK | lie there watching the clock | lying there watching the clock | clock-watching
FEAR_BED | put off going to bed for fear of another bad night | putting off bed for fear of a bad night | dread of bedtime
NIGHT_EATING | get up at night to eat | getting up at night to eat | night eating
PARALYSED | wake unable to move or speak for a moment | waking unable to move or speak | brief paralysis on waking
GRINDING | grind your teeth at night | grinding your teeth at night | tooth grinding
`

/** Eating and body image. */
export const EATING = symptoms('eat', 'when eating was most on your mind')`
SKIPPING | go a whole day on next to nothing | going whole days on next to nothing | fasting
CALORIES | count every calorie that passed your lips | counting every calorie | calorie counting
FEAR_FAT | be terrified of getting fat while others found you thin | being terrified of getting fat | fear of fatness
FEEL_FAT | feel fat when everyone said you were too thin | feeling fat when others find you thin | disturbed body image
BINGES | eat an amount that others would call enormous in a short time | eating enormous amounts in a short time | binges
NO_CONTROL | feel unable to stop once you had begun to eat | feeling unable to stop eating | loss of control over eating
SECRET_FOOD | hide food or eat in secret | hiding food or eating in secret | secret eating
VOMITING | make yourself vomit after a meal | making yourself vomit after meals | self-induced vomiting
LAXATIVES | take laxatives to undo what you had eaten | taking laxatives to undo a meal | misuse of laxatives
EXERCISE | exercise through injury or illness to burn off food | exercising through injury to burn off food | driven exercise
MIRRORS | check your stomach in every mirror | checking your stomach in every mirror | body checking
BAGGY | wear wide clothes to hide your shape | wearing wide clothes to hide your shape | hiding the body
NO_APPETITE | have to force yourself to eat | having to force yourself to eat | loss of appetite
CRAVING | crave sweets or bread far more than usual | craving sweets or bread | carbohydrate craving
DISGUST | be disgusted with yourself after eating | being disgusted with yourself after eating | disgust after eating
TEXTURES | refuse foods because of how they felt in your mouth | refusing foods because of how they feel in the mouth | refusal of textures
PICA | eat earth, paper or other things that are not food | eating things that are not food | eating of non-food
COOKING | cook for others without touching the meal yourself | cooking for others without eating | cooking without eating
`

/** Somatic complaints without a medical explanation. */
export const COMPLAINTS = symptoms('hea', 'when your health troubled you most')`
HEADACHE | have headaches on most days | having headaches on most days | headaches
BACK_PAIN | have pain in your back that kept you from work | having back pain that keeps you from work | back pain
JOINTS | have aching joints without an injury | having aching joints without an injury | joint pain
STOMACH_PAIN | have cramps or pain in your stomach | having cramps or pain in your stomach | stomach pain
NAUSEA | feel sick to your stomach without vomiting | feeling sick to your stomach | nausea
BLOATING | feel bloated after small meals | feeling bloated after small meals | bloating
DIARRHOEA | have loose bowels when under strain | having loose bowels when under strain | loose bowels
CHEST_PAIN | have pains in your chest that doctors could not explain | having unexplained pains in your chest | chest pain
PALPITATIONS | notice your heart skipping beats | noticing your heart skip beats | palpitations
NUMBNESS | have numb or tingling hands or feet | having numb or tingling hands or feet | numbness
LUMP | feel a lump in your throat | feeling a lump in your throat | lump in the throat
WEAK_LIMB | lose the use of an arm or a leg for a while | losing the use of an arm or a leg | weakness of a limb
BLURRED | have blurred or double vision for hours | having blurred or double vision | blurred vision
RINGING | have a ringing in your ears | having a ringing in your ears | ringing in the ears
SEIZURE_LIKE | have fits that no doctor could account for | having fits that no doctor can account for | unexplained fits
URINE | have difficulty passing water | having difficulty passing water | difficulty in passing water
ITCHING | have itching without a rash | having itching without a rash | itching
DOCTOR_SHOPPING | go from doctor to doctor with the same complaint | going from doctor to doctor with the same complaint | seeking many opinions
`

/** Symptoms of substance dependence. */
export const DEPENDENCE = symptoms('alc', 'in the year when you drank most')`
MORE_THAN_MEANT | end up drinking far more than you had meant to | drinking far more than you meant to | drinking beyond intentions
CUT_DOWN | try to cut down and fail | trying to cut down and failing | failed attempts to cut down
MOST_OF_DAY | spend most of the day drinking or getting over it | spending most of the day drinking | time spent on drinking
CRAVE_DRINK | want a drink so badly that you could think of nothing else | wanting a drink so badly that you can think of nothing else | craving for drink
MISSED_WORK | miss work because of a hangover | missing work because of a hangover | absence through drinking
ROWS | have rows with your family about your drinking | having rows about your drinking | family conflict over drinking
GAVE_UP | give up hobbies or friends for the sake of drink | giving up hobbies or friends for drink | interests given up
DRUNK_DRIVING | drive when you had drunk too much to do so safely | driving after too many drinks | driving after drinking
LIVER | go on drinking although a doctor had warned you | drinking against a doctor's warning | drinking against advice
TOLERANCE | need twice as much for the same effect | needing twice as much for the same effect | tolerance
SHAKES | have the shakes on the morning after | having the shakes on the morning after | morning shakes
EYE_OPENER | take a drink on getting up to steady yourself | taking a drink on getting up | morning drinking
BLACKOUTS | be unable to recall what you had done the night before | being unable to recall the night before | blackouts
HIDING | hide bottles about the house | hiding bottles about the house | concealed bottles
FIGHTS | get into fist fights while drunk | getting into fist fights while drunk | fights while drunk
ARRESTED | be arrested for something done while drunk | being arrested for something done while drunk | arrest while drunk
FITS | have a fit after you stopped drinking | having fits after stopping | withdrawal fits
DTS | see things that were not there after you stopped drinking | seeing things after stopping | withdrawal delirium
ALONE | drink alone so that nobody could count | drinking alone | solitary drinking
FALLS | hurt yourself in a fall while drunk | hurting yourself while drunk | injuries while drunk
`
