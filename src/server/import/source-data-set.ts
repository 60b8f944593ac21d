import type { Problem } from '#server/import/problem.ts'
import type { SourceForm } from '#server/import/source-form.ts'
import type { Person } from '#server/import/store-types.ts'

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
