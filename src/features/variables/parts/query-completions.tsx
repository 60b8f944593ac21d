import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { VariableHit } from '#contract/shapes/entities.ts'
import { formValues } from '#domain/form-label.ts'
import { completeVariableQuery } from '#domain/variable-query-completions.ts'
import { cohortsAtom } from '#entities/cohorts.ts'

const NO_HITS: readonly VariableHit[] = []

/** Completions of the last term of the search, such as the values of `type:`. */
export default function QueryCompletions({
  id,
  text,
  hits = NO_HITS,
}: {
  id: string
  text: string
  hits?: readonly VariableHit[] | undefined
}) {
  const cohorts = useAtomValue(cohortsAtom).data
  const values = useMemo(() => {
    const contributors = hits.flatMap((hit) => hit.contributors)
    return {
      form: formValues(contributors),
      section: [...new Set(contributors.map(({ section }) => section))].toSorted(),
      cohort: [...new Set(cohorts?.map(({ name }) => name))],
    }
  }, [hits, cohorts])
  return (
    <datalist id={id}>
      {completeVariableQuery(text, values).map((completed) => (
        <option key={completed}>{completed}</option>
      ))}
    </datalist>
  )
}
