/** A clinical collection: its share of families (per mille), its studies, and the probands' diagnoses. */
export interface Collection {
  readonly code: string
  readonly families: number
  readonly studies: number
  readonly hasChildren: boolean
  readonly diagnoses: readonly (readonly [Diagnosis, percent: number])[]
}

export const COLLECTIONS: readonly Collection[] = [
  {
    code: 'bp',
    families: 290,
    studies: 15,
    hasChildren: false,
    diagnoses: [
      ['BP1', 66],
      ['BP2', 28],
      ['SAD', 6],
    ],
  },
  {
    code: 'sz',
    families: 250,
    studies: 14,
    hasChildren: false,
    diagnoses: [
      ['SCZ', 80],
      ['SAD', 20],
    ],
  },
  { code: 'dp', families: 190, studies: 11, hasChildren: false, diagnoses: [['MDD', 100]] },
  { code: 'au', families: 110, studies: 6, hasChildren: true, diagnoses: [['ASD', 100]] },
  { code: 'ct', families: 160, studies: 7, hasChildren: false, diagnoses: [['NONE', 100]] },
]

/** A study of one collection; its studies share the families equally. */
export interface Study {
  readonly studyNo: number
  readonly studyId: string
  readonly collection: Collection
}

export const STUDIES: readonly Study[] = COLLECTIONS.flatMap((collection) =>
  Array.from({ length: collection.studies }, () => collection),
).map((collection, index) => ({
  studyNo: index + 1,
  studyId: `S${String(index + 1).padStart(2, '0')}`,
  collection,
}))

/** Latent traits that answers depend on; mean 0 and standard deviation 1 in the population. */
export const LATENTS = [
  'dep',
  'man',
  'psy',
  'anx',
  'obs',
  'tra',
  'slp',
  'eat',
  'alc',
  'drug',
  'att',
  'aut',
  'con',
  'hea',
  'cog',
  'fun',
] as const

export type Latent = (typeof LATENTS)[number]

export function latentOf(name: string): Latent {
  const latent = LATENTS.find((known) => known === name)
  if (latent === undefined) throw new Error(`There is no latent trait called "${name}".`)
  return latent
}

export const DIAGNOSES = {
  BP1: 'Bipolar I disorder',
  BP2: 'Bipolar II disorder',
  SCZ: 'Schizophrenia',
  SAD: 'Schizoaffective disorder',
  MDD: 'Major depressive disorder',
  ASD: 'Autism spectrum disorder',
  NONE: 'No diagnosis',
} as const

export type Diagnosis = keyof typeof DIAGNOSES

/** Mean difference between cases and others, in tenths of a standard deviation. */
export const SHIFTS: Record<Latent, Record<Exclude<Diagnosis, 'NONE'>, number>> = {
  dep: { BP1: 23, BP2: 26, SCZ: 10, SAD: 22, MDD: 29, ASD: 6 },
  man: { BP1: 34, BP2: 23, SCZ: 4, SAD: 24, MDD: 1, ASD: 2 },
  psy: { BP1: 16, BP2: 3, SCZ: 35, SAD: 33, MDD: 3, ASD: 3 },
  anx: { BP1: 11, BP2: 13, SCZ: 9, SAD: 11, MDD: 15, ASD: 12 },
  obs: { BP1: 6, BP2: 6, SCZ: 8, SAD: 7, MDD: 7, ASD: 12 },
  tra: { BP1: 7, BP2: 8, SCZ: 7, SAD: 9, MDD: 9, ASD: 3 },
  slp: { BP1: 16, BP2: 15, SCZ: 11, SAD: 14, MDD: 17, ASD: 9 },
  eat: { BP1: 7, BP2: 9, SCZ: 3, SAD: 5, MDD: 10, ASD: 6 },
  alc: { BP1: 11, BP2: 9, SCZ: 8, SAD: 10, MDD: 6, ASD: -6 },
  drug: { BP1: 11, BP2: 9, SCZ: 12, SAD: 13, MDD: 5, ASD: -5 },
  att: { BP1: 8, BP2: 8, SCZ: 7, SAD: 8, MDD: 4, ASD: 14 },
  aut: { BP1: 2, BP2: 2, SCZ: 7, SAD: 5, MDD: 2, ASD: 32 },
  con: { BP1: 6, BP2: 5, SCZ: 6, SAD: 6, MDD: 3, ASD: 5 },
  hea: { BP1: 5, BP2: 6, SCZ: 5, SAD: 6, MDD: 8, ASD: 3 },
  cog: { BP1: -4, BP2: -2, SCZ: -11, SAD: -9, MDD: -3, ASD: -6 },
  fun: { BP1: 12, BP2: 9, SCZ: 22, SAD: 19, MDD: 10, ASD: 18 },
}
