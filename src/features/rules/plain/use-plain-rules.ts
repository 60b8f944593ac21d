import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import type { Rule, RuleGroup } from '#domain/cohorts/rules.ts'
import { SCORE } from '#domain/custom-variables/construct-types.ts'
import { PLAIN_COHORTS_MAX } from '#domain/limits.ts'
import { countOf } from '#domain/numbers.ts'
import { refetchCohorts } from '#entities/cohorts/building/save-cohorts.ts'
import { takenNamesAtom, type CohortSaver } from '#entities/cohorts/building/use-cohort-saving.ts'
import { pathText } from '#entities/rules/rules-of-draft.ts'
import type { RuleLookup, RulesRequest } from '#entities/rules/saved-rules.ts'
import { useServices } from '#entities/server-state/services.ts'
import { compileRules, type TestedVariable } from '#features/rules/plain/compile-rules.ts'
import { deleteMade, makeCohorts, type MadeCohorts } from '#features/rules/plain/make-cohorts.ts'
import { createSetPlanner, stepsOf } from '#features/rules/plain/set-plan.ts'
import type { RulesDefinition, RulesSaving } from '#features/rules/use-rules-builder.ts'

export type PlainRules = ReturnType<typeof usePlainRules>

/** Saves rules as cohorts of the specification, for a back end without the capability "rules". */
export function usePlainRules({ completed, draft: { parentId }, names }: RulesDefinition) {
  const services = useServices()
  const takenNames = useAtomValue(takenNamesAtom)
  const [planner] = useState(createSetPlanner)
  const [made, setMade] = useState<MadeCohorts>(() => new Map())
  const { top, keys } = completed
  const compiled = useMemo(() => {
    const { set, problems } = compileRules(planner, parentId, testedRules(top, names))
    const steps = set ? stepsOf(set) : []
    const byKey = new Map(problems.map(({ path, words }) => [keys.get(pathText(path)) ?? '', words]))
    return { set, steps, problems: byKey }
  }, [planner, parentId, top, keys, names])
  const { set, steps, problems } = compiled

  const saver: CohortSaver<RulesRequest> = {
    wouldBeEmpty: () => Promise.resolve({ ok: true, value: false }),
    save: async ({ call, queryClient }, _, naming, projectId) => {
      if (!set) throw new Error('Rules with a problem are not saved.')
      const cohortName = (cohortId: number) => names.cohort(cohortId) ?? `cohort ${cohortId}`
      const saved = await makeCohorts(call, { set, naming, projectId, takenNames, made, cohortName, onMade: setMade })
      await refetchCohorts(queryClient)
      return saved
    },
  }
  const removeMade = async () => {
    setMade(await deleteMade(services.call, made))
    await refetchCohorts(services.queryClient)
  }
  const tooMany =
    steps.length > PLAIN_COHORTS_MAX
      ? `These rules need ${countOf(steps.length, 'cohort')}; at most ${PLAIN_COHORTS_MAX} are made at once.`
      : null
  const [problem = tooMany] = problems.values()
  return { saver, problem, problems, steps, made, removeMade } satisfies RulesSaving & Record<string, unknown>
}

function testedRules(group: RuleGroup<string>, { find }: Pick<RuleLookup, 'find'>): RuleGroup<TestedVariable> {
  const tested = (rule: Rule<string>): Rule<TestedVariable> => {
    if (rule.kind === 'group') return testedRules(rule, { find })
    if (rule.kind === 'cohort' || rule.kind === 'stratum') return rule
    const { dataType = '', variableType = '' } = find(rule.variable) ?? {}
    return { ...rule, variable: { name: rule.variable, dataType, isScore: variableType === SCORE } }
  }
  return { ...group, rules: group.rules.map(tested) }
}
