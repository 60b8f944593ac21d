import type { DataType } from '#domain/data-types.ts'
import type { StoredAnswer } from '#server/model/data-types.ts'

/** An individual before numbering; parents are individual ids. */
export interface Participant {
  readonly individualId: string
  readonly familyId: string
  readonly fatherId: string | null
  readonly motherId: string | null
  readonly sex: 'F' | 'M' | null
  readonly isPlaceholder: boolean
  readonly collection: string
  readonly studyId: string
  readonly consent: string | null
  readonly dxNimh: string | null
}

/** A variable of the catalog, and its answer for each of its form's individuals, by their place in it. */
export interface StoredVariable {
  readonly variableName: string
  readonly originalName: string
  readonly dataType: DataType
  readonly question: string
  readonly explicitContext: string
  readonly implicitContext: string
  readonly possibleValues: readonly string[]
  readonly valueMapping: Readonly<Record<string, string>>
  readonly answerValidation: string
  readonly answerValidationDesc: string
  readonly section: string
  readonly tocPage: string
  readonly item: string
  readonly observations: number
  readonly answer: (place: number) => StoredAnswer
}

/** An interview form with a row for each individual who was given it. */
export interface StoredForm {
  readonly instrument: string
  readonly version: string
  readonly title: string
  readonly individualIds: readonly string[]
  readonly variables: readonly StoredVariable[]
}
