import {
  COLLECTIONS,
  hasHad,
  onsetAge,
  probandDiagnosis,
  relativeDiagnosis,
  type Collection,
} from '#server/sample/illness.ts'
import type { Random } from '#server/sample/random.ts'
import { dayOfDate, DIAGNOSES, TROUBLES, type Diagnosis, type Subject, type Trouble } from '#server/sample/subject.ts'

interface Family {
  readonly familyId: string
  readonly collection: Collection
  readonly studyId: string
  readonly proband: Diagnosis
  /** When its first member was seen; the others within a season. */
  readonly firstDay: number
  readonly members: Subject[]
}

interface Place {
  readonly sex: 'F' | 'M'
  readonly age: number
  readonly isProband?: boolean
  readonly isPlaceholder?: boolean
  readonly parents?: readonly [father: Subject, mother: Subject] | null
}

const FIRST_INTERVIEW = dayOfDate('2004-02-02')
const LAST_INTERVIEW = dayOfDate('2019-11-29')

/** All families of the set, one after the other: singles, siblings, and children with their parents. */
export function makeSubjects(random: Random): Subject[] {
  const families: Family[] = []
  for (const collection of COLLECTIONS) {
    for (let count = 0; count < collection.families; count++) {
      const family: Family = {
        familyId: `SYN-F${String(families.length + 1).padStart(4, '0')}`,
        collection,
        studyId: random.weighted(collection.studies.map((study) => [study, 1] as const)),
        proband: probandDiagnosis(collection, random),
        firstDay: random.between(FIRST_INTERVIEW, LAST_INTERVIEW),
        members: [],
      }
      fillFamily(family, random)
      families.push(family)
    }
  }
  return families.flatMap((family) => family.members)
}

function fillFamily(family: Family, random: Random): void {
  const isYoung = family.proband === 'ASD'
  const age = isYoung ? random.between(6, 24) : random.between(19, 58)
  const isSingle = random.chance(family.proband === 'NONE' ? 0.45 : 0.14)
  const hasParents = !isSingle && age <= 42 && random.chance(isYoung ? 0.95 : 0.85)
  const parents = hasParents ? makeParents(family, age, random) : null
  const siblings = isSingle
    ? 0
    : random.weighted([
        [hasParents ? 0 : 1, 3],
        [1, 4],
        [2, 2],
        [3, 1],
      ])
  addMember(family, { sex: probandSex(family.proband, random), age, isProband: true, parents }, random)
  for (let count = 0; count < siblings; count++) {
    const siblingAge = Math.max(4, age + random.between(-8, 8))
    addMember(family, { sex: anySex(random), age: siblingAge, parents }, random)
  }
}

/** Parents who were never seen stand in as placeholders, so that their children are joined. */
function makeParents(family: Family, age: number, random: Random): [Subject, Subject] {
  const motherAge = age + 9 + random.between(18, 34)
  const [isFatherSeen, isMotherSeen] = random.weighted<[boolean, boolean]>([
    [[true, true], 7],
    [[false, true], 2],
    [[true, false], 1],
  ])
  const father = addMember(
    family,
    { sex: 'M', age: motherAge + random.between(-2, 7), isPlaceholder: !isFatherSeen },
    random,
  )
  return [father, addMember(family, { sex: 'F', age: motherAge, isPlaceholder: !isMotherSeen }, random)]
}

function addMember(family: Family, place: Place, random: Random): Subject {
  const { sex, age, isProband = false, isPlaceholder = false, parents = null } = place
  const diagnosis = isProband ? family.proband : relativeDiagnosis(family.proband, random)
  const troubles = TROUBLES.map((trouble) => [trouble, hasHad(trouble, diagnosis, sex, age, random)] as const)
  const subject: Subject = {
    individualId: `${family.familyId}-${String(family.members.length + 1).padStart(2, '0')}`,
    familyId: family.familyId,
    fatherId: parents?.[0].individualId ?? null,
    motherId: parents?.[1].individualId ?? null,
    sex,
    isPlaceholder,
    collection: family.collection.code,
    studyId: family.studyId,
    consent: isPlaceholder
      ? null
      : random.weighted([
          ['General research', 6],
          ['Psychiatric research only', 3],
          ['No commercial use', 1],
        ]),
    dxNimh: isPlaceholder || random.chance(0.04) ? null : DIAGNOSES[diagnosis],
    diagnosis,
    isProband,
    age,
    interviewDay: family.firstDay + random.between(0, 90),
    severity:
      diagnosis === 'NONE'
        ? 0
        : random.weighted([
            [1, isProband ? 2 : 5],
            [2, 5],
            [3, isProband ? 4 : 1],
          ]),
    onsetAge: onsetAge(diagnosis, age, random),
    hasHad: flags(troubles),
  }
  family.members.push(subject)
  return subject
}

function flags(troubles: readonly (readonly [Trouble, boolean])[]): Record<Trouble, boolean> {
  const had = new Set(troubles.filter(([, has]) => has).map(([trouble]) => trouble))
  return {
    depression: had.has('depression'),
    mania: had.has('mania'),
    psychosis: had.has('psychosis'),
    anxiety: had.has('anxiety'),
    alcohol: had.has('alcohol'),
    smoking: had.has('smoking'),
    cannabis: had.has('cannabis'),
  }
}

function probandSex(diagnosis: Diagnosis, random: Random): 'F' | 'M' {
  const women = { BP1: 0.52, BP2: 0.58, SCZ: 0.38, SAD: 0.5, MDD: 0.66, ASD: 0.21, NONE: 0.5 }
  return random.chance(women[diagnosis]) ? 'F' : 'M'
}

function anySex(random: Random): 'F' | 'M' {
  return random.chance(0.5) ? 'F' : 'M'
}
