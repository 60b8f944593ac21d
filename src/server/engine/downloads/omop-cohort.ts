import type { DownloadTable } from '#server/engine/downloads/download-table.ts'
import { CSV, escaped } from '#server/engine/downloads/download-table.ts'
import { linesPlan, type LineCell, type LinesPlan } from '#server/engine/downloads/lines-statement.ts'
import type { NumbersBetween } from '#server/engine/sources/form-tables.ts'
import { namedColumn, type Trace } from '#server/engine/sources/pseudonyms.ts'
import type { Dialect } from '#server/platform/db/dialect.ts'
import { literal, type Sql } from '#server/platform/db/sql.ts'

/** The columns of the table `cohort` of the OMOP Common Data Model 5.4, in its order. */
export const OMOP_COHORT_COLUMNS = [
  'cohort_definition_id',
  'subject_id',
  'cohort_start_date',
  'cohort_end_date',
] as const

/** Lines of the table `cohort`. The data have no dates of membership: a made-up date would be read as observed. */
export function omopCohortPlan(
  dialect: Dialect,
  { cohortId, definitionId, reader, trace, escapesFormulas = false }: DownloadTable,
  between: NumbersBetween,
): LinesPlan {
  const subject = escaped({ escapesFormulas }, namedColumn(dialect, trace, 'individual'))
  const cells = [literal(String(definitionId ?? cohortId)), subject, NO_DATE, NO_DATE]
  return linesPlan(dialect, { cohortId, reader, between }, CSV, cells.map(lineCell(trace)))
}

const NO_DATE = literal('')

function lineCell(trace: Trace | undefined): (text: Sql) => LineCell {
  return (text) => ({
    tables: [],
    cellOf: () => ({ text, needsQuotes: 'seldom', hasKey: trace !== undefined }),
  })
}
