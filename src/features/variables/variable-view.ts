import { useSearchParams } from 'react-router-dom'
import { ROOT_COHORT_ID } from '#domain/limits.ts'

/** Variables beside each other, and cohorts beside each other, at the most. */
export const MAXIMUM_BESIDE = 4

export interface VariableView {
  /** What the variable of the path is compared with. */
  readonly compared: readonly string[]
  /** The cohorts to count in; All Individuals where none is chosen. */
  readonly cohortIds: readonly number[]
  readonly setCompared: (names: readonly string[]) => void
  readonly setCohortIds: (ids: readonly number[]) => void
}

/** What a variable's page shows besides the variable itself, as its URL has it: `compare` and `cohort`, by commas. */
export function useVariableView(variableName: string): VariableView {
  const [params, setParams] = useSearchParams()
  const write = (name: string, values: readonly (string | number)[]) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (values.length === 0) next.delete(name)
        else next.set(name, values.join(','))
        return next
      },
      { replace: true },
    )
  return {
    compared: comparedIn(params, variableName),
    cohortIds: cohortIdsIn(params),
    setCompared: (names) => write('compare', names),
    setCohortIds: (ids) => write('cohort', ids.length === 1 && ids[0] === ROOT_COHORT_ID ? [] : ids),
  }
}

export function comparedIn(params: URLSearchParams, variableName: string): readonly string[] {
  const names = (params.get('compare') ?? '').split(',').filter((name) => name !== '' && name !== variableName)
  return [...new Set(names)].slice(0, MAXIMUM_BESIDE - 1)
}

export function cohortIdsIn(params: URLSearchParams): readonly number[] {
  const ids = (params.get('cohort') ?? '').split(',').filter((text) => /^[1-9]\d{0,14}$/.test(text))
  const chosen = [...new Set(ids.map(Number))].slice(0, MAXIMUM_BESIDE)
  return chosen.length === 0 ? [ROOT_COHORT_ID] : chosen
}
