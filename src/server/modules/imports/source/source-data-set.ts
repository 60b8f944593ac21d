import type { Problem } from '#server/modules/imports/source/problem.ts'
import type { SourceForm } from '#server/modules/imports/source/source-form.ts'
import type { Person } from '#server/modules/imports/source/store-types.ts'

export interface SourceDataSet {
  readonly people: readonly Person[]
  readonly forms: readonly SourceForm[]
  /** Whether there are dictionaries only, and no table of participants. */
  readonly isCatalogAlone: boolean
  readonly refused: readonly Problem[]
  readonly notes: readonly Problem[]
}
