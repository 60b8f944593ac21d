import * as v from 'valibot'
import { DATA_TYPES, type DataType } from '#domain/data-types.ts'
import type { Existing } from '#server/modules/imports/plan/plan-import.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { withdrawnIds } from '#server/store/releases/releases.ts'

/** A variable of imported data, and the location of its answers. */
export interface ExistingVariable {
  readonly variableName: string
  readonly originalName: string
  readonly dataType: DataType
  readonly columnName: string
  readonly tableName: string
  readonly possibleValues: readonly string[]
  readonly valueMapping: Readonly<Record<string, string>>
}

/** A form of imported data, with its variables in column order. */
export interface ExistingForm {
  readonly instrument: string
  readonly title: string
  readonly tableName: string
  readonly variables: readonly ExistingVariable[]
}

/** Imported data that an import adds to and must not clash with. */
export interface ExistingData extends Existing {
  readonly individualIds: ReadonlySet<string>
  /** Individuals who withdrew their consent. */
  readonly withdrawnIds: ReadonlySet<string>
}

export const NOTHING_YET: ExistingData = {
  individualIds: new Set(),
  withdrawnIds: new Set(),
  variableNames: new Set(),
  forms: [],
}

const Name = v.object({ name: v.string() })
const Form = v.object({ form_no: v.number(), instrument: v.string(), title: v.string(), table_name: v.string() })
const Variable = v.object({
  form_no: v.number(),
  variable_name: v.string(),
  original_name: v.string(),
  data_type: v.picklist(DATA_TYPES),
  column_name: v.string(),
  table_name: v.string(),
  possible_values: v.array(v.string()),
  value_mapping: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string())),
})

export async function readExisting(connection: Connection): Promise<ExistingData> {
  const individuals = await rowsOf(connection, Name, `SELECT individual_id AS name FROM individual`)
  const forms = await rowsOf(
    connection,
    Form,
    `SELECT form_no, instrument, title, table_name FROM form ORDER BY form_no`,
  )
  const variables = await rowsOf(
    connection,
    Variable,
    `SELECT form_no, variable_name, original_name, data_type, column_name, possible_values, value_mapping,
       coalesce(part_table, table_name) AS table_name
     FROM variable JOIN form USING (form_no) ORDER BY form_no, CAST(substr(column_name, 2) AS INTEGER)`,
  )
  return {
    individualIds: new Set(individuals.map((row) => row.name)),
    withdrawnIds: await withdrawnIds(connection),
    variableNames: new Set(variables.map((row) => row.variable_name)),
    forms: forms.map(({ form_no, instrument, title, table_name }) => ({
      instrument,
      title,
      tableName: table_name,
      variables: variables.filter((variable) => variable.form_no === form_no).map(presented),
    })),
  }
}

function presented(row: v.InferOutput<typeof Variable>): ExistingVariable {
  return {
    variableName: row.variable_name,
    originalName: row.original_name,
    dataType: row.data_type,
    columnName: row.column_name,
    tableName: row.table_name,
    possibleValues: row.possible_values,
    valueMapping: row.value_mapping,
  }
}
