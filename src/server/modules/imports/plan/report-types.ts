import type { DataType } from '#domain/data-types.ts'
import type { Problem } from '#server/modules/imports/source/problem.ts'
import type { StoredVariable } from '#server/modules/imports/source/store-types.ts'

/** A data type that no dictionary declares, and what it was taken from. */
export interface Inference {
  readonly file: string
  readonly variableName: string
  readonly dataType: DataType
  readonly reason: string
}

/** An answer that the dictionary does not foresee; it is kept. */
export interface OutsideValue {
  readonly file: string
  readonly variableName: string
  readonly value: string
  readonly lines: readonly number[]
}

/** A variable that could not have the name of its column. */
export interface Renaming {
  readonly file: string
  readonly originalName: string
  readonly variableName: string
}

export interface FormSummary {
  readonly file: string
  readonly title: string
  readonly rows: number
  readonly variables: number
  readonly observations: number
}

/** A variable as it is to be stored. */
export interface VariableSummary extends Pick<
  StoredVariable,
  'variableName' | 'originalName' | 'question' | 'dataType' | 'possibleValues' | 'valueMapping' | 'observations'
> {
  readonly file: string
  /** Whether it is in the database already, and gets further answers. */
  readonly isKnown: boolean
  /** What the type was taken from; null where a dictionary or somebody says it. */
  readonly reason: string | null
}

/** All that an import has to tell. */
export interface ImportReport {
  readonly individuals: number
  readonly forms: readonly FormSummary[]
  readonly variables: readonly VariableSummary[]
  /** How many variables have the type that their dictionary declares. */
  readonly declaredTypes: number
  readonly inferences: readonly Inference[]
  readonly renamings: readonly Renaming[]
  readonly outsideLevels: readonly OutsideValue[]
  readonly outsideRange: readonly OutsideValue[]
  readonly refused: readonly Problem[]
  readonly notes: readonly Problem[]
}
