import { IN_LIFE, SEEN } from '#server/demo/forms/question-templates.ts'
import { ask, asking, items, section, form } from '#server/demo/forms/section.ts'
import { COMPLAINTS } from '#server/demo/symptoms/body.ts'
import { CONDITIONS, MEDICINES, MOVEMENT } from '#server/demo/symptoms/health.ts'
import { LOSSES } from '#server/demo/symptoms/psychosis.ts'

const ASKING_DIAGNOSES = asking('EVER')`
yes +0.6 | Has a doctor ever told you that you have {noun}?
yes +0.6 | Have you been treated for {noun}?
yes +0.6 | Do you have, or did you ever have, {noun}?
yes +0.6 | Is {noun} among the illnesses in your records?
`
const SINCE = asking('AGE')`
first | How old were you when {noun} was first found?
first | At what age did {noun} begin?
first | Enter the age at which {noun} was diagnosed, or leave it blank.
`
const EXAMINATION = items('hea')`
HEALTH_RATING scale well | In general, how is your health?
PRESSURE_UPPER score 124 15 80..210 mmHg | Enter the upper blood pressure after five minutes of rest.
PRESSURE_LOWER score 78 10 45..130 mmHg | Enter the lower blood pressure.
PULSE score 72 11 40..140 beats | Count the pulse for a minute and enter it.
WEIGHT_EXAMINED score 75 15 20..190 kg | Enter the weight found at the examination.
HEIGHT_EXAMINED score 169 9.5 90..210 cm | Enter the height found at the examination.
GLUCOSE score 5.3 0.9 3..18 mmol/l | Enter the fasting blood sugar.
LAST_SEEN fuzzy | On what date were you last seen by a doctor?
OPERATIONS count 0..12 operations | How many operations have you had?
BEDS count 0..60 nights | In the past two years, how many nights did you spend in hospital for a bodily illness?
ALLERGY text allergies | To which medicines or foods are you allergic?
VISION yes -0.2 | Do you wear glasses?
PAIN_PLACES some bodies | Where do you have pain at present? Enter all the places.
EXERCISE_DAYS count 0..7 days | On how many days a week are you active enough to sweat?
PREGNANT yes +1.8 | Are you pregnant?
BLOOD_THINNER tick | Tick if the person takes a blood thinner.
PACEMAKER tick | Tick if there is metal in the body that forbids a scan.
`

export const MEDICAL_HISTORY = form(
  'MED',
  'Medical History and Examination',
  { given: 'TRUE', share: 0.55, versions: ['1', '2', '3'] },
  [
    section('Examination', EXAMINATION),
    section('Illnesses', ask(CONDITIONS, ASKING_DIAGNOSES)),
    section('When they began', ask(CONDITIONS, SINCE)),
    section('Complaints', ask(COMPLAINTS, IN_LIFE)),
  ],
)

const ASKING_MEDICINES = asking('TAKEN')`
yes +0.3 | Have you ever taken {noun}?
yes +0.3 | Has a doctor ever prescribed {noun} for you?
yes +0.3 | Was {noun} among the medicines you have been given?
`
const RELIEF = asking('EFFECT')`
scale helped | What effect did {noun} have?
scale helped | How far did {noun} help?
scale helped | Judge the benefit of {noun} when it was taken as prescribed.
`
const CARE = items('fun')`
CARE_FIRST fuzzy | On what date did you first see a psychiatrist?
CARE_STAYS count 0..30 stays | How many stays on a psychiatric ward have there been?
CARE_DAYS count 0..400 days | How many days did the longest stay last?
CARE_AGAINST_WILL yes +0.6 | Have you ever been admitted against your will?
CARE_TALKING yes -0.3 | Have you had talking therapy of ten sessions or more?
CARE_TALKING_HELP scale helped | How much did talking therapy help?
CARE_CURRENT yes -0.2 | Are you in treatment at present?
CARE_MISSED scale often | How often do you leave out a dose?
CARE_STOPPED some reasons | Why have you stopped a medicine before? Enter all the reasons.
CARE_SIDE text effects | Which side effects have troubled you most?
SHOCKS yes +0.9 | Have you had electric shock treatment? | electroconvulsive therapy
SHOCKS_NUMBER count 1..40 treatments | How many shock treatments were given in the longest course?
LIGHT yes +1.1 | Has bright light been tried as a treatment?
MAGNETIC yes +1.4 | Have you been treated with magnetic stimulation?
CARE_HOPES scale agree | Treatment will go on helping you: how far do you agree?
WEIGHT_TREATMENT count 0..40 kg | How many kilograms of weight did you gain on your first medicine?
SLEEP_TREATMENT scale helped | What did treatment do for your sleep?
`

export const TREATMENT_HISTORY = form(
  'TRT',
  'Treatment and Medicines',
  { given: `dx <> 'NONE' AND age >= 10`, share: 0.75 },
  [
    section('Care', CARE),
    section('Medicines taken', ask(MEDICINES, ASKING_MEDICINES)),
    section('What they did', ask(MEDICINES, RELIEF)),
  ],
)

const SIGN = asking('')`
scale sign | Examine and rate {noun}.
scale sign | Ask for three trials, then rate {noun}.
scale sign | Rate {noun} on the weaker side.
`
const MOVEMENT_NOTED = asking('NOTED')`
yes +0.8 | Is {noun} of concern to the person or those around?
yes +0.8 | Could {noun} be due to medicine?
`

export const NEUROLOGICAL_EXAMINATION = form(
  'NSE',
  'Neurological Signs Examination',
  { given: 'age >= 8', share: 0.25, versions: ['1'] },
  [section('Signs', ask(MOVEMENT, SIGN))],
)

export const MOVEMENT_SIDE_EFFECTS = form(
  'MSE',
  'Movement Side Effects',
  { given: `dx IN ('SCZ', 'SAD', 'BP1', 'BP2') AND age >= 16`, share: 0.5 },
  [
    section('Movements', ask({ ...MOVEMENT, symptoms: MOVEMENT.symptoms.slice(12, 24) }, SIGN)),
    section('Meaning', ask({ ...MOVEMENT, symptoms: MOVEMENT.symptoms.slice(12, 24) }, MOVEMENT_NOTED)),
    section('Conduct during the visit', ask(LOSSES, SEEN)),
  ],
)
