import type { DataType } from '#domain/data-types.ts'
import type { Problem } from '#server/modules/imports/source/problem.ts'
import type { StoredVariable } from '#server/modules/imports/source/store-types.ts'

/** A data type that no dictionary declares, and the reason. */
export interface Inference {
  readonly file: string
  readonly variableName: string
  readonly dataType: DataType
  readonly reason: string
}

/** An answer outside the dictionary's levels or range; it is stored. */
export interface OutsideValue {
  readonly file: string
  readonly variableName: string
  readonly value: string
  readonly lines: readonly number[]
}

/** A variable whose name differs from its column. */
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

/** A variable of the report. */
export interface VariableSummary extends Pick<
  StoredVariable,
  'variableName' | 'originalName' | 'question' | 'dataType' | 'possibleValues' | 'valueMapping' | 'observations'
> {
  readonly file: string
  /** Whether the variable exists in the database and gets further answers. */
  readonly isKnown: boolean
  /** The reason of the inferred type; null where a dictionary or the user declares it. */
  readonly reason: string | null
}

/** The report of an import. */
export interface ImportReport {
  readonly individuals: number
  readonly forms: readonly FormSummary[]
  readonly variables: readonly VariableSummary[]
  /** Number of variables with the declared type. */
  readonly declaredTypes: number
  readonly inferences: readonly Inference[]
  readonly renamings: readonly Renaming[]
  readonly outsideLevels: readonly OutsideValue[]
  readonly outsideRange: readonly OutsideValue[]
  readonly refused: readonly Problem[]
  readonly notes: readonly Problem[]
}
