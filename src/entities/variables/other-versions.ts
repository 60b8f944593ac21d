import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { otherVersions, type Question } from '#domain/question-versions.ts'
import { catalogAtom } from '#entities/variables/variables.ts'

/** The versions of questions that the catalog has and the rows lack, by the first names of the rows. */
export function useOtherVersions(
  questions: readonly Pick<Question, 'names'>[],
): ReadonlyMap<string, readonly string[]> {
  const { data: catalog } = useAtomValue(catalogAtom)
  return useMemo(() => otherVersions(questions, catalog ?? []), [questions, catalog])
}
