import * as v from 'valibot'
import { isCoded } from '#domain/data-types.ts'
import { storedColumns, type StoredColumn } from '#server/model/data-types.ts'
import type { ComparedExtension } from '#server/modules/imports/plan/compare-records.ts'
import { orderedCodes } from '#server/modules/imports/plan/count-answers.ts'
import type { StoredForm, StoredVariable } from '#server/modules/imports/source/store-types.ts'
import {
  storeAnswersBefore,
  storeRecordsBefore,
  type ReleaseToMake,
} from '#server/modules/imports/store/store-before.ts'
import { rowsOf, type Connection, appendColumns } from '#server/platform/db/database.ts'
import { quoted, identifier, sql } from '#server/platform/db/sql.ts'
import { createLongPause, eachWithPauses } from '#server/platform/scheduling/yield.ts'

interface NumberedForm extends StoredForm {
  readonly formNo: number
  readonly tableName: string
}

/** Adds forms: wide tables with the answers, and variables of the catalog. */
export async function storeForms(
  connection: Connection,
  forms: readonly StoredForm[],
  numbers: ReadonlyMap<string, number>,
  pause: () => Promise<void>,
): Promise<void> {
  const Last = v.object({ last: v.number() })
  const [row] = await rowsOf(connection, Last, `SELECT coalesce(max(form_no), 0)::INTEGER AS last FROM form`)
  const first = (row?.last ?? 0) + 1
  const numbered = forms.map((form, index) => ({
    ...form,
    formNo: first + index,
    tableName: `form_${first + index}`,
  }))
  for (const form of numbered) await storeAnswers(connection, form, numbers, pause)
  const text = (value: (form: NumberedForm) => string) => ({ type: 'TEXT' as const, values: numbered.map(value) })
  await appendColumns(connection, 'form', [
    { type: 'INTEGER' as const, values: numbered.map((form) => form.formNo) },
    text((form) => form.tableName),
    text((form) => form.instrument),
    text((form) => form.version),
    text((form) => form.title),
  ])
  await storeCatalog(connection, numbered)
}

/** Named by index, so that no variable name clashes with another column. */
function columnName(index: number): string {
  return `c${index + 1}`
}

async function storeAnswers(
  connection: Connection,
  form: NumberedForm,
  numbers: ReadonlyMap<string, number>,
  pause: () => Promise<void>,
): Promise<void> {
  const { individualNos, order } = await inOrder(form.individualIds, numbers)
  for (const { table, columns } of partsOf(form, connection.dialect.mostColumns)) {
    const definitions = columns.map((column) => `, ${quoted(column.name)} ${column.type}`)
    await connection.run(`CREATE TABLE ${quoted(table)} (individual_no INTEGER NOT NULL${definitions.join('')})`)
    for (const statement of connection.dialect.placing(table)) await connection.run(statement)
    const rows = {
      types: ['INTEGER' as const, ...columns.map(({ type }) => type)],
      rowCount: order.length,
      values: (place: number, from: number, to: number) => {
        const places = [...order.subarray(from, to)]
        const column = columns[place - 1]
        if (column === undefined) return places.map((row) => individualNos[row] ?? 0)
        return places.map((row) => column.toValue(column.variable.answer(row)))
      },
    }
    await connection.append(table, rows, pause)
    for (const statement of connection.dialect.settling(table)) await connection.run(statement)
  }
}

/** The number of each row's individual, and the rows in the order of the individuals. */
async function inOrder(individualIds: readonly string[], numbers: ReadonlyMap<string, number>) {
  const count = individualIds.length
  const individualNos = new Int32Array(count)
  const keys = new Float64Array(count)
  await eachWithPauses([...individualIds.entries()], createLongPause(), ([row, individualId]) => {
    const no = numbers.get(individualId) ?? 0
    individualNos[row] = no
    // Numbers sort several times as fast without a function that compares them.
    keys[row] = no * count + row
  })
  keys.sort()
  return { individualNos, order: Uint32Array.from(keys, (key) => key % count) }
}

interface Part {
  readonly table: string
  readonly columns: (StoredColumn & { readonly variable: StoredVariable })[]
}

/** The tables of a form: its own, and further ones beyond the limit of columns. */
function partsOf({ tableName, variables }: NumberedForm, mostColumns: number): Part[] {
  const parts: [Part, ...Part[]] = [{ table: tableName, columns: [] }]
  for (const [index, variable] of variables.entries()) {
    const variableColumns = storedColumns(columnName(index), variable.dataType)
    const last = parts.at(-1) ?? parts[0]
    const isFull = last.columns.length + variableColumns.length > mostColumns
    const part = isFull ? { table: `${tableName}_part_${parts.length + 1}`, columns: [] } : last
    if (isFull) parts.push(part)
    part.columns.push(...variableColumns.map((column) => ({ ...column, variable })))
  }
  return parts
}

/** The further table with a variable's answers. */
function partTables(form: NumberedForm, mostColumns: number): ReadonlyMap<StoredVariable, string> {
  const [, ...others] = partsOf(form, mostColumns)
  return new Map(others.flatMap(({ table, columns }) => columns.map(({ variable }) => [variable, table] as const)))
}

async function storeCatalog(connection: Connection, forms: readonly NumberedForm[]): Promise<void> {
  const entries = forms.flatMap((form) => {
    const tables = partTables(form, connection.dialect.mostColumns)
    return form.variables.map((variable, index) => ({ form, variable, index, partTable: tables.get(variable) ?? null }))
  })
  const text = (value: (variable: StoredVariable) => string) => ({
    type: 'TEXT' as const,
    values: entries.map(({ variable }) => value(variable)),
  })
  await appendColumns(connection, 'variable', [
    text((variable) => variable.variableName),
    { type: 'INTEGER' as const, values: entries.map(({ form }) => form.formNo) },
    { type: 'TEXT' as const, values: entries.map(({ index }) => columnName(index)) },
    text((variable) => variable.originalName),
    text((variable) => variable.dataType),
    text((variable) => variable.question),
    text((variable) => variable.explicitContext),
    text((variable) => variable.implicitContext),
    { type: 'TEXT[]' as const, values: entries.map(({ variable }) => variable.possibleValues) },
    text((variable) => JSON.stringify(variable.valueMapping)),
    text((variable) => variable.answerValidation),
    text((variable) => variable.answerValidationDesc),
    text((variable) => variable.section),
    text((variable) => variable.tocPage),
    text((variable) => variable.item),
    text(() => ''),
    text(() => ''),
    { type: 'INTEGER' as const, values: entries.map(({ variable }) => variable.observations) },
    { type: 'TEXT' as const, values: entries.map(({ partTable }) => partTable) },
  ])
}

const INCOMING = 'incoming_record'
const BEFORE = 'form_before'

interface Extending {
  readonly numbers: ReadonlyMap<string, number>
  readonly release: ReleaseToMake
  readonly pause: () => Promise<void>
}

/** Adds rows to a form's tables, in the order of individuals, and replaces existing rows. Stores the replaced answers. */
export async function storeExtension(
  connection: Connection,
  extension: ComparedExtension,
  { numbers, release, pause }: Extending,
): Promise<void> {
  const { existing, variables, places } = extension
  if (places.length === 0) return
  const tables = new Set([existing.tableName, ...existing.variables.map(({ tableName }) => tableName)])
  for (const table of tables) await extendTable(connection, extension, { table, numbers, release, pause })
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

interface TableToExtend extends Extending {
  readonly table: string
}

async function extendTable(
  connection: Connection,
  { existing, variables, source, places }: ComparedExtension,
  { table, numbers, release, pause }: TableToExtend,
): Promise<void> {
  const all = existing.variables
    .filter(({ tableName }) => tableName === table)
    .flatMap(({ columnName, dataType }) => storedColumns(columnName, dataType))
  const valueColumns = variables
    .filter(({ known }) => known.tableName === table)
    .flatMap(({ known, planned }) =>
      storedColumns(known.columnName, known.dataType).map((column) => ({ ...column, variable: planned.variable })),
    )
  const definitions = valueColumns.map(({ name, type }) => `, ${quoted(name)} ${type}`)
  await connection.run(`CREATE TEMP TABLE ${INCOMING} (individual_no INTEGER NOT NULL${definitions.join('')})`)
  const rows = {
    types: ['INTEGER' as const, ...valueColumns.map(({ type }) => type)],
    rowCount: places.length,
    values: (column: number, from: number, to: number) => {
      const some = places.slice(from, to)
      const cells = valueColumns[column - 1]
      if (cells) return some.map((place) => cells.toValue(cells.variable.answer(place)))
      return some.map((place) => numbers.get(source.rows[place]?.individualId ?? '') ?? 0)
    },
  }
  await connection.append(INCOMING, rows, pause)
  await connection.run(`CREATE TEMP TABLE ${BEFORE} AS SELECT * FROM ${quoted(table)}`)
  await connection.run(`DELETE FROM ${quoted(table)}`)
  const isGiven = new Set(valueColumns.map(({ name }) => name))
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
  const changed = { table, before: BEFORE, incoming: INCOMING }
  const answered = variables.filter(({ known }) => known.tableName === table).map(({ known }) => known)
  await storeAnswersBefore(connection, release, { ...changed, variables: answered })
  // Parts of a form have the same records.
  if (table === existing.tableName) await storeRecordsBefore(connection, release, changed)
  for (const name of [INCOMING, BEFORE]) await connection.run(`DROP TABLE ${name}`)
}
