import type { Members } from '#server/engine/sources/members.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import { sql, type Sql } from '#server/platform/db/sql.ts'

/** For sources with one row for each individual. */
export const EACH_PERSON = sql`CAST(count(*) AS INTEGER)`

/** Where a statement reads individuals and their answers. */
export interface AnswerSource {
  /** A row for each individual of the database, with individual_no, collection, is_placeholder and `family`. */
  readonly allIndividuals: Sql
  /** The columns of `person` besides the answers, of the row `i` of an individual. */
  readonly personColumns: Sql
  /** Whether its rows come in small pieces, as the rows of many outer joins do. */
  readonly isInPieces: boolean
  /** An aggregate: how many individuals rows stand for. */
  readonly individuals: Sql
  readonly answerTo: (variable: CatalogVariable) => GivenAnswer
  /** Whether the individual is a member of a cohort; null for All Individuals. */
  readonly isMember: (cohortId: number) => Sql | null
  /** The columns, in the order of their names; absent where nothing can be stored. */
  readonly stored?: (columns: StoredColumns) => readonly Sql[]
  /** The rows `i` of the members, joined with all answers that the statement reads. */
  readonly from: (members: Members) => Sql
}

/** Expressions for each individual of the database, whatever the population, that are evaluated once and kept. */
export interface StoredColumns {
  /** Equal for equal expressions on equal data. */
  readonly key: string
  readonly names: readonly string[]
  /** A row for each individual, by individual_no. */
  readonly select: Sql
}

/** The columns of an answer; only dates have those of an interval. */
export interface GivenAnswer {
  readonly value: Sql
  readonly hasRecord: Sql
  readonly first: Sql
  readonly last: Sql
}
