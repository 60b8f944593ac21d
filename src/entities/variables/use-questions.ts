import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { alone, joinVersions, separated, type Joins, type Questions } from '#domain/question-versions.ts'
import { valueOrThrow } from '#entities/server-state/resource.ts'
import { useServices } from '#entities/server-state/services.ts'
import { lookUpVariables } from '#entities/variables/look-up-variables.ts'

/** The rows of the variables; null until they are known. `joins` are null for a row for each version. */
export function useQuestions(names: readonly string[], joins: Joins | null): Questions | null {
  const { call, queryClient } = useServices()
  const asked = [...new Set([...names, ...(joins ?? []).flat()])]
  const variables = useQuery(
    {
      queryKey: ['describe-questions', asked],
      enabled: asked.length > 0,
      queryFn: async ({ signal }) => valueOrThrow(await lookUpVariables(call, asked, { signal, silent: 'all' })),
      staleTime: Infinity,
      retry: false,
      // Rows and their options stay while the versions of one of them are looked up.
      placeholderData: keepPreviousData,
      select: (found) => {
        const known = new Set(found.map(({ variableName }) => variableName))
        const rows = joins === null ? separated(joinVersions(names, found)) : joinVersions(names, found, joins)
        return { ...rows, isWhole: names.every((name) => known.has(name)) }
      },
    },
    queryClient,
  )
  if (asked.length === 0) return NO_QUESTIONS
  if (variables.isPending || (variables.isPlaceholderData && !variables.data.isWhole)) return null
  return variables.data ?? { questions: names.map(alone), apart: [] }
}

const NO_QUESTIONS: Questions = { questions: [], apart: [] }
