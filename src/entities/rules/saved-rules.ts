import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { rulesInfo, type rulesPreview } from '#contract/rules.ts'
import type { Variable } from '#contract/shapes/entities.ts'
import type { RequestOf } from '#contract/shapes/wire-names.ts'
import { variableLookup } from '#contract/variables.ts'
import { cohortsAtom } from '#entities/cohorts/cohorts.ts'
import { variableNamesOf, type DraftGroup } from '#entities/rules/rule-draft.ts'
import { useCall, resource, resourceFamily } from '#entities/server-state/resource.ts'

/** Parent and rules, for previews and saves. */
export type RulesRequest = RequestOf<typeof rulesPreview>

/** The saved definition of a cohort as rules. */
export const savedRulesAtom = resourceFamily((cohortId: number) =>
  resource({
    endpoint: rulesInfo,
    request: { cohortId },
    key: ['cohort-rules', cohortId],
    isNamed: cohortId > 0,
    read: (answer) => answer,
  }),
)

export interface RuleLookup {
  readonly find: (name: string) => Variable | undefined
  readonly variable: (name: string) => Variable | undefined
  readonly cohort: (cohortId: number) => string | undefined
  readonly isLoading: boolean
}

/** The variables and the names of cohorts that rules refer to; all variables in one request. */
export function useRuleNames(top: DraftGroup): RuleLookup {
  return useNames(variableNamesOf(top))
}

/** The same for a list of variables. */
export function useNames(variableNames: readonly string[]): RuleLookup {
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
