import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { rulesInfo } from '#contract/rules.ts'
import { savedGroup } from '#contract/shapes/rules-of-definition.ts'
import { cohortKind } from '#domain/cohorts/cohorts.ts'
import { ruleList, versionGroupsOf } from '#domain/cohorts/rules.ts'
import { cohortsAtom } from '#entities/cohorts/cohorts.ts'
import { savedRulesAtom } from '#entities/rules/saved-rules.ts'
import { isOfferedAtom } from '#entities/session/session.ts'

/** The questions that the definitions of cohorts ask. */
interface DefinedBy {
  /** A variable for each question, in the order of the rules. */
  readonly variableNames: readonly string[]
  /** The versions of a question that the rules take as one. */
  readonly versions: readonly (readonly string[])[]
}

const NOTHING: DefinedBy = { variableNames: [], versions: [] }

/** The questions in the definitions of cohorts by rules and of subsets; null while they load. */
export function useDefinedBy(cohortIds: readonly number[]): DefinedBy | null {
  const key = cohortIds.join()
  const definedAtom = useMemo(
    () =>
      atom((get): DefinedBy | null => {
        const { data: known, error } = get(cohortsAtom)
        if (known === undefined) return error ? NOTHING : null
        const cohorts = known.filter(({ cohortId }) => key.split(',').includes(String(cohortId)))
        const subsets = cohorts.filter(({ constraintType }) => cohortKind(constraintType) === 'subset')
        const ofRules = get(isOfferedAtom)(rulesInfo)
          ? cohorts.filter(({ constraintType }) => cohortKind(constraintType) === 'rules')
          : []
        const saved = ofRules.map(({ cohortId }) => get(savedRulesAtom(cohortId)))
        if (saved.some((one) => one.data === undefined && one.error === null)) return null
        const tops = saved.flatMap(({ data }) => (data ? (savedGroup(data.rules) ?? []) : []))
        const versions = tops.flatMap(versionGroupsOf)
        const others = new Set(versions.flatMap(([, ...rest]) => rest))
        const asked = tops.flatMap((top) =>
          ruleList<string>(top).flatMap(({ rule }) =>
            rule.kind === 'condition' && !rule.isOff && !others.has(rule.variable) ? [rule.variable] : [],
          ),
        )
        const ofSubsets = subsets.flatMap(({ variableName }) => variableName ?? [])
        return { variableNames: [...new Set([...ofSubsets, ...asked])], versions }
      }),
    [key],
  )
  return useAtomValue(definedAtom)
}
