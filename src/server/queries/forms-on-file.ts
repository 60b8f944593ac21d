import type { CatalogVariable } from '#server/catalog/catalog.ts'
import { EACH_PERSON, type AnswerSource, type GivenAnswer } from '#server/queries/answer-source.ts'
import { isMember, membersOf, type Members } from '#server/queries/members.ts'
import { ORIGIN_NO } from '#server/queries/origins.ts'
import { quoted } from '#server/storage/database.ts'
import type { Parameters } from '#server/storage/parameters.ts'

/** Who has no family is a family of one. SQL over the row `i` of an individual. */
export const FAMILY = `coalesce('f' || i.family_id, 'p' || i.individual_no)`

/** Only individuals numbered from the first to the second, both included. */
export type NumbersBetween = readonly [number, number]

export interface FormsOptions {
  readonly between?: NumbersBetween | undefined
  /** Whether `person` has `origin_no`. */
  readonly hasOrigins?: boolean
}

/** The tables of the database itself: each form is joined once. */
export class FormsOnFile implements AnswerSource {
  readonly everybody = `(SELECT individual_no, collection, is_placeholder, ${FAMILY} AS family FROM individual i)`
  readonly peopleColumns: string
  readonly people = EACH_PERSON
  readonly #parameters: Parameters
  readonly #between: NumbersBetween | undefined
  readonly #individuals: string
  readonly #forms = new Map<string, string>()

  constructor(parameters: Parameters, { between, hasOrigins = false }: FormsOptions = {}) {
    this.#parameters = parameters
    this.#between = between
    this.#individuals = hasOrigins ? `(SELECT *, ${ORIGIN_NO} AS origin_no FROM individual)` : 'individual'
    this.peopleColumns = `i.individual_no, i.individual_id, i.family_id, i.collection, i.study_id, i.consent, i.dx_nimh,
      ${FAMILY} AS family${hasOrigins ? ', i.origin_no' : ''}`
  }

  answerTo({ tableName, columnName }: CatalogVariable): GivenAnswer {
    const form = this.#forms.get(tableName) ?? `f${this.#forms.size}`
    this.#forms.set(tableName, form)
    return {
      value: `${form}.${quoted(columnName)}`,
      hasRecord: `${form}.individual_no IS NOT NULL`,
      first: `${form}.${quoted(`${columnName}__first`)}`,
      last: `${form}.${quoted(`${columnName}__last`)}`,
    }
  }

  isMember(cohortId: number): string | null {
    return isMember(cohortId, 'i', this.#parameters)
  }

  from(members: Members): string {
    const among = membersOf(members, (cohortId) => this.isMember(cohortId))
    return `(SELECT * FROM ${this.#individuals} i WHERE ${this.#isWithin('i')}${among === null ? '' : ` AND ${among}`}) i
      ${this.joins()}`
  }

  /** The forms that answers are asked of, beside the row `i` of an individual. */
  joins(): string {
    const joins = [...this.#forms].map(
      ([table, name]) =>
        `LEFT JOIN ${quoted(table)} ${name} ON ${name}.individual_no = i.individual_no AND ${this.#isWithin(name)}`,
    )
    return joins.join('\n      ')
  }

  #isWithin(table: string): string {
    if (!this.#between) return 'TRUE'
    const [first, last] = this.#between
    return `${table}.individual_no BETWEEN ${first} AND ${last}`
  }
}
