import type { Reader } from '#domain/access.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import type { AnswerCodes } from '#server/engine/bitmaps/answer-codes.ts'
import type { Bitmap } from '#server/engine/bitmaps/bitmap.ts'
import type { Families } from '#server/engine/bitmaps/families.ts'
import type { Individuals } from '#server/engine/bitmaps/individuals.ts'
import type { Kinship } from '#server/engine/bitmaps/kinship.ts'
import type { LeafOutcome } from '#server/engine/bitmaps/rule-outcomes.ts'
import type { CountAnswers } from '#server/engine/sources/count-answers.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import type { AnyVariable } from '#server/model/variable.ts'
import type { Connection } from '#server/platform/db/database.ts'

/** The individuals, answers and cohorts of one data version, as bitmaps and codes. */
export interface BitmapData {
  readonly connection: Connection
  readonly count: CountAnswers
  readonly individuals: Individuals
  readonly families: () => Promise<Families>
  readonly kinship: () => Promise<Kinship>
  readonly membersOf: (cohortId: number) => Promise<Bitmap>
  /** Null for a variable with too many distinct answers. */
  readonly codesOf: (variable: CatalogVariable) => Promise<AnswerCodes | null>
  readonly outcomeOf: (tested: TestedVariable) => Promise<LeafOutcome>
  /**
   * Codes of custom variables and outcomes of conditions of this version, for each individual and for each code of the
   * answers, read once for a key. Requests share the reading,
   * so it has data of its own: the end of the request that began it does not end it.
   */
  readonly keptCodes: (key: string, read: (data: BitmapData) => Promise<AnswerCodes>) => Promise<AnswerCodes>
  readonly keptOutcome: (key: string, read: (data: BitmapData) => Promise<LeafOutcome>) => Promise<LeafOutcome>
  readonly keptOutcomesByCode: (
    key: string,
    read: (data: BitmapData) => Promise<OutcomesByCode>,
  ) => Promise<OutcomesByCode>
}

/** The outcome of a condition for each code; null is unknown. */
export type OutcomesByCode = readonly (boolean | null)[]

/** A condition on a variable, as of a reader: unreadable texts have unknown outcomes. */
export interface TestedVariable<Variable = AnyVariable> {
  readonly variable: Variable
  readonly condition: Condition
  readonly reader: Reader
}
