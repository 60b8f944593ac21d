import { symptoms } from '#server/demo/symptoms/symptom.ts'

/** Physical illnesses. */
export const CONDITIONS = symptoms('hea', '')`
ASTHMA | | | asthma
HAY_FEVER | | | hay fever
ECZEMA | | | eczema
PSORIASIS | | | psoriasis
HYPERTENSION | | | high blood pressure
HEART_ATTACK | | | a heart attack
ARRHYTHMIA | | | an irregular heartbeat
STROKE | | | a stroke
DIABETES | | | diabetes
THYROID_LOW | | | an underactive thyroid
THYROID_HIGH | | | an overactive thyroid
CHOLESTEROL | | | raised cholesterol
GOUT | | | gout
ULCER | | | a stomach ulcer
BOWEL | | | an inflamed bowel
HEPATITIS | | | hepatitis
KIDNEY | | | kidney disease
STONES | | | gallstones or kidney stones
EPILEPSY | | | epilepsy
MIGRAINE | | | migraine
HEAD_INJURY | | | a head injury with loss of consciousness
MENINGITIS | | | meningitis
SCLEROSIS | | | multiple sclerosis
PARKINSON | | | Parkinson's disease
ARTHRITIS | | | arthritis
OSTEOPOROSIS | | | brittle bones
LUPUS | | | lupus
ANAEMIA | | | anaemia
CANCER | | | cancer
TUBERCULOSIS | | | tuberculosis
PNEUMONIA | | | pneumonia
GLAUCOMA | | | glaucoma
HEARING_LOSS | | | loss of hearing
BIRTH_DEFECT | | | a defect present at birth
GENETIC | | | an inherited disease
`

/** Psychiatric and neurological medicines. */
export const MEDICINES = symptoms('fun', '')`
LITHIUM | | | lithium
VALPROATE | | | valproate
CARBAMAZEPINE | | | carbamazepine
LAMOTRIGINE | | | lamotrigine
TOPIRAMATE | | | topiramate
HALOPERIDOL | | | haloperidol
PERPHENAZINE | | | perphenazine
CLOZAPINE | | | clozapine
OLANZAPINE | | | olanzapine
RISPERIDONE | | | risperidone
QUETIAPINE | | | quetiapine
ARIPIPRAZOLE | | | aripiprazole
ZIPRASIDONE | | | ziprasidone
DEPOT | | | a depot injection
FLUOXETINE | | | fluoxetine
SERTRALINE | | | sertraline
CITALOPRAM | | | citalopram
PAROXETINE | | | paroxetine
VENLAFAXINE | | | venlafaxine
DULOXETINE | | | duloxetine
BUPROPION | | | bupropion
MIRTAZAPINE | | | mirtazapine
AMITRIPTYLINE | | | amitriptyline
IMIPRAMINE | | | imipramine
PHENELZINE | | | phenelzine
LORAZEPAM | | | lorazepam
DIAZEPAM | | | diazepam
ZOLPIDEM | | | zolpidem
BUSPIRONE | | | buspirone
METHYLPHENIDATE | | | methylphenidate
AMPHETAMINE | | | an amphetamine on prescription
ATOMOXETINE | | | atomoxetine
NALTREXONE | | | naltrexone
THYROXINE | | | thyroxine
`

export const MOVEMENT = symptoms('hea', '')`
GAIT | | | the gait on a straight line
ARM_SWING | | | the swing of the arms
HEEL_TOE | | | walking heel to toe
BALANCE | | | standing with eyes closed
HOPPING | | | hopping on one foot
FINGER_NOSE | | | touching nose and finger in turn
FINGER_TAPS | | | tapping thumb and finger
FIST_RING | | | changing between fist and ring
FIST_EDGE | | | the sequence of fist, edge and palm
OPPOSITION | | | thumb against each finger
RHYTHM | | | tapping out a rhythm
MIRROR_HAND | | | movements of the other hand
RIGIDITY | | | stiffness at the elbow
WRIST | | | stiffness at the wrist
TREMOR_REST | | | tremor at rest
TREMOR_HOLD | | | tremor with arms held out
FACE_STILL | | | stillness of the face
LIPS | | | movements of lips and mouth
JAW | | | movements of the jaw
TONGUE | | | movements of the tongue
NECK | | | twisting of the neck
TRUNK | | | rocking of the trunk
LEGS_REST | | | legs that will not rest
GAZE | | | following a moving finger
CONVERGENCE | | | turning both eyes in
GRAPHESTHESIA | | | figures drawn on the palm
STEREOGNOSIS | | | naming objects by touch
LEFT_RIGHT | | | telling left from right
GRASP | | | the grasp reflex
GLABELLAR | | | blinking at taps on the brow
`
