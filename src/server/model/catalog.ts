export interface CatalogRow {
  readonly name: string
  readonly originalName: string
  readonly dataType: string
  readonly question: string
  readonly observations: number
  readonly possibleValues: readonly string[]
  readonly tableName: string
  readonly columnName: string
  readonly instrument: string
  readonly version: string
  readonly section: string
}

/** A variable with everything that search and conditions need. */
export interface CatalogVariable extends CatalogRow {
  readonly variableType: 'variable'
  /** Index in the catalog. */
  readonly place: number
}

export interface Catalog {
  readonly variables: readonly CatalogVariable[]
  /** Finds a variable by its name, ignoring case. */
  readonly find: (name: string) => CatalogVariable | undefined
}

/** Lookup is case-insensitive. Other structures refer to a variable by its index. */
export function createCatalog(rows: readonly CatalogRow[]): Catalog {
  const variables = rows.map((row, place): CatalogVariable => ({ ...row, variableType: 'variable', place }))
  const byName = new Map(variables.map((variable) => [variable.name.toUpperCase(), variable]))
  return { variables, find: (name) => byName.get(name.toUpperCase()) }
}

/** Further texts of a variable: notes, module, form. */
export interface SearchTexts {
  readonly meanings: string
  readonly explicit: string
  readonly implicit: string
  readonly section: string
  /** The instrument. */
  readonly form: string
}

/** The number of answers and the most frequent values. */
export interface AnswerCounts {
  readonly observations: number
  readonly topAnswers: [value: string | null, count: number | null][]
}
