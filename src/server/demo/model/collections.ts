import type { Diagnosis } from '#server/demo/model/latents.ts'

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
