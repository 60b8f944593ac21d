import type { Problem } from '#server/modules/imports/source/problem.ts'
import type { SourceForm } from '#server/modules/imports/source/source-form.ts'
import type { Participant } from '#server/modules/imports/source/store-types.ts'

export interface SourceDataSet {
  readonly participants: readonly Participant[]
  readonly forms: readonly SourceForm[]
  /** Whether there are dictionaries only, and no table of participants. */
  readonly isCatalogAlone: boolean
  readonly refused: readonly Problem[]
  readonly notes: readonly Problem[]
}
