import type { Variable } from '#contract/shapes/entities.ts'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { variableLookup } from '#contract/variables.ts'
import { useCall } from '#entities/call-atoms.ts'
import { cohortsAtom } from '#entities/cohorts.ts'
import { variableNamesOf, type DraftGroup } from '#features/cohorts/rules/rule-draft.ts'

export interface RuleLookup {
  readonly find: (name: string) => Variable | undefined
  readonly variable: (name: string) => Variable | undefined
  readonly cohort: (cohortId: number) => string | undefined
  readonly isLoading: boolean
}

/** The variables and the names of cohorts that rules refer to; all variables in one request. */
export function useRuleNames(top: DraftGroup): RuleLookup {
  const variableNames = variableNamesOf(top)
  const request = variableNames.length === 0 ? null : { variableNames: [...variableNames] }
  const { data, isPlaceholderData, isError } = useCall({ endpoint: variableLookup, request, key: 'rule-variables' })
  const cohorts = useAtomValue(cohortsAtom).data
  const isLoading = request !== null && !isError && (data === undefined || isPlaceholderData)
  return useMemo(() => {
    const variables = new Map(data?.data.map((variable) => [variable.variableName, variable]))
    const cohortNames = new Map(cohorts?.map(({ cohortId, name }) => [cohortId, name]))
    const find = (name: string) => variables.get(name)
    return { find, variable: find, cohort: (cohortId) => cohortNames.get(cohortId), isLoading }
  }, [data, cohorts, isLoading])
}
