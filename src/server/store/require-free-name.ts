import { ALL_INDIVIDUALS } from '#domain/cohorts.ts'
import { DUPLICATE_COHORT_NAME, DUPLICATE_VARIABLE_SET_NAME } from '#domain/messages.ts'
import { conflict } from '#server/platform/http/refusal.ts'
import { isNameTaken, type NameAsked, type NamedKind } from '#server/store/name-taken.ts'
import type { Connection } from '#server/platform/db/database.ts'

const REFUSALS: Readonly<Record<NamedKind, string>> = {
  cohort: DUPLICATE_COHORT_NAME,
  variable_set: DUPLICATE_VARIABLE_SET_NAME,
}

/** Refuses a name that another thing of the kind has in the project, and for a cohort that of everybody. */
export async function requireFreeName(connection: Connection, kind: NamedKind, asked: NameAsked): Promise<void> {
  const isReserved = kind === 'cohort' && asked.name.trim().toLowerCase() === ALL_INDIVIDUALS.toLowerCase()
  if (isReserved || (await isNameTaken(connection, kind, asked))) throw conflict(REFUSALS[kind])
}
