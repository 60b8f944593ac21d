import type { rulesPreview } from '#contract/rules.ts'
import type { Overlap, Split } from '#contract/shapes/entities.ts'
import { groupOf, memberOf, rulesSent, type CohortRules } from '#contract/shapes/rules-of-definition.ts'
import type { ResponseOf } from '#contract/shapes/wire-names.ts'
import { isActive, successiveRules, type Rule } from '#domain/cohorts/rules.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { sizesOfOverlap } from '#entities/cohorts/pictures/set-sizes.ts'
import type { RulesRequest } from '#entities/rules/saved-rules.ts'
import type { FollowedResult } from '#entities/server-state/resource.ts'

type RulesPreview = ResponseOf<typeof rulesPreview>

/** The cohort whose members are explained, and the definition of the other. */
export interface Explained {
  readonly cohortId: number
  readonly parentId: number | null
  readonly other: CohortRules
}

/** The rules that a member of a cohort must match to be in the other: its parent, and its rules. */
export function rulesToMatch({ cohortId, parentId, other }: Explained): readonly Rule<string>[] {
  // All members of the cohort are in these.
  const isImplied = [ROOT_COHORT_ID, cohortId, parentId].includes(other.parentId)
  const rules = isActive(other.top) ? successiveRules(other.top).map(({ rule }) => rule) : []
  return [...(isImplied ? [] : [memberOf(other.parentId)]), ...rules]
}

/**
 * The preview of the other definition over the members of the cohort. All of its rules must match, so a member who does
 * not match one of them is in the cohort only.
 */
export function reasonsRequest(explained: Explained): RulesRequest | null {
  const rules = rulesToMatch(explained)
  return rules.length === 0 ? null : { parentId: explained.cohortId, rules: rulesSent(groupOf('all', rules)) }
}

/** How many members of the cohort do not match a rule of the other. */
export interface Reason {
  readonly rule: Rule<string>
  readonly split: Split
  /** Individuals who match all rules before, but not this one; null if the back end does not count them. */
  readonly first: number | null
}

export function reasonsOf(rules: readonly Rule<string>[], preview: RulesPreview): readonly Reason[] {
  const splitAt = (list: RulesPreview['rules'] | undefined, place: number) =>
    list?.find(({ path }) => path.length === 1 && path[0] === place)?.split
  return rules.flatMap((rule, place) => {
    const split = splitAt(preview.rules, place)
    const step = splitAt(preview.steps, place)
    return split ? [{ rule, split, first: step ? failing(step) : null }] : []
  })
}

function failing({ noMatch, unknown, noRecord, notCounted }: Split): number {
  return noMatch + unknown + noRecord + (notCounted ?? 0)
}

/** Whether the rules, evaluated now, give the saved members; null if a count is suppressed. */
export function isAsSaved(
  { split }: Pick<RulesPreview, 'split'>,
  overlaps: readonly Overlap[],
  cohortIds: readonly [first: number, second: number],
): boolean | null {
  const { both } = sizesOfOverlap(overlaps, ...cohortIds)
  return split === null || both === null ? null : split.match === both
}

/** A result without the data of an older request, which belong to other cohorts. */
export function withoutOlder<Answer>(result: FollowedResult<Answer>): FollowedResult<Answer> {
  return result.isPlaceholderData ? { ...result, data: undefined } : result
}
