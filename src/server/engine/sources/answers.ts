import type { Reader } from '#domain/access.ts'
import type { Condition } from '#domain/constraint.ts'
import { isDateType } from '#domain/data-types.ts'
import { nestingProblemOf } from '#server/model/nesting.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import type { AnyVariable, CustomVariable, CustomVariableRule } from '#server/model/variable.ts'
import { CostsTooMuch } from '#server/model/costs-too-much.ts'
import type { AnswerSource } from '#server/engine/sources/answer-source.ts'
import { truthOf } from '#server/engine/conditions/comparison.ts'
import { answerToCustom, customAnswer, type CustomAnswer } from '#server/engine/conditions/custom-value.ts'
import { FormsOnFile, type NumbersBetween } from '#server/engine/sources/form-tables.ts'
import type { Members } from '#server/engine/sources/members.ts'
import { isReadable } from '#server/engine/conditions/readable.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { Parameters } from '#server/platform/db/parameters.ts'

/** Whose answers are asked for. */
export interface Population extends Members {
  readonly reader: Reader
  /** Only individuals numbered from the first to the second, both included: where forms on file are read. */
  readonly between?: NumbersBetween
  /** Only those whose records the reader may, or may not, see; both without. */
  readonly part?: 'readable' | 'unreadable'
}

/** What a query can say of one person's answer to one variable: SQL expressions over the table `person`. */
export interface Answer {
  readonly dataType: string
  readonly possibleValues: readonly string[]
  /** The answer as it is shown and counted. */
  readonly value: string
  /** Whether the answer is shown and counted; never NULL. */
  readonly hasValue: string
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
  readonly #custom = new Map<CustomVariableRule, CustomAnswer>()
  readonly #truths = new Map<Condition, string>()
  #columnCount = 0
  #isWritten = false
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
    const answer = variable.variableType === 'variable' ? this.#answerGiven(variable) : this.#answerToCustom(variable)
    this.#known.set(variable, answer)
    return answer
  }

  /** The columns that a custom variable is evaluated in; each rule has them once, whatever is built on it. */
  customOf(rule: CustomVariableRule): CustomAnswer {
    const known = this.#custom.get(rule)
    if (known) return known
    const answer = customAnswer(this, rule)
    this.#custom.set(rule, answer)
    return answer
  }

  /** A column: whether a condition holds, NULL where that is not known. */
  truthColumn(variable: CatalogVariable, condition: Condition, layer: number): string {
    const known = this.#truths.get(condition)
    if (known !== undefined) return known
    const column = this.column(truthOf(this.answerTo(variable), condition, this.parameters), layer)
    this.#truths.set(condition, column)
    return column
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
    if (this.#isWritten) throw new Error('The columns of a statement must be asked for before its tables are written.')
    const name = `a${this.#columnCount++}`
    columns.set(expression, name)
    return name
  }

  #answerToCustom(variable: CustomVariable): Answer {
    const problem = nestingProblemOf(variable)
    if (problem !== null) throw new CostsTooMuch(`${variable.name}: ${problem}`)
    return answerToCustom(this, variable)
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
      hasValue: `(${value} IS NOT NULL)`,
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
    this.#isWritten = true
    const [given = new Map<string, string>(), ...worked] = this.#layers
    const base = `SELECT ${this.#source.peopleColumns}
        ${columnsOf(given)}
      FROM ${this.#source.from(this.#population)}`
    const { part, reader } = this.#population
    const isPart = part && `${part === 'readable' ? '' : 'NOT '}(${isReadable(reader, this.parameters)})`
    const people = isPart ? `SELECT * FROM (${base}) everyone WHERE ${isPart}` : base
    const isNested = worked.length > LAYERS_OF_ONE_LEVEL
    // Every second layer holds places, which each condition above them would otherwise have in full.
    const { fence, costly } = this.parameters.dialect
    const isOnPlaces = (layer: number) => isNested && layer > 0 && layer % 2 === 0
    const person = (first: string) =>
      worked.reduce(
        (below, layer, place) => `SELECT * ${columnsOf(layer)} FROM (${below}${isOnPlaces(place) ? fence : ''}) below`,
        first,
      )
    // Thousands of expressions over pieces of some dozen rows would take five times as long.
    return isNested && this.#source.isInPieces
      ? `WITH given AS ${costly} (${people}), person AS NOT MATERIALIZED (${person('SELECT * FROM given')})`
      : `WITH person AS NOT MATERIALIZED (${person(people)})`
  }
}

/** Definitions, places, and the values' names. */
const LAYERS_OF_ONE_LEVEL = 3

function columnsOf(layer: ReadonlyMap<string, string> = new Map()): string {
  return [...layer].map(([expression, name]) => `, ${expression} AS ${name}`).join('\n        ')
}
