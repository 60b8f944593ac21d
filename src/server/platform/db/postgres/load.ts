import { createPart, fillPart, placePart } from '#server/platform/db/postgres/copy-tables.ts'
import { withLoadTarget, type LoadOptions } from '#server/platform/db/postgres/load-target.ts'

/** Copies a DuckDB database into an empty PostgreSQL one, all or nothing. */
export function loadIntoPostgreSql(options: LoadOptions): Promise<void> {
  return withLoadTarget(options, async ({ client, copier, tables, parts, copyRest, reportNext }) => {
    await client.query('BEGIN')
    for (const table of tables) {
      await copier.copy(client, { from: table, into: table })
      reportNext()
    }
    for (const part of parts) {
      await createPart(client, copier, part)
      await fillPart(client, copier, part)
      await placePart(client, part)
      reportNext()
    }
    await copyRest()
    await client.query('COMMIT')
  })
}
