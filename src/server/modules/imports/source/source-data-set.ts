import type { Problem } from '#server/modules/imports/source/problem.ts'
import type { SourceForm } from '#server/modules/imports/source/source-form.ts'
import type { Person } from '#server/modules/imports/source/store-types.ts'

/** A data set as its files have it, whatever their format. */
export interface SourceDataSet {
  readonly people: readonly Person[]
  readonly forms: readonly SourceForm[]
  /** Whether there are only dictionaries, and no table that could name anybody. */
  readonly isCatalogAlone: boolean
  /** Rows that cannot be taken. */
  readonly refused: readonly Problem[]
  readonly notes: readonly Problem[]
}
