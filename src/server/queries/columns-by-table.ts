import type { CatalogVariable } from '#server/catalog/catalog.ts'

interface TableColumns {
  readonly table: string
  readonly columns: readonly string[]
  readonly own: readonly CatalogVariable[]
}

/** Variables by the tables that hold their answers, so that each table is read once for all of them. */
export function columnsByTable(variables: readonly CatalogVariable[]): TableColumns[] {
  const tables = new Map<string, CatalogVariable[]>()
  for (const variable of variables) {
    const own = tables.get(variable.tableName)
    if (own) own.push(variable)
    else tables.set(variable.tableName, [variable])
  }
  return [...tables].map(([table, own]) => ({
    table,
    own,
    columns: [...new Set(own.map(({ columnName }) => columnName))],
  }))
}
