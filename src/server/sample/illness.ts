import type { Random } from '#server/sample/random.ts'
import type { Diagnosis, Trouble } from '#server/sample/subject.ts'

/** The clinical collections of the set, how many of its families are theirs, and what their probands have. */
export const COLLECTIONS = [
  {
    code: 'bp',
    families: 110,
    studies: ['S01', 'S02'],
    diagnoses: [
      ['BP1', 7],
      ['BP2', 3],
    ],
  },
  {
    code: 'sz',
    families: 95,
    studies: ['S03', 'S04'],
    diagnoses: [
      ['SCZ', 8],
      ['SAD', 2],
    ],
  },
  { code: 'dp', families: 80, studies: ['S05', 'S06'], diagnoses: [['MDD', 1]] },
  { code: 'au', families: 55, studies: ['S07'], diagnoses: [['ASD', 1]] },
  { code: 'ct', families: 60, studies: ['S08'], diagnoses: [['NONE', 1]] },
] as const

export type Collection = (typeof COLLECTIONS)[number]

/** What a proband has. */
export function probandDiagnosis(collection: Collection, random: Random): Diagnosis {
  return random.weighted<Diagnosis>(collection.diagnoses)
}

/** What a relative has: more often than others the proband's illness, or a depression. */
export function relativeDiagnosis(proband: Diagnosis, random: Random): Diagnosis {
  if (proband === 'NONE')
    return random.weighted<Diagnosis>([
      ['NONE', 94],
      ['MDD', 6],
    ])
  const risk = proband === 'MDD' ? 22 : 11
  return random.weighted<Diagnosis>([
    [proband, risk],
    ['MDD', 12],
    ['NONE', 88 - risk],
  ])
}

/** Mean age at which an illness begins. */
const ONSET: Record<Diagnosis, number | null> = { BP1: 21, BP2: 22, SCZ: 22, SAD: 23, MDD: 27, ASD: 3, NONE: null }

/** When the illness began: before today, and after the second birthday. */
export function onsetAge(diagnosis: Diagnosis, age: number, random: Random): number | null {
  const mean = ONSET[diagnosis]
  if (mean === null) return null
  const drawn = Math.round(random.around(mean, mean / 4))
  return Math.max(2, Math.min(drawn, age - 1))
}

/** How often people of a diagnosis have had a trouble, in percent. */
const RISKS: Record<Trouble, Record<Diagnosis, number>> = {
  depression: { BP1: 88, BP2: 98, SCZ: 45, SAD: 85, MDD: 100, ASD: 25, NONE: 9 },
  mania: { BP1: 100, BP2: 45, SCZ: 4, SAD: 60, MDD: 2, ASD: 1, NONE: 0 },
  psychosis: { BP1: 55, BP2: 8, SCZ: 100, SAD: 100, MDD: 7, ASD: 2, NONE: 1 },
  anxiety: { BP1: 45, BP2: 52, SCZ: 35, SAD: 40, MDD: 55, ASD: 42, NONE: 14 },
  alcohol: { BP1: 42, BP2: 38, SCZ: 30, SAD: 35, MDD: 26, ASD: 4, NONE: 11 },
  smoking: { BP1: 60, BP2: 52, SCZ: 72, SAD: 68, MDD: 45, ASD: 10, NONE: 30 },
  cannabis: { BP1: 48, BP2: 44, SCZ: 50, SAD: 50, MDD: 30, ASD: 8, NONE: 22 },
}

/** Women are depressed and anxious more often, men drink and smoke more often; children have had little of it all. */
export function hasHad(trouble: Trouble, diagnosis: Diagnosis, sex: 'F' | 'M', age: number, random: Random): boolean {
  const isInward = trouble === 'depression' || trouble === 'anxiety'
  const isSubstance = trouble === 'alcohol' || trouble === 'smoking' || trouble === 'cannabis'
  const bySex = isInward && sex === 'F' ? 1.25 : isSubstance && sex === 'M' ? 1.3 : 1
  const byAge = age < 16 && isSubstance ? 0.05 : 1
  const risk = RISKS[trouble][diagnosis] / 100
  return random.chance(risk === 1 ? 1 : Math.min(0.99, risk * bySex * byAge))
}
