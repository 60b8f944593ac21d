import type { QueryClient } from '@tanstack/react-query'

/** The queries that say which objects there are, and under which ids. */
const OBJECTS = new Set<unknown>([
  'cohort',
  'cohorts',
  'variable',
  'catalog',
  'custom-variables',
  'custom-variable-start',
  'variable-set',
  'variable-sets',
])

/**
 * Refetches everything after a change of many objects. Objects come first: a pane of a replaced object follows it, and
 * does not ask for details under the former id.
 */
export async function refetchAll(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => OBJECTS.has(queryKey[0]) })
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => !OBJECTS.has(queryKey[0]) })
}
