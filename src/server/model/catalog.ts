/** What the catalog says of one variable, without the texts that only its own page shows. */
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

/** A variable as far as searching it and asking about it goes. */
export interface CatalogVariable extends CatalogRow {
  readonly variableType: 'variable'
  /** Where it stands among the catalog's variables. */
  readonly place: number
}

/** The variables of the data, in the order of their names. */
export interface Catalog {
  readonly variables: readonly CatalogVariable[]
  /** Finds a variable by its name; case is ignored. */
  readonly find: (name: string) => CatalogVariable | undefined
}

/** Found by name in any case; a place in the list stands for a variable elsewhere. */
export function createCatalog(rows: readonly CatalogRow[]): Catalog {
  const variables = rows.map((row, place): CatalogVariable => ({ ...row, variableType: 'variable', place }))
  const byName = new Map(variables.map((variable) => [variable.name.toUpperCase(), variable]))
  return { variables, find: (name) => byName.get(name.toUpperCase()) }
}

/** The texts of a variable beside its name and question. */
export interface SearchTexts {
  readonly meanings: string
  readonly explicit: string
  readonly implicit: string
  readonly section: string
}
