import type { Reader } from '#domain/access.ts'
import { isDateType } from '#domain/data-types.ts'
import type { CatalogVariable } from '#server/catalog/catalog.ts'
import type { AnyVariable } from '#server/catalog/variable.ts'
import type { AnswerSource } from '#server/queries/answer-source.ts'
import { answerToCustom } from '#server/queries/custom-value.ts'
import { FormsOnFile, type NumbersBetween } from '#server/queries/forms-on-file.ts'
import type { Members } from '#server/queries/members.ts'
import { isReadable } from '#server/queries/readable.ts'
import type { Connection } from '#server/storage/database.ts'
import { Parameters } from '#server/storage/parameters.ts'

/** Whose answers are asked for. */
export interface Population extends Members {
  readonly reader: Reader
  /** Only individuals numbered from the first to the second, both included: where forms on file are read. */
  readonly between?: NumbersBetween
}

/** What a query can say of one person's answer to one variable: SQL expressions over the table `person`. */
export interface Answer {
  readonly dataType: string
  readonly possibleValues: readonly string[]
  /** The answer as it is shown and counted. */
  readonly value: string
  /** The answer, NULL where it is unknown. */
  readonly known: string
  /** Whether the reader may read the person's texts; absent for a custom variable, whose values are no texts. */
  readonly isReadable?: string
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
  readonly parameters: Parameters
  readonly #population: Population
  readonly #source: AnswerSource
  /** The columns of each layer by their expressions; those of a layer may use all of the layers before. */
  readonly #layers: Map<string, string>[] = []
  readonly #known = new Map<AnyVariable, Answer>()
  #columnCount = 0
  /** One expression for all texts of a statement. */
  #readable: string | null = null

  /** Of the forms on file, unless another source is made; a part of a statement shares its parameters. */
  constructor(
    connection: Pick<Connection, 'dialect'>,
    population: Population,
    makeSource?: ((parameters: Parameters) => AnswerSource) | null,
    parameters = new Parameters(connection),
  ) {
    this.#population = population
    this.parameters = parameters
    this.#source = makeSource?.(this.parameters) ?? new FormsOnFile(this.parameters, { between: population.between })
  }

  /** A row for each individual there is, whoever is asked for: individual_no, collection, is_placeholder and family. */
  get everybody(): string {
    return this.#source.everybody
  }

  /** How many people rows stand for, as an aggregate over them. */
  get people(): string {
    return this.#source.people
  }

  answerTo(variable: AnyVariable): Answer {
    const known = this.#known.get(variable)
    if (known) return known
    const answer = variable.variableType === 'variable' ? this.#answerGiven(variable) : answerToCustom(this, variable)
    this.#known.set(variable, answer)
    return answer
  }

  /** A column of `person`: whether they are a member of a cohort. */
  isMember(cohortId: number): string {
    return this.column(this.#source.isMember(cohortId) ?? 'TRUE', 0)
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
    const { dataType, possibleValues } = variable
    const given = this.#source.answerTo(variable)
    const value = this.column(given.value, 0)
    const isOpen = () => (this.#readable ??= isReadable(this.#population.reader, this.parameters))
    return {
      dataType,
      possibleValues,
      value,
      known: value,
      // Made when asked for: a value that is bound and then not used is an error.
      get isReadable() {
        return isOpen()
      },
      hasRecord: this.column(given.hasRecord, 0),
      interval: isDateType(dataType) ? { first: this.column(given.first, 0), last: this.column(given.last, 0) } : null,
    }
  }

  /**
   * `WITH person AS (…)`: a row for each person of the population; to be asked for after all its answers. It is not
   * materialized: each place that reads it needs few of its columns.
   */
  tables(): string {
    const [given = new Map<string, string>(), ...worked] = this.#layers
    const base = `SELECT ${this.#source.peopleColumns}
        ${columnsOf(given)}
      FROM ${this.#source.from(this.#population)}`
    return `WITH person AS NOT MATERIALIZED (${worked.reduce((below, layer) => `SELECT * ${columnsOf(layer)} FROM (${below}) below`, base)})`
  }
}

function columnsOf(layer: ReadonlyMap<string, string>): string {
  return [...layer].map(([expression, name]) => `, ${expression} AS ${name}`).join('\n        ')
}
