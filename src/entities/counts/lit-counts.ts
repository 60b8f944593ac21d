import type { Call } from '#api/result.ts'
import { rulesPreview } from '#contract/rules.ts'
import { groupOf, memberOf, rulesSent } from '#contract/shapes/rules-of-definition.ts'
import { NO_RULE_OPTIONS, type Rule } from '#domain/cohorts/rules.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { Counted } from '#entities/counts/linked-cursor.ts'
import { valueOrThrow } from '#entities/server-state/resource.ts'

interface Asked {
  /** Undefined for a bar without rules of its own. */
  readonly bars: readonly (Counted | undefined)[]
  readonly cursor: Counted
}

export interface LitCounts {
  /** By the place of a bar. */
  readonly counts: readonly (number | undefined)[]
  /** The individuals of all bars, each once. */
  readonly all: number
}

/** How many individuals of each bar are those under the cursor, too: one request for all bars of one cohort. */
export async function litCounts(call: Call, { bars, cursor }: Asked, signal: AbortSignal): Promise<LitCounts | null> {
  const parentId = bars.find(Boolean)?.parentId ?? ROOT_COHORT_ID
  const places = [...bars.keys()].filter((place) => bars[place])
  const under = [...membership(cursor.parentId, parentId), ...rulesOf(cursor)]
  const rules = places.map((place) => groupOf('all', [...rulesOf(bars[place] ?? {}), ...under]))
  const request = { parentId, rules: rulesSent(groupOf('any', rules)) }
  // A cursor that moves on must not leave messages behind.
  const preview = valueOrThrow(await call(rulesPreview, request, { signal, silent: 'all' }))
  const matchAt = (...path: readonly number[]) =>
    preview.rules.find((rule) => rule.path.join('.') === path.join('.'))?.split.match
  const all = matchAt()
  if (all === undefined) return null
  return { all, counts: bars.map((bar, place) => (bar ? matchAt(places.indexOf(place)) : undefined)) }
}

function membership(cohortId: number | undefined, ofMembersOf: number): Rule<string>[] {
  return cohortId === undefined || cohortId === ROOT_COHORT_ID || cohortId === ofMembersOf ? [] : [memberOf(cohortId)]
}

function rulesOf({ where = [], memberOf: within = [], notMemberOf: without = [], stratum }: Counted): Rule<string>[] {
  return [
    ...where.map(({ variableName, ...condition }): Rule<string> => {
      return { ...NO_RULE_OPTIONS, kind: 'condition', variable: variableName, condition }
    }),
    ...within.filter((id) => id !== ROOT_COHORT_ID).map(memberOf),
    ...without.map((id) => groupOf('none', [memberOf(id)])),
    ...(stratum ? [{ ...NO_RULE_OPTIONS, kind: 'stratum', ...stratum } as const] : []),
  ]
}
