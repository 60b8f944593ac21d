import type { Result } from '#api/result.ts'
import { rulesNew, rulesPreview, rulesReplace } from '#contract/rules.ts'
import { hasNoIndividuals, type CohortNaming } from '#entities/cohorts/building/cohort-draft.ts'
import { refetchCohorts, type Ports } from '#entities/cohorts/building/save-cohorts.ts'
import type { CohortSaver } from '#entities/cohorts/building/use-cohort-saving.ts'
import type { RulesRequest } from '#entities/rules/saved-rules.ts'

const CONFLICT = 409

export const RULES_SAVER: CohortSaver<RulesRequest> = { save: saveRules, wouldBeEmpty }

async function saveRules(
  { call, queryClient }: Ports,
  { parentId, rules }: RulesRequest,
  { name, description }: CohortNaming,
  projectId: number | undefined,
): Promise<Result<number>> {
  const answer = await call(rulesNew, { parentId, rules, name: name.trim(), description, projectId })
  if (!answer.ok) return answer
  await refetchCohorts(queryClient)
  return { ok: true, value: answer.value.newCohortId }
}

async function wouldBeEmpty({ call }: Ports, request: RulesRequest): Promise<Result<boolean>> {
  const answer = await call(rulesPreview, request)
  return answer.ok ? { ok: true, value: hasNoIndividuals(answer.value.data) } : answer
}

/**
 * Replaces a cohort by one with other rules, and returns its id; rejected with 409 if other cohorts are built on it,
 * unless they are run again. The caller refetches the cohorts once its pane shows the new one.
 */
export async function replaceRules(
  { call }: Pick<Ports, 'call'>,
  cohortId: number,
  { parentId, rules }: RulesRequest,
  { version, rerun }: { readonly version: string | null; readonly rerun: boolean },
): Promise<Result<number>> {
  const answer = await call(rulesReplace, { cohortId, parentId, rules, version, rerun }, { silent: [CONFLICT] })
  if (!answer.ok) return answer
  return { ok: true, value: answer.value.newCohortId }
}
