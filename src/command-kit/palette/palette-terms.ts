import type { ChoiceRow } from '#command-kit/argument-source.ts'
import type { CompletionRow, RowList, SourceRows } from '#command-kit/palette/palette-rows.ts'
import { completeVariableQuery, type CompletionValues, formValues } from '#domain/search/variable-query-completions.ts'
import { readVariableQuery, SCOPE_NOT_SUPPORTED, type NamedCohorts } from '#domain/search/variable-query.ts'

const COMPLETIONS_TITLE = 'Complete the term'

const LAST_TERM = /[a-z]+:(?:"[^"]*"|[^"\s]*) $/iu

/** The completions of the term at the end of a text. */
export function completionRows(text: string, sources: readonly SourceRows[]): readonly CompletionRow[] {
  if (!text.includes(':')) return []
  return completeVariableQuery(text, valuesOf(sources)).map((completed) => ({
    kind: 'completion',
    key: `typed:${completed}`,
    title: LAST_TERM.exec(completed)?.[0].trim() ?? completed,
    text: completed,
  }))
}

/** The error message of a term; none while the term can still be completed. */
export function termProblem(
  text: string,
  sources: readonly SourceRows[],
  capabilities: readonly string[],
): string | null {
  const { problems, hasScope } = readVariableQuery(text, namedCohorts(sources))
  if (hasScope && !capabilities.includes('facets')) return SCOPE_NOT_SUPPORTED
  const isCompleted = completionRows(text, sources).length > 0
  return problems.find(({ term }) => !isCompleted || !text.endsWith(term))?.message ?? null
}

/** A list of rows of one kind below completions. */
export function belowCompletions(completions: readonly CompletionRow[], rows: RowList, title: string): RowList {
  const count = completions.length
  if (count === 0) return rows
  const sections = rows.sections ?? (rows.length === 0 ? [] : [{ title, start: 0 }])
  return {
    length: count + rows.length,
    at: (index) => completions[index] ?? rows.at(index - count),
    sections: [
      { title: COMPLETIONS_TITLE, start: 0 },
      ...sections.map((section) => ({ ...section, start: section.start + count })),
    ],
  }
}

const NO_ROWS: readonly ChoiceRow[] = []

/** The cohorts that a term may name; undefined while they load. */
function namedCohorts(sources: readonly SourceRows[]): NamedCohorts | undefined {
  const found = sources.find(({ source }) => source.kind === 'cohort')
  if (found === undefined || found.rows.length === 0) return undefined
  return found.rows.map(({ value, title }) => ({ cohortId: Number(value), name: title }))
}

function valuesOf(sources: readonly SourceRows[]): CompletionValues {
  const variables = sources.find(({ source }) => source.kind === 'variable')?.rows ?? NO_ROWS
  return { ...contributorValues(variables), cohort: [...new Set(namedCohorts(sources)?.map(({ name }) => name))] }
}

const cache = new WeakMap<readonly ChoiceRow[], Pick<CompletionValues, 'form' | 'section'>>()

/** The forms and sections of the catalog, computed once for each list of rows. */
function contributorValues(rows: readonly ChoiceRow[]) {
  const known = cache.get(rows)
  if (known) return known
  const contributors = rows.flatMap(({ facts }) => facts?.contributors ?? [])
  const values = {
    form: formValues(contributors),
    section: [...new Set(contributors.map(({ section }) => section))].toSorted(),
  }
  cache.set(rows, values)
  return values
}
