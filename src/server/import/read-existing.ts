import * as v from 'valibot'
import type { Existing } from '#server/import/plan-import.ts'
import { rowsOf, type Connection } from '#server/storage/database.ts'

/** What imported data are there already that further ones must not clash with. */
export interface ExistingData extends Existing {
  readonly individualIds: ReadonlySet<string>
}

export const NOTHING_YET: ExistingData = { individualIds: new Set(), variableNames: new Set(), instruments: [] }

const Name = v.object({ name: v.string() })

/** What an import may not name again, and what it adds to. */
export async function readExisting(connection: Connection): Promise<ExistingData> {
  const individuals = await rowsOf(connection, Name, `SELECT individual_id AS name FROM individual`)
  const variables = await rowsOf(connection, Name, `SELECT variable_name AS name FROM variable`)
  const forms = await rowsOf(connection, Name, `SELECT instrument AS name FROM form`)
  return {
    individualIds: new Set(individuals.map((row) => row.name)),
    variableNames: new Set(variables.map((row) => row.name)),
    instruments: forms.map((row) => row.name),
  }
}
