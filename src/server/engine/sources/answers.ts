import { countingEveryone, type Reader } from '#domain/access.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import { isDateType } from '#domain/data-types.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { conditionSql } from '#server/engine/conditions/comparison.ts'
import {
  answerToCustom,
  customAnswer,
  storedColumns,
  storedRows,
  type CustomAnswer,
} from '#server/engine/conditions/custom-value.ts'
import { PlaceWords, type PlaceWord } from '#server/engine/conditions/place-sets.ts'
import { isReadable } from '#server/engine/conditions/shown-value.ts'
import type { AnswerSource } from '#server/engine/sources/answer-source.ts'
import { FormTables, type NumbersBetween } from '#server/engine/sources/form-tables.ts'
import type { Members } from '#server/engine/sources/members.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import { nestingProblemOf, CostsTooMuch } from '#server/model/nesting.ts'
import { countsReadableOnly } from '#server/model/user.ts'
import {
  contentOf,
  ruleComparesText,
  type AnyVariable,
  type CustomVariable,
  type CustomVariableRule,
} from '#server/model/variable.ts'
import type { Dialect } from '#server/platform/db/dialect.ts'
import { deferred, EMPTY, join, raw, sql, type Sql } from '#server/platform/db/sql.ts'

/** Individuals whose answers a statement reads. */
export interface Population extends Members {
  readonly reader: Reader
  /** Only individuals with numbers of this range; form tables alone heed it. */
  readonly between?: NumbersBetween
  /** Only individuals whose records the reader may, or may not, see; default: both. */
  readonly part?: 'readable' | 'unreadable'
  /** Whether withdrawn individuals, who are relatives without a record, are left out: they have no row in a file. */
  readonly leavesOutWithdrawn?: boolean
}

/** One individual's answer to one variable: expressions over the table `person`. */
export interface Answer {
  readonly dataType: string
  readonly possibleValues: readonly string[]
  readonly value: Sql
  /** Whether the answer is shown and counted; never NULL. */
  readonly hasValue: Sql
  /** The answer; NULL if it is unknown. */
  readonly known: Sql
  /** Whether the reader may read the individual's texts; absent for a custom variable, whose values are no texts. */
  readonly isReadable?: Sql
  /** Where the answer is used at all; absent if everywhere. */
  readonly usedWhere?: Sql
  /** Whether a record of the form, or of a source's form, exists; never NULL. */
  readonly hasRecord: Sql
  /** The first and the last day that a date may be. */
  readonly interval: { readonly first: Sql; readonly last: Sql } | null
}

interface Column {
  readonly name: Sql
  readonly expression: Sql
}

/** The columns of a layer by the keys of their expressions. */
type Layer = ReadonlyMap<string, Column>

/** The answers that one statement reads: each form is joined once, each column read once and named. */
export class Answers {
  readonly dialect: Dialect
  /** `WITH person AS (…)`: a row for each individual of the population, with the columns that the statement names. */
  readonly tables: Sql = deferred(() => this.#writeTables())
  readonly placeWords = new PlaceWords()
  readonly #population: Population
  readonly #source: AnswerSource
  /** Columns of a layer may use those of all layers before. */
  readonly #layers: Map<string, Column>[] = []
  readonly #answers = new Map<AnyVariable, Answer>()
  readonly #custom = new Map<CustomVariableRule, CustomAnswer>()
  readonly #conditions = new Map<Condition, Sql>()
  /** Whether the reader may read the records of an individual. */
  readonly isReadable: Sql
  #columnCount = 0
  #isWritten = false

  /** Reads form tables unless given another source. */
  constructor(
    dialect: Dialect,
    population: Population,
    source: AnswerSource = new FormTables(dialect, { between: population.between }),
  ) {
    this.dialect = dialect
    this.#population = population
    this.#source = source
    this.isReadable = isReadable(population.reader)
  }

  /**
   * A row for each individual that the reader's counts may be of, independent of the population: individual_no,
   * collection, is_placeholder, family.
   */
  get allIndividuals(): Sql {
    const { allIndividuals } = this.#source
    return countsReadableOnly(this.#population.reader)
      ? sql`(SELECT * FROM ${allIndividuals} everyone WHERE ${this.isReadable})`
      : allIndividuals
  }

  /** An aggregate: how many individuals rows stand for. */
  get individuals(): Sql {
    return this.#source.individuals
  }

  answerTo(variable: AnyVariable): Answer {
    const known = this.#answers.get(variable)
    if (known) return known
    const answer = variable.variableType === 'variable' ? this.#answerGiven(variable) : this.#answerToCustom(variable)
    this.#answers.set(variable, answer)
    return answer
  }

  /** Columns of a custom variable; each rule is evaluated once, however many variables use it. */
  customOf(rule: CustomVariableRule): CustomAnswer {
    const known = this.#custom.get(rule)
    if (known) return known
    const answer = customAnswer(this, rule)
    this.#custom.set(rule, answer)
    return answer
  }

  /** A column: whether a condition holds, NULL where that is unknown. */
  conditionColumn(variable: AnyVariable, condition: Condition, layer: number): Sql {
    const known = this.#conditions.get(condition)
    if (known !== undefined) return known
    const column = this.column(conditionSql(this.answerTo(variable), condition, this.dialect), layer)
    this.#conditions.set(condition, column)
    return column
  }

  /** A column: whether the individual is a member of a cohort. */
  isMember(cohortId: number): Sql {
    return this.column(this.#source.isMember(cohortId) ?? sql`TRUE`, 0)
  }

  /** Whether custom variables are built on custom variables; known when the statement is written. */
  get isNested(): boolean {
    return this.#layers.length > LAYERS_OF_ONE_LEVEL + 1
  }

  /** The name of a column of `person` that holds the expression; it may use the columns of lower layers. */
  column(expression: Sql, layer: number): Sql {
    const columns = (this.#layers[layer] ??= new Map())
    const { key } = expression
    const known = columns.get(key)
    if (known) return known.name
    if (this.#isWritten) throw new Error('A written statement takes no further columns.')
    const name = raw(`a${this.#columnCount++}`)
    columns.set(key, { name, expression })
    return name
  }

  /**
   * The words of custom variables as stored columns, and whether a record of any of their forms exists; null where
   * nothing is stored.
   */
  storedWords(words: readonly PlaceWord[]): { readonly words: readonly Sql[]; readonly hasRecord: Sql } | null {
    const { reader } = this.#population
    const variables = words.flatMap((firsts) => [...firsts.keys()])
    const isShared = reader.isAdmin || !variables.some(ruleComparesText)
    const key = JSON.stringify([
      ...words.map((firsts) => [...firsts.keys()].map(contentOf)),
      ...(isShared ? [] : [reader.collections.toSorted()]),
    ])
    const everyone = () => new Answers(this.dialect, { cohortId: ROOT_COHORT_ID, reader: countingEveryone(reader) })
    const columns = this.#source.stored?.({
      key: `words ${key}`,
      names: storedColumns(words),
      select: deferred(() => storedRows(everyone(), words)),
    })
    const [hasRecord, ...reversed] = (columns ?? []).map((column) => this.column(column, 0)).toReversed()
    return hasRecord ? { words: reversed.toReversed(), hasRecord } : null
  }

  #answerToCustom(variable: CustomVariable): Answer {
    const problem = nestingProblemOf(variable)
    if (problem !== null) throw new CostsTooMuch(`${variable.name}: ${problem}`)
    return answerToCustom(this, variable)
  }

  #answerGiven(variable: CatalogVariable): Answer {
    const { dataType, possibleValues } = variable
    const answer = this.#source.answerTo(variable)
    const value = this.column(answer.value, 0)
    return {
      dataType,
      possibleValues,
      value,
      hasValue: sql`(${value} IS NOT NULL)`,
      known: value,
      isReadable: this.isReadable,
      hasRecord: this.column(answer.hasRecord, 0),
      interval: isDateType(dataType)
        ? { first: this.column(answer.first, 0), last: this.column(answer.last, 0) }
        : null,
    }
  }

  /** Not materialized: each place that reads `person` needs few of its columns. */
  #writeTables(): Sql {
    this.#isWritten = true
    const [baseColumns = new Map<string, Column>(), ...worked] = this.#layers
    const base = sql`SELECT ${this.#source.personColumns}
        ${columnsOf(baseColumns)}
      FROM ${this.#source.from(this.#population)}`
    const { part, leavesOutWithdrawn = false } = this.#population
    const among = [
      // No statement over `person` can count the others.
      ...(countsReadableOnly(this.#population.reader) ? [sql`(${this.isReadable})`] : []),
      ...(part ? [sql`${part === 'readable' ? EMPTY : sql`NOT `}(${this.isReadable})`] : []),
      ...(leavesOutWithdrawn ? [IS_NOT_WITHDRAWN] : []),
    ]
    const individuals = among.length > 0 ? sql`SELECT * FROM (${base}) everyone WHERE ${join(among, ' AND ')}` : base
    const { isNested } = this
    // Every second layer holds places; without a fence each condition above would copy their expressions.
    const fence = raw(this.dialect.fence)
    const isOnPlaces = (layer: number) => isNested && layer > 0 && layer % 2 === 0
    const person = (first: Sql) =>
      worked.reduce(
        (below, layer, place) =>
          sql`SELECT * ${columnsOf(layer)} FROM (${below}${isOnPlaces(place) ? fence : EMPTY}) below`,
        first,
      )
    // Thousands of expressions over pieces of some dozen rows would take five times as long.
    return isNested && this.#source.isInPieces
      ? sql`WITH given AS ${raw(this.dialect.costly)} (${individuals}), person AS NOT MATERIALIZED (${person(sql`SELECT * FROM given`)})`
      : sql`WITH person AS NOT MATERIALIZED (${person(individuals)})`
  }
}

const IS_NOT_WITHDRAWN = sql`NOT EXISTS (
  SELECT 1 FROM withdrawn_individual w WHERE w.individual_no = everyone.individual_no)`

/** Definitions, places, and the values' names. */
const LAYERS_OF_ONE_LEVEL = 3

function columnsOf(layer: Layer = new Map()): Sql {
  return join(
    [...layer.values()].map(({ expression, name }) => sql`, ${expression} AS ${name}`),
    '\n        ',
  )
}
