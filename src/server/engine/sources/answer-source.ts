import type { CatalogVariable } from '#server/model/catalog.ts'
import type { Members } from '#server/engine/sources/members.ts'

/** Where each row is one person. */
export const EACH_PERSON = 'CAST(count(*) AS INTEGER)'

/** Where a statement finds people and what they answered: all of it as SQL. */
export interface AnswerSource {
  /** A row for each individual there is, with individual_no, collection, is_placeholder and `family`. */
  readonly everybody: string
  /** The columns of `person` besides the answers, of the row `i` of an individual. */
  readonly peopleColumns: string
  /** Whether its rows come in small pieces, as those of many outer joins do. */
  readonly isInPieces: boolean
  /** How many people rows stand for, as an aggregate over them. */
  readonly people: string
  readonly answerTo: (variable: CatalogVariable) => GivenAnswer
  /** Whether the individual is a member of a cohort; null for All Individuals. */
  readonly isMember: (cohortId: number) => string | null
  /** The rows `i` of the members, each with what they answered: to be asked for after all of the answers. */
  readonly from: (members: Members) => string
}

/** The columns of an answer; those of an interval are there for dates alone. */
export interface GivenAnswer {
  readonly value: string
  readonly hasRecord: string
  readonly first: string
  readonly last: string
}
