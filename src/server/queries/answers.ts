import type { Reader } from '#domain/access.ts'
import { isDateType } from '#domain/data-types.ts'
import type { CatalogVariable } from '#server/catalog/catalog.ts'
import type { AnyVariable } from '#server/catalog/variable.ts'
import { answerToCustom } from '#server/queries/custom-value.ts'
import { membersOf, type Members } from '#server/queries/members.ts'
import { isReadable } from '#server/queries/readable.ts'
import { quoted } from '#server/storage/database.ts'
import { Parameters } from '#server/storage/parameters.ts'

/** Whose answers are asked for. */
export interface Population extends Members {
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
  /** The columns of each layer by their expressions; those of a layer may use all of the layers before. */
  readonly #layers: Map<string, string>[] = []
  readonly #known = new Map<AnyVariable, Answer>()
  #columnCount = 0

  constructor(population: Population) {
    this.#population = population
  }

  answerTo(variable: AnyVariable): Answer {
    const known = this.#known.get(variable)
    if (known) return known
    const answer = variable.variableType === 'variable' ? this.#answerGiven(variable) : answerToCustom(this, variable)
    this.#known.set(variable, answer)
    return answer
  }

  /** The name of a column of `person` that holds the expression; it may use the columns of lower layers. */
  column(expression: string, layer: number): string {
    const columns = (this.#layers[layer] ??= new Map())
    const known = columns.get(expression)
    if (known !== undefined) return known
    const name = `a${this.#columnCount++}`
    columns.set(expression, name)
    return name
  }

  #answerGiven(variable: CatalogVariable): Answer {
    const form = this.#formOf(variable)
    const { dataType, possibleValues, columnName } = variable
    const value = this.column(`${form}.${quoted(columnName)}`, 0)
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
      hasRecord: this.column(`${form}.individual_no IS NOT NULL`, 0),
      interval: isDateType(dataType)
        ? {
            first: this.column(`${form}.${quoted(`${columnName}__first`)}`, 0),
            last: this.column(`${form}.${quoted(`${columnName}__last`)}`, 0),
          }
        : null,
    }
  }

  /**
   * `WITH person AS (…)`: a row for each person of the population; to be asked for after all its answers. It is not
   * materialized: each place that reads it needs few of its columns.
   */
  tables(): string {
    const [given = new Map<string, string>(), ...worked] = this.#layers
    const base = `SELECT i.individual_no, i.individual_id, i.family_id, i.collection, i.study_id, i.consent, i.dx_nimh
        ${columnsOf(given)}
      FROM ${this.#individuals()}
      ${this.#joins().join('\n      ')}`
    return `WITH person AS NOT MATERIALIZED (${worked.reduce((below, layer) => `SELECT * ${columnsOf(layer)} FROM (${below})`, base)})`
  }

  #formOf(variable: CatalogVariable): string {
    const known = this.#forms.get(variable.tableName)
    if (known !== undefined) return known
    const name = `f${this.#forms.size}`
    this.#forms.set(variable.tableName, name)
    return name
  }

  #individuals(): string {
    const { parameters } = this
    const among = membersOf(this.#population, 'i', parameters)
    return `(SELECT * FROM individual i WHERE ${this.#isWithin('i')}${among === null ? '' : ` AND ${among}`}) i`
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

function columnsOf(layer: ReadonlyMap<string, string>): string {
  return [...layer].map(([expression, name]) => `, ${expression} AS ${name}`).join('\n        ')
}
