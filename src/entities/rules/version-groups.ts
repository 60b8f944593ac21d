import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { rulesInfo } from '#contract/rules.ts'
import { savedGroup } from '#contract/shapes/rules-of-definition.ts'
import { cohortKind } from '#domain/cohorts/cohorts.ts'
import { ruleList, versionGroupsOf } from '#domain/cohorts/rules.ts'
import { cohortsAtom } from '#entities/cohorts/cohorts.ts'
import { savedRulesAtom } from '#entities/rules/saved-rules.ts'
import { isOfferedAtom } from '#entities/session/session.ts'

/** Questions, each with the versions that the rules take as one. */
type DefinedBy = readonly (readonly [string, ...string[]])[]

/** The questions in the definitions of cohorts by rules and of subsets, in their order; null while they load. */
export function useDefinedBy(cohortIds: readonly number[]): DefinedBy | null {
  const key = cohortIds.join()
  const definedAtom = useMemo(
    () =>
      atom((get): DefinedBy | null => {
        const { data: known, error } = get(cohortsAtom)
        if (known === undefined) return error ? [] : null
        const cohorts = known.filter(({ cohortId }) => key.split(',').includes(String(cohortId)))
        const subsets = cohorts.filter(({ constraintType }) => cohortKind(constraintType) === 'subset')
        const ofRules = get(isOfferedAtom)(rulesInfo)
          ? cohorts.filter(({ constraintType }) => cohortKind(constraintType) === 'rules')
          : []
        const saved = ofRules.map(({ cohortId }) => get(savedRulesAtom(cohortId)))
        if (saved.some((one) => one.data === undefined && one.error === null)) return null
        const tops = saved.flatMap(({ data }) => (data ? (savedGroup(data.rules) ?? []) : []))
        const versionsOf = new Map(
          tops.flatMap(versionGroupsOf).flatMap((names) => names.map((name) => [name, names] as const)),
        )
        const asked = tops.flatMap((top) =>
          ruleList<string>(top).flatMap(({ rule }) =>
            rule.kind === 'condition' && !rule.isOff ? [rule.variable] : [],
          ),
        )
        const ofSubsets = subsets.flatMap(({ variableName }) => variableName ?? [])
        const seen = new Set<string>()
        return [...ofSubsets, ...asked].flatMap((name) => {
          if (seen.has(name)) return []
          const others = (versionsOf.get(name) ?? []).filter((other) => other !== name && !seen.has(other))
          for (const one of [name, ...others]) seen.add(one)
          return [[name, ...others] as const]
        })
      }),
    [key],
  )
  return useAtomValue(definedAtom)
}
