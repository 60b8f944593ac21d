import type { ChoiceRow, SearchPorts } from '#command-kit/argument-source.ts'
import { cohortInfo } from '#contract/cohorts.ts'
import { variableSearch } from '#contract/variables.ts'
import { readVariableQuery } from '#domain/search/variable-query.ts'
import { rowOf } from '#entities/sources/choice-rows.ts'

/** The server's search covers more than names and questions, and knows in which collections and cohorts answers are. */
export async function searchVariables(text: string, { call, signal }: SearchPorts): Promise<readonly ChoiceRow[]> {
  const typed = readVariableQuery(text)
  const request = { searchString: typed.words, searchType: 'question' as const }
  if (!typed.hasScope) {
    const answer = await call(variableSearch, request, { signal })
    return answer.ok ? answer.value.data.map(rowOf) : []
  }
  const cohorts = /\bcohort:/i.test(text) ? await call(cohortInfo, {}, { signal }) : null
  const { scope, problems } = readVariableQuery(text, cohorts?.ok ? cohorts.value.cohorts : [])
  if (problems.length > 0) return []
  const answer = await call(variableSearch, { ...request, facets: true, filter: scope }, { signal })
  // A back end without facets ignores the filter.
  const isFiltered = answer.ok && Object.keys(answer.value.facets).length > 0
  return isFiltered ? answer.value.data.map(rowOf) : []
}
