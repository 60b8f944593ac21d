import { isCoded } from '#domain/data-types.ts'
import type { ComparedExtension } from '#server/modules/imports/plan/compare-records.ts'
import { storedColumns } from '#server/model/data-types.ts'
import { orderedCodes } from '#server/modules/imports/plan/count-answers.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { identifier, quoted, sql } from '#server/platform/db/sql.ts'

const INCOMING = 'incoming_record'
const BEFORE = 'record_before'

/** Adds rows to a form's tables, in the order of individuals, and replaces existing rows. */
export async function storeExtension(
  connection: Connection,
  extension: ComparedExtension,
  numbers: ReadonlyMap<string, number>,
  pause: () => Promise<void>,
): Promise<void> {
  const { existing, variables, places } = extension
  if (places.length === 0) return
  const tables = new Set([existing.tableName, ...existing.variables.map(({ tableName }) => tableName)])
  for (const table of tables) await extendTable(connection, extension, { table, numbers, pause })
  for (const { known, planned } of variables) {
    await connection.run(
      sql`UPDATE variable SET observations =
         (SELECT CAST(count(${identifier(known.columnName)}) AS INTEGER) FROM ${identifier(known.tableName)})
       WHERE variable_name = ${known.variableName}`,
    )
    const values = orderedCodes(new Set([...known.possibleValues, ...planned.variable.possibleValues]))
    if (!isCoded(known.dataType) || values.length === known.possibleValues.length) continue
    const mapping = JSON.stringify({ ...planned.variable.valueMapping, ...known.valueMapping })
    await connection.run(
      sql`UPDATE variable SET possible_values = ${values}, value_mapping = ${mapping} WHERE variable_name = ${known.variableName}`,
    )
  }
}

interface TableToExtend {
  readonly table: string
  readonly numbers: ReadonlyMap<string, number>
  readonly pause: () => Promise<void>
}

async function extendTable(
  connection: Connection,
  { existing, variables, source, places }: ComparedExtension,
  { table, numbers, pause }: TableToExtend,
): Promise<void> {
  const all = existing.variables
    .filter(({ tableName }) => tableName === table)
    .flatMap(({ columnName, dataType }) => storedColumns(columnName, dataType))
  const given = variables
    .filter(({ known }) => known.tableName === table)
    .flatMap(({ known, planned }) =>
      storedColumns(known.columnName, known.dataType).map((column) => ({ ...column, variable: planned.variable })),
    )
  const definitions = given.map(({ name, type }) => `, ${quoted(name)} ${type}`)
  await connection.run(`CREATE TEMP TABLE ${INCOMING} (individual_no INTEGER NOT NULL${definitions.join('')})`)
  const rows = {
    types: ['INTEGER' as const, ...given.map(({ type }) => type)],
    rowCount: places.length,
    values: (column: number, from: number, to: number) => {
      const some = places.slice(from, to)
      const cells = given[column - 1]
      if (cells) return some.map((place) => cells.toValue(cells.variable.answer(place)))
      return some.map((place) => numbers.get(source.rows[place]?.individualId ?? '') ?? 0)
    },
  }
  await connection.append(INCOMING, rows, pause)
  await connection.run(`CREATE TEMP TABLE ${BEFORE} AS SELECT * FROM ${quoted(table)}`)
  await connection.run(`DELETE FROM ${quoted(table)}`)
  const isGiven = new Set(given.map(({ name }) => name))
  const columns = all.map(({ name }) => {
    const column = quoted(name)
    return isGiven.has(name)
      ? `, CASE WHEN i.individual_no IS NULL THEN b.${column} ELSE i.${column} END`
      : `, b.${column}`
  })
  await connection.run(
    `INSERT INTO ${quoted(table)} (individual_no${all.map(({ name }) => `, ${quoted(name)}`).join('')})
     SELECT coalesce(i.individual_no, b.individual_no)${columns.join('')}
     FROM ${BEFORE} b FULL JOIN ${INCOMING} i ON b.individual_no = i.individual_no ORDER BY 1`,
  )
  for (const name of [INCOMING, BEFORE]) await connection.run(`DROP TABLE ${name}`)
}
