import type { Result } from '#api/result.ts'
import { rulesPreview, rulesNew, rulesReplace, type rulesInfo } from '#contract/rules.ts'
import { conditionOfFields } from '#contract/shapes/constraint-fields.ts'
import type { ResponseOf } from '#contract/shapes/wire-names.ts'
import type { Rule, RuleGroup, RuleOptions } from '#domain/cohorts/rules.ts'
import { hasNoIndividuals, type CohortNaming } from '#features/cohorts/cohort-draft.ts'
import { newRuleKey, type DraftGroup, type DraftRule } from '#features/cohorts/rules/rule-draft.ts'
import type { RulesRequest } from '#features/cohorts/rules/rules-state.ts'
import { refetchCohorts, type Ports } from '#features/cohorts/use-cases.ts'
import type { CohortSaver } from '#features/cohorts/use-cohort-saving.ts'

type SavedRules = ResponseOf<typeof rulesInfo>['rules']
type SavedRule = SavedRules['rules'][number]

/** The complete rules of a draft, and the keys of its rules by their positions in the request. */
export interface CompletedRules {
  readonly top: RuleGroup<string>
  readonly keys: ReadonlyMap<string, string>
}

/** The position of a rule as text. */
export function pathText(path: readonly number[]): string {
  return path.join('.')
}

/** The rules of a draft without those that are incomplete. */
export function completedRules(top: DraftGroup, isComplete: (rule: DraftRule) => boolean): CompletedRules {
  const keys = new Map<string, string>()
  const group = (draft: DraftGroup, path: readonly number[]): RuleGroup<string> => {
    keys.set(pathText(path), draft.key)
    const { kind, match, count, relatives, areVersions } = draft
    const kept = draft.rules.filter(isComplete)
    const rules = kept.flatMap((rule, place) => one(rule, [...path, place]) ?? [])
    return { ...optionsOf(draft), kind, match, count, relatives, areVersions, rules }
  }
  const one = (draft: DraftRule, path: readonly number[]): Rule<string> | null => {
    if (draft.kind === 'group') return group(draft, path)
    keys.set(pathText(path), draft.key)
    if (draft.kind === 'cohort') {
      return draft.cohortId === null ? null : { ...optionsOf(draft), kind: 'cohort', cohortId: draft.cohortId }
    }
    if (draft.kind === 'stratum') {
      const { field, values } = draft
      return values.length === 0 ? null : { ...optionsOf(draft), kind: 'stratum', field, values }
    }
    const { variableName: variable, condition } = draft
    return variable === null || condition === null
      ? null
      : { ...optionsOf(draft), kind: 'condition', variable, condition }
  }
  return { top: group(top, []), keys }
}

function optionsOf({ unknownAs, isOff, note }: RuleOptions): RuleOptions {
  return { unknownAs, isOff, note }
}

/** A saved definition as the draft of an edit. */
export function draftOfRules(saved: SavedRules): DraftGroup {
  const { match, count, relatives, areVersions } = saved
  return {
    ...optionsRead(saved),
    kind: 'group',
    key: newRuleKey(),
    match,
    count,
    relatives,
    areVersions,
    rules: saved.rules.map(draftOfRule),
  }
}

function draftOfRule(saved: SavedRule): DraftRule {
  if ('rules' in saved) return draftOfRules({ version: 1, ...saved })
  const options = { ...optionsRead(saved), key: newRuleKey() }
  if ('cohortId' in saved) return { ...options, kind: 'cohort', cohortId: saved.cohortId }
  if ('stratum' in saved) return { ...options, kind: 'stratum', field: saved.stratum, values: saved.values }
  return { ...options, kind: 'condition', variableName: saved.variableName, condition: conditionOfFields(saved) }
}

function optionsRead({ unknownAs, off, note }: Pick<SavedRules, 'unknownAs' | 'off' | 'note'>): RuleOptions {
  return { unknownAs, isOff: off, note }
}

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
 * unless they are run again.
 */
export async function replaceRules(
  { call, queryClient }: Ports,
  cohortId: number,
  { parentId, rules }: RulesRequest,
  { version, rerun }: { readonly version: string | null; readonly rerun: boolean },
): Promise<Result<number>> {
  const answer = await call(rulesReplace, { cohortId, parentId, rules, version, rerun }, { silent: [CONFLICT] })
  if (!answer.ok) return answer
  await refetchCohorts(queryClient)
  return { ok: true, value: answer.value.newCohortId }
}
