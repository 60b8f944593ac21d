import type { Reader } from '#domain/access.ts'
import { isDateType } from '#domain/data-types.ts'
import type { CatalogVariable } from '#server/catalog/catalog.ts'
import { isReadable } from '#server/queries/readable.ts'
import { quoted } from '#server/storage/database.ts'
import { Parameters } from '#server/storage/parameters.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'

/** Whose answers are asked for. */
export interface Population {
  readonly cohortId: number
  readonly reader: Reader
  /** Only individuals numbered from the first to the second, both included. */
  readonly between?: readonly [number, number]
}

/** What a query can say of one person's answer to one variable: SQL expressions over the table `person`. */
export interface Answer {
  readonly dataType: string
  readonly possibleValues: readonly string[]
  /** The answer as it is shown and counted. */
  readonly value: string
  /** The answer, NULL where it is unknown. */
  readonly known: string
  /** The answer as the reader may compare it: NULL also where it would tell who somebody is. */
  readonly comparable: string
  /** Whether a record of the form, or of a source's form, exists; never NULL. */
  readonly hasRecord: string
  /** The first and the last day that a date may be. */
  readonly interval: { readonly first: string; readonly last: string } | null
}

/**
 * Gathers the answers that one statement needs: each form is joined once, each column read once, and what stands in
 * the statement are short names for them.
 */
export class Answers {
  readonly parameters = new Parameters()
  readonly #population: Population
  readonly #forms = new Map<string, string>()
  readonly #columns = new Map<string, string>()

  constructor(population: Population) {
    this.#population = population
  }

  answerTo(variable: CatalogVariable): Answer {
    const form = this.#formOf(variable)
    const { dataType, possibleValues, columnName } = variable
    const value = this.#column(`${form}.${quoted(columnName)}`)
    const { parameters } = this
    const { reader } = this.#population
    return {
      dataType,
      possibleValues,
      value,
      known: value,
      // Made when asked for: a value that is bound and then not used is an error.
      get comparable() {
        return dataType === 'identifier' ? `CASE WHEN ${isReadable(reader, parameters)} THEN ${value} END` : value
      },
      hasRecord: this.#column(`${form}.individual_no IS NOT NULL`),
      interval: isDateType(dataType)
        ? {
            first: this.#column(`${form}.${quoted(`${columnName}__first`)}`),
            last: this.#column(`${form}.${quoted(`${columnName}__last`)}`),
          }
        : null,
    }
  }

  /** `WITH person AS (…)`: a row for each person of the population; to be asked for after all its answers. */
  tables(): string {
    const columns = [...this.#columns].map(([expression, name]) => `, ${expression} AS ${name}`)
    return `WITH person AS (
      SELECT i.individual_no, i.individual_id, i.family_id, i.collection, i.study_id, i.consent, i.dx_nimh
        ${columns.join('\n        ')}
      FROM ${this.#individuals()}
      ${this.#joins().join('\n      ')}
    )`
  }

  #formOf(variable: CatalogVariable): string {
    const known = this.#forms.get(variable.tableName)
    if (known !== undefined) return known
    const name = `f${this.#forms.size}`
    this.#forms.set(variable.tableName, name)
    return name
  }

  #column(expression: string): string {
    const known = this.#columns.get(expression)
    if (known !== undefined) return known
    const name = `a${this.#columns.size}`
    this.#columns.set(expression, name)
    return name
  }

  #individuals(): string {
    const { cohortId } = this.#population
    const where = this.#isWithin('i')
    if (cohortId === ROOT_COHORT_ID) return `(SELECT * FROM individual i WHERE ${where}) i`
    return `(SELECT i.* FROM cohort_member m JOIN individual i USING (individual_no)
        WHERE m.cohortid = ${this.parameters.bind(cohortId)} AND ${where}) i`
  }

  #joins(): string[] {
    return [...this.#forms].map(
      ([table, name]) =>
        `LEFT JOIN ${quoted(table)} ${name} ON ${name}.individual_no = i.individual_no AND ${this.#isWithin(name)}`,
    )
  }

  #isWithin(table: string): string {
    const { between } = this.#population
    if (!between) return 'TRUE'
    const [first, last] = between
    return `${table}.individual_no BETWEEN ${first} AND ${last}`
  }
}
