import { withdrawnProblem } from '#domain/releases.ts'
import { problemAt } from '#server/modules/imports/source/problem.ts'
import type { SourceDataSet } from '#server/modules/imports/source/source-form.ts'

/** Refuses the rows of individuals who withdrew their consent. */
export function withoutWithdrawn(source: SourceDataSet, withdrawnIds: ReadonlySet<string>): SourceDataSet {
  if (withdrawnIds.size === 0) return source
  const refused = source.forms.flatMap(({ file, rows }) =>
    rows
      .filter(({ individualId }) => withdrawnIds.has(individualId))
      .map(({ individualId, line }) => problemAt(file, line, withdrawnProblem(individualId))),
  )
  const forms = source.forms.map((form) => ({
    ...form,
    rows: form.rows.filter(({ individualId }) => !withdrawnIds.has(individualId)),
  }))
  return { ...source, forms, refused: [...source.refused, ...refused] }
}
