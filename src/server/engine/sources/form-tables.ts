import type { CatalogVariable } from '#server/model/catalog.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { EACH_PERSON, type AnswerSource, type GivenAnswer } from '#server/engine/sources/answer-source.ts'
import { membershipOnFile, membersOf, type Members } from '#server/engine/sources/members.ts'
import { quoted } from '#server/platform/db/database.ts'
import type { Parameters } from '#server/platform/db/parameters.ts'

/** Who has no family is a family of one. SQL over the row `i` of an individual. */
export const FAMILY = `coalesce('f' || i.family_id, 'p' || i.individual_no)`

/** Only individuals numbered from the first to the second, both included. */
export type NumbersBetween = readonly [number, number]

/** The column of each table that says whose row it is. */
const PERSON = 'individual_no'
/** Each join of a form takes memory of its own in DuckDB, however few its rows are. Of a range of people more are put together. */
export const FORMS_JOINED = 12

interface Form {
  /** What it is called in the statement. */
  readonly name: string
  /** Those of its columns that are read. */
  readonly columns: Set<string>
}

export interface FormsOptions {
  readonly between?: NumbersBetween | undefined
  /** Whether `person` has `origin_no`, which is stored where counts are not made from copies in memory. */
  readonly hasOrigins?: boolean
}

/** The tables of the database itself: each form is joined once. */
export class FormsOnFile implements AnswerSource {
  readonly everybody = `(SELECT individual_no, collection, is_placeholder, ${FAMILY} AS family FROM individual i)`
  readonly peopleColumns: string
  readonly people = EACH_PERSON
  readonly isInPieces = true
  readonly #parameters: Parameters
  readonly #between: NumbersBetween | undefined
  readonly #forms = new Map<string, Form>()
  readonly #cohorts = new Map<number, { readonly name: string; readonly id: string }>()

  constructor(parameters: Parameters, { between, hasOrigins = false }: FormsOptions = {}) {
    this.#parameters = parameters
    this.#between = between
    this.peopleColumns = `i.individual_no, i.individual_id, i.family_id, i.collection, i.study_id, i.consent, i.dx_nimh, i.is_placeholder,
      ${FAMILY} AS family${hasOrigins ? ', i.origin_no' : ''}`
  }

  answerTo({ tableName, columnName }: CatalogVariable): GivenAnswer {
    const form = this.#forms.get(tableName) ?? { name: `f${this.#forms.size}`, columns: new Set([PERSON]) }
    this.#forms.set(tableName, form)
    const given = (column: string) => {
      form.columns.add(column)
      return `${form.name}.${quoted(column)}`
    }
    return {
      value: given(columnName),
      hasRecord: `${form.name}.${PERSON} IS NOT NULL`,
      // Made when asked for: only dates have these columns.
      get first() {
        return given(`${columnName}__first`)
      },
      get last() {
        return given(`${columnName}__last`)
      },
    }
  }

  isMember(cohortId: number): string | null {
    if (cohortId === ROOT_COHORT_ID) return null
    const known = this.#cohorts.get(cohortId) ?? { name: `m${this.#cohorts.size}`, id: this.#parameters.bind(cohortId) }
    this.#cohorts.set(cohortId, known)
    return `${known.name}.individual_no IS NOT NULL`
  }

  from(members: Members): string {
    const among = membersOf(members, membershipOnFile('i', this.#parameters))
    return `(SELECT * FROM individual i WHERE ${this.#isWithin('i')}${among === null ? '' : ` AND ${among}`}) i
      ${this.joins()}`
  }

  /** The forms that answers are asked of and the cohorts that are told apart, beside the row `i` of an individual. */
  joins(): string {
    const join = (table: string, name: string, condition: string) =>
      `LEFT JOIN ${table} ${name} ON ${name}.individual_no = i.individual_no AND ${condition}`
    const areTogether =
      this.#between !== undefined && this.#parameters.dialect.hasStructs && this.#forms.size > FORMS_JOINED
    const forms = areTogether
      ? this.#formsTogether().map(
          (forms, place) => `LEFT JOIN ${forms} together${place} ON together${place}.${PERSON} = i.${PERSON}`,
        )
      : [...this.#forms].map(([table, { name }]) => join(quoted(table), name, this.#isWithin(name)))
    const cohorts = [...this.#cohorts.values()].map(({ name, id }) =>
      join('cohort_member', name, `${name}.cohortid = ${id}`),
    )
    return [...forms, ...cohorts].join('\n      ')
  }

  /** Tables to join, each of several forms. */
  #formsTogether(): string[] {
    const all = [...this.#forms]
    const groups = Array.from({ length: Math.ceil(all.length / FORMS_JOINED) }, (_, place) =>
      all.slice(place * FORMS_JOINED, (place + 1) * FORMS_JOINED),
    )
    return groups.map((forms) => this.#together(forms))
  }

  /** A row for each person, with a struct for each form that is read like the row of a table. */
  #together(forms: readonly (readonly [string, Form])[]): string {
    const records = forms.map(([table, { name, columns }]) => {
      const fields = [...columns].map((column) => `${quoted(column)} := ${quoted(column)}`).join(', ')
      return `SELECT ${PERSON}, struct_pack(${fields}) AS ${name} FROM ${quoted(table)} WHERE ${this.#isWithin(quoted(table))}`
    })
    const given = forms.map(([, { name }]) => `any_value(${name}) AS ${name}`).join(', ')
    return `(SELECT ${PERSON}, ${given} FROM (${records.join(' UNION ALL BY NAME ')}) records GROUP BY ${PERSON})`
  }

  #isWithin(table: string): string {
    if (!this.#between) return 'TRUE'
    const [first, last] = this.#between
    return `${table}.individual_no BETWEEN ${first} AND ${last}`
  }
}
