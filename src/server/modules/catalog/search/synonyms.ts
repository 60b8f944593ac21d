import { searchWords } from '#domain/text/text.ts'
import { stemOf, withoutStopWords } from '#server/modules/catalog/search/stem.ts'

/**
 * Synonyms of psychiatric and epidemiological research, separated by semicolons and lines. "a, b" finds each by the
 * other; "a: b, c" finds b and c by a, but not a by them. A phrase matches where all its words do. Inflected forms need
 * no entry.
 */
const SYNONYM_LINES = `
# Person and household
sex, gender; ethnicity, ethnic, ancestry, race, racial, heritage, nationality
ethnicity, ethnic, ancestry, race, nationality: country born, language first
education, schooling, school years, qualification, academic attainment
education, educational: college, university, degree; occupation, job, profession, vocation
employment, work situation, unemployed; unemployment: job lost, work situation; income, earnings, salary, wage
socioeconomic, ses, deprivation: income, occupation, schooling, housing
marital, married, marriage, spouse, divorced, widowed; sibling: brother, sister; offspring, children
religion, faith, religious affiliation; homeless, without home; urbanicity, urban, rural: city, live town
veteran, military, armed forces, army; disability, pension; birthplace: country born; dob: birth date, born
handedness, handed, dexterity: hand write; left handed: hand write
migrant, migration, immigrant, refugee: flight country, country born
# Course
onset, begin, start: first; current, present, now, nowadays, today; main, primary, principal
number, count: many, times; use, usage, consumption: taken, tried; problem, trouble, difficulty; age at onset, age of onset: onset age, how old first, age first
episode, spell, bout; remission, recovery, recovered; recurrence, relapse: episodes, spells
duration: how long, weeks, months; lifetime: ever; severity, severe: worst, strongest
prodrome, prodromal: early signs, first signs; chronic: course
# Psychosis
hallucination: voices, visions, perceptions, heard nobody; auditory hallucination: voices, hear, noises
visual hallucination: visions, see others could not, shadows; olfactory hallucination: smell
gustatory hallucination: taste; tactile hallucination: touch, insects
somatic hallucination: electric, organs, body currents; voices, auditory hallucination
command hallucination: voices commands, orders; commenting voices, running commentary
delusion, delusional: ideas, belief, believe, convinced
paranoid, paranoia, suspicious, persecution, persecutory, persecuted, mistrust: plot, followed, poisoned, bugged, spied
persecutory delusion, paranoid delusion, persecution delusion: plot, followed, poisoned, bugged
grandiose, grandiosity, grand, grandeur: special powers, mission, chosen
grandiose delusion, delusions of grandeur: mission, chosen, riches, famous
delusion of reference, ideas of reference: talked about, television messages, signs
delusion of control, passivity, made actions: controlled; thought insertion: inserted, thoughts put
thought withdrawal: removed, thoughts taken out; thought broadcasting, thought broadcast: broadcast
thought echo: thoughts aloud; thought disorder, disorganized speech: derailed, lost thread, vague
jealousy delusion, delusional jealousy: jealous; erotomania: loved; nihilistic, cotard: dead, organs; capgras: doubles
somatic delusion: illness, organs; catatonia, catatonic: posture, still, mute, immobility
negative symptoms: flat, no drive, withdrawn, few words; alogia: few words; avolition, apathy: no drive
blunted affect, flat affect, affective flattening: flat
psychosis, psychotic, schizophrenia: voices, ideas, perceptions; formal thought disorder: derailed, lost thread
# Mood
depression, depressed, depressive, melancholia, dysthymia, mdd: low mood, mood low, low spirits, sad
depressed mood, sad mood, low mood: mood low; elevated mood, expansive mood: high mood, mood high
mania, manic, hypomania, hypomanic: high mood, mood high, episode high, euphoric, elated
bipolar: high mood, mood swings, manic; elation, elated, euphoria, euphoric, cheerful, high mood
irritable, irritability, anger, angry, temper; mood lability, labile mood, rapid cycling: mood swings, mood rapid
anhedonia, loss of pleasure, loss of interest: no pleasure, no interest, enjoy; guilt, guilty, self blame
worthless, self esteem: failure; hopeless, hopelessness, pessimism; fatigue, tired, exhausted, exhaustion, low energy
appetite: eating; libido, sex drive, sexual drive; psychomotor retardation: slowed
psychomotor agitation, agitation, agitated: pacing, restless; concentration, concentrate
diurnal variation: time of day, morning worst; seasonal affective, seasonality: season
racing thoughts, flight of ideas: racing; pressured speech, talkative, pressure of speech: talkative
decreased need for sleep: sleep need less; distractibility, distractible, distracted; spending spree, spending
suicide, suicidal, suicidality: attempt, life worth, self harm, kill, end life
suicidal ideation, suicidal thoughts, suicide ideation: life worth, life plans, thoughts of death
suicide attempt, attempted suicide, parasuicide: attempt; suicide plan: life plans
self harm, self injury, nssi, cutting: harm self; grief, bereavement: death, grief
postpartum, postnatal, puerperal, perinatal: after birth, birth
postpartum depression, postnatal depression: after birth low, low birth, mood low birth
premenstrual, pms, pmdd: before period
# Anxiety
anxiety, anxious, worry, nervous, nerves; gad, generalized anxiety: worry; panic attack, panic disorder: panic
phobia, phobic: fear, dread, afraid; social phobia, social anxiety: shyness, speaking public, blush, eating seen
agoraphobia, agoraphobic: crowds, public transport, alone out, leave home; claustrophobia: closed in, closed spaces
acrophobia: heights; arachnophobia: spiders; cynophobia: dogs; blood injury phobia: blood
palpitation, tachycardia, heart pounding: heart; dyspnea, hyperventilation, short of breath: breath
depersonalization, derealization, dissociation, dissociative: unreal, outside self
hypochondria, hypochondriasis, health anxiety: illness fear, health fears; somatization, somatic: pain, complaints
# Obsessions
obsession, obsessional, obsessive, intrusive thoughts: unwanted thoughts, thoughts; compulsion, compulsive, ritual
ocd: obsession, compulsion, ritual, unwanted thoughts; checking: check, locks, stove
compulsive checking, checking compulsion: locks, stove, check; contamination: germs, dirt, washing
contamination obsession, contamination fear: germs, dirt; washing compulsion: washing; hoarding, hoard, keeping
tic, tourette
# Trauma
trauma, traumatic, traumatic event, traumatic experience, ptsd: frightening events, shock, happened; flashback, reliving, intrusive memories
hypervigilance, hypervigilant, vigilance: watchful; startle, exaggerated startle; avoidance: avoid
abuse, maltreatment, mistreatment: beaten, hit, insulted, neglected, forced
childhood abuse, child abuse, childhood maltreatment, childhood trauma, ace, adversity: beaten, insults, neglected, unwanted touch, forced
physical abuse: beaten, hit; emotional abuse, psychological abuse, verbal abuse: insults; neglect, emotional neglect, childhood neglect, neglected
sexual abuse, sexual assault, rape, molested, molestation: forced, unwanted touch
domestic violence, intimate partner violence: partner blows; combat: war; bullying, bullied, victimization
life events, stressful events: past year event
# Substances
alcohol, drinking, drink, drank, etoh
alcohol abuse, alcohol misuse, alcoholism, aud, problem drinking: alcohol problem, drinking problem
alcohol dependence: tolerance, shakes, alcohol problem
binge drinking, heavy drinking: most drinks, drinks one, six drinks, alcohol six; binge, binges
withdrawal: shakes, sweat, withdraw; delirium tremens: dts; blackout, blackouts; hangover, eye opener
smoking, smoker, cigarettes, tobacco, nicotine; smoking: smoke
cigarettes per day, cpd, packs: smoked number, cigarettes number, cigarettes a day
nicotine dependence, tobacco dependence, fagerstrom: smoke first morning, smoked
smoking cessation, quit smoking: smoked quit, stop smoking; marijuana, cannabis, weed, thc, hashish, pot
opioid, opiate, heroin, methadone, morphine, painkillers; stimulant, amphetamine, cocaine, crack, speed
substance: drug; hallucinogen, psychedelic: lsd, mushrooms; sedative, tranquilliser, tranquilizer, benzodiazepine
sedative, benzodiazepine: diazepam, lorazepam; craving, crave, urge; driving under influence, dui, dwi: drunk driving
# Treatment
antidepressant, ssri, snri: fluoxetine, sertraline, citalopram, paroxetine, venlafaxine, duloxetine, mirtazapine, bupropion
tricyclic, tca: amitriptyline, imipramine
antipsychotic, neuroleptic: clozapine, olanzapine, risperidone, quetiapine, haloperidol, aripiprazole, perphenazine, ziprasidone
mood stabilizer: lithium, valproate, lamotrigine, carbamazepine
anticonvulsant, antiepileptic: valproate, carbamazepine, lamotrigine, topiramate; methylphenidate, ritalin
hypnotic, sleeping pill, sleep medication: zolpidem, sleep pills
medication, medicine, drug treatment, pharmacotherapy, prescription
medication adherence, adherence, compliance, nonadherence: leave out dose, missed dose
electroconvulsive, ect: shock treatment, electric shock; electroconvulsive therapy: shock treatment, electric shock
tms, magnetic stimulation; psychotherapy, cbt, counselling, counseling: talking therapy
hospital, ward, inpatient, admission, admitted
hospitalization, psychiatric admission, psychiatric hospitalization: ward, stay ward, admitted
involuntary, sectioned, commitment: against will; side effect, adverse effect
psychiatrist, mental health professional; treatment, therapy, treated
# Sleep
insomnia, sleeplessness, sleep problem, poor sleep, trouble sleeping, difficulty sleeping, sleep disturbance: sleep bad, falling asleep, broken nights, early waking
sleep latency, sleep onset: fall asleep; hypersomnia, oversleeping: sleep too much, long night; nightmare, bad dreams
night terror: terrors; sleep apnea, apnea: stop breathing, gasping; somnambulism, sleepwalking: sleep walking
bruxism: grinding; restless legs, rls: legs; chronotype: lark, owl; nap, naps
# Eating
anorexia, anorexia nervosa: weight low, fear fat, weight lowest; bulimia, bulimia nervosa: binges, vomiting, laxatives
purging, purge: vomiting, laxatives; binge eating: binges, eat no control; body mass index, bmi: weight height, weight
obesity, obese, overweight: weight; dieting, diet; body image: feel fat, mirrors
# Development and childhood
adhd, attention deficit: attention, hyperactive, fidget, inattention
hyperactivity, hyperactive, overactive: fidget, restless, out of seat, on the go, motor
inattention, inattentive: attention, careless, distracted, not listening, sidetracked
impulsivity, impulsive: blurting, butting in, queues; conduct disorder, delinquency: stealing, fights, truant, lying
oppositional, odd, defiance: defies, argues, temper; truancy, truant, skip school; theft, stealing, steal, shoplift
arson: fires; autism, asd, asperger: eye contact, sameness, flapping; pregnancy, pregnant, gestation, prenatal
obstetric, perinatal, delivery, labor, childbirth
obstetric complications, birth complications, perinatal complications: cord, oxygen, bleeding, labor, incubator
birth weight, birthweight; gestational age, preterm, premature: weeks born, pregnancy weeks; milestone: months first
walked, walking; age walked: walking months; age talked, speech delay: first words; breastfeeding, breastfed
temperament, personality; neuroticism: under strain; extraversion, extroversion: among people
# Health
hypertension, high blood pressure; blood pressure: pressure; diabetes, diabetic, blood sugar
myocardial infarction, heart attack; stroke, cerebrovascular; epilepsy, seizure, convulsion, fits
head injury, head trauma, brain injury, tbi, concussion; thyroid, hypothyroidism, hyperthyroidism
hypothyroidism: thyroid low; hyperthyroidism: thyroid high; migraine, headache; asthma, wheeze
cancer, tumor, malignancy; menstruation, menstrual, menses, periods; menarche: first period; miscarriage, abortion
contraceptive, contraception: pill; menopause, climacteric; allergy, allergic; pain, ache
bowel, ibs, gastrointestinal; nausea, vomit, vomiting, sick; dizziness, dizzy, vertigo, faint
physical activity: exercise; general health, self rated health: health rating
# Movement and cognition
tardive dyskinesia, dyskinesia: tongue, jaw, lips, trunk
parkinsonism, extrapyramidal, eps: rigidity, tremor, face still; akathisia: legs rest, restless
tremor, shaking, shakes; gait, walk; iq, intelligence: vocabulary, matrices, blocks
working memory, digit span: digits, letters numbers; verbal memory, word list: words recalled, story
verbal fluency, semantic fluency: animals, words minute; processing speed: symbols, reaction
executive function: tower, cards, trail, sorting; trail making: trail; stroop: color words
wcst, card sorting: cards, sorting; neurological soft signs: finger, tapping, fist
functioning, gaf, global assessment: functioning, managed daily life; quality of life, wellbeing, satisfaction
# Families and samples
family history, family member: relative, family, kin; proband, relative, kin
mother, maternal, mum, mom; father, paternal, dad; parent, parental; parent: mother, father; twin, zygosity; adopted, adoption
diagnosis, diagnostic, disorder; consensus, best estimate; dna, genetic, genotype; consent, informed consent
blood sample, specimen, sample; informant, reliability
`

/** The words of a term; a variable matches if it contains all of them. */
export type Phrase = readonly string[]

/** Minimum length of a prefix that stands for a term, where the catalog has no word with the prefix. */
const BEGINNING_MIN = 4

const byKey = new Map<string, Phrase[]>()
const words = new Set<string>()
let longestPhrase = 1

/** One key for a phrase in any order and inflection. */
function keyOf(term: Phrase): string {
  return term.map(stemOf).sort().join(' ')
}

function phraseOf(text: string): Phrase {
  return withoutStopWords(searchWords(text))
}

function add(term: Phrase, synonyms: readonly Phrase[]): void {
  const key = keyOf(term)
  const known = byKey.get(key) ?? []
  const keys = new Set([key, ...known.map(keyOf)])
  byKey.set(key, [...known, ...synonyms.filter((synonym) => keys.size !== keys.add(keyOf(synonym)).size)])
  longestPhrase = Math.max(longestPhrase, term.length)
  for (const word of term) words.add(word)
}

const entries = SYNONYM_LINES.split('\n').flatMap((line) => (line.startsWith('#') ? [] : line.split(';')))
for (const entry of entries) {
  if (entry.trim() === '') continue
  const [left = '', right] = entry.split(':')
  const terms = left.split(',').map(phraseOf)
  const found = right === undefined ? [] : right.split(',').map(phraseOf)
  for (const term of terms) add(term, [...terms, ...found])
  for (const term of found) add(term, terms)
}

export function synonymWords(): Iterable<string> {
  return words
}

export function longestTerm(): number {
  return longestPhrase
}

/** Synonyms of a term; undefined without an entry. */
export function synonymsOf(term: Phrase): readonly Phrase[] | undefined {
  return byKey.get(keyOf(term))
}

/** Single-word terms with the prefix of an incomplete word. */
export function termsBeginning(prefix: string): readonly string[] {
  if (prefix.length < BEGINNING_MIN) return []
  return [...words].filter((word) => word.startsWith(prefix) && byKey.has(stemOf(word)))
}
