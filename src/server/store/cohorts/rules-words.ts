import { groupOf, memberOf, rulesOfVersion, savedGroup } from '#contract/shapes/rules-of-definition.ts'
import { fromWire } from '#contract/shapes/wire-names.ts'
import { ALL_INDIVIDUALS } from '#domain/cohorts/cohorts.ts'
import { inlineRule, stratumSentence } from '#domain/cohorts/rule-words.ts'
import { ruleList, type Rule, type RuleGroup } from '#domain/cohorts/rules.ts'
import { conditionLine } from '#domain/conditions/condition-line.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { textAt } from '#domain/text/text.ts'
import { definitionOfCohort, rulesOf, type SavedCohort } from '#server/model/cohort.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { readDetails } from '#server/store/catalog/catalog.ts'

/** The most rules of a cohort and of a group in it; "…" stands for the others. */
export const MOST_OF_MANY = { here: 3, below: 2 }
export const MOST_OF_ONE = { here: 8, below: 6 }

/** The rules of the cohorts by rules in words, by their ids. */
export async function rulesWordsOf(
  connection: Connection,
  saved: readonly SavedCohort[],
  most: typeof MOST_OF_MANY,
): Promise<ReadonlyMap<number, string>> {
  const groups = saved.flatMap((cohort) => {
    const rules = rulesOf(cohort)
    const group = rules && savedGroup(fromWire(rules))
    return group ? [[cohort.cohortid, group] as const] : []
  })
  return wordsOfGroups(connection, groups, saved, most)
}

/** The definitions of deleted cohorts in words, by their ids; pedigree sets have none. */
export async function deletedWordsOf(
  connection: Connection,
  deleted: readonly SavedCohort[],
  saved: readonly SavedCohort[],
): Promise<ReadonlyMap<number, string>> {
  const groups = deleted.flatMap((cohort) => {
    const rules = rulesOfVersion(fromWire(definitionOfCohort(cohort)))
    if (rules === null) return []
    const { parentId, top } = rules
    const group = parentId === ROOT_COHORT_ID ? top : groupOf('all', [memberOf(parentId), top])
    return [[cohort.cohortid, group] as const]
  })
  return wordsOfGroups(connection, groups, [...deleted, ...saved], MOST_OF_MANY)
}

async function wordsOfGroups(
  connection: Connection,
  groups: readonly (readonly [id: number, group: RuleGroup<string>])[],
  saved: readonly SavedCohort[],
  most: typeof MOST_OF_MANY,
): Promise<ReadonlyMap<number, string>> {
  if (groups.length === 0) return new Map()
  const names = groups.flatMap(([, group]) =>
    ruleList(group).flatMap(({ rule }) => (rule.kind === 'condition' ? [rule.variable] : [])),
  )
  const details = await readDetails(connection, [...new Set(names)])
  const cohorts = new Map([
    [ROOT_COHORT_ID, ALL_INDIVIDUALS],
    ...saved.map(({ cohortid, name }) => [cohortid, name] as const),
  ])
  const leafWords = (leaf: Exclude<Rule<string>, RuleGroup<string>>): string => {
    if (leaf.kind === 'cohort') return `in ${cohorts.get(leaf.cohortId) ?? `cohort ${leaf.cohortId}`}`
    if (leaf.kind === 'stratum') return stratumSentence(leaf)
    const meanings = details.get(leaf.variable)?.value_mapping ?? {}
    return conditionLine(leaf.variable, leaf.condition, (code) => textAt(meanings, code) || code)
  }
  return new Map(groups.map(([id, group]) => [id, inlineRule(group, leafWords, most)]))
}
