import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import type { Operation, Write } from '#tests/simulation/history.ts'
import { ABSENT } from '#tests/simulation/model/registers.ts'

/** The value of the register of an individual that is in the data. */
export const IMPORTED = 'imported'

/** The register of an individual that clients import. */
export function individualOf(id: string): string {
  return `individual ${id}`
}

const Individual = v.object({ individual_id: v.string() })

/** The registers of all individuals that clients tried to import, as the data have them. */
export async function seenIndividuals(connection: Connection, operations: readonly Operation[]): Promise<Write[]> {
  const rows = await rowsOf(connection, Individual, 'SELECT individual_id FROM individual')
  const stored = new Set(rows.map(({ individual_id: id }) => individualOf(id)))
  const tried = operations
    .flatMap(({ writes }) => writes)
    .filter(({ register }) => register.startsWith(individualOf('')))
  return tried.map(({ register }) => ({ register, value: stored.has(register) ? IMPORTED : ABSENT }))
}
