import type { CatalogVariable } from '#server/model/catalog.ts'

interface TableColumns {
  readonly table: string
  readonly columns: readonly string[]
  readonly own: readonly CatalogVariable[]
}

/** Columns that one statement counts: of a thousand it would take a third of the database's memory, however few rows. */
const COLUMNS_AT_ONCE = 500

/** Variables by the tables that hold their answers, so that each table is read once for many of them. */
export function columnsByTable(variables: readonly CatalogVariable[]): TableColumns[] {
  const tables = new Map<string, Map<string, CatalogVariable[]>>()
  for (const variable of variables) {
    const columns = tables.get(variable.tableName) ?? new Map<string, CatalogVariable[]>()
    tables.set(variable.tableName, columns)
    columns.set(variable.columnName, [...(columns.get(variable.columnName) ?? []), variable])
  }
  return [...tables].flatMap(([table, byColumn]) => {
    const all = [...byColumn]
    return Array.from({ length: Math.ceil(all.length / COLUMNS_AT_ONCE) }, (_, part) => {
      const some = all.slice(part * COLUMNS_AT_ONCE, (part + 1) * COLUMNS_AT_ONCE)
      return { table, columns: some.map(([column]) => column), own: some.flatMap(([, own]) => own) }
    })
  })
}
