import type { Variable } from '#contract/shapes/entities.ts'
import { COHORT_NAME, suggestableName } from '#domain/names.ts'
import { formatCount } from '#domain/numbers.ts'
import { STRATUM_WORDS, type Relatives, type RelativesCount, type UnknownChoice } from '#domain/rules.ts'
import { conditionSentence } from '#entities/condition-sentence.ts'
import { isBlank, type DraftGroup, type DraftRule } from '#features/cohorts/rules/rule-draft.ts'

/** What rules refer to; undefined while it loads. */
export interface RuleNames {
  readonly variable: (name: string) => Pick<Variable, 'valueMapping' | 'dataType'> | undefined
  readonly cohort: (cohortId: number) => string | undefined
}

const COMPARISONS = { min: 'at least', max: 'at most', equal: 'exactly' } as const

/** A rule in one line; of a group its heading. */
export function ruleSentence(rule: DraftRule, names: RuleNames): string {
  if (rule.kind === 'group') return capitalized(groupWords(rule))
  if (rule.kind === 'cohort') {
    return rule.cohortId === null ? 'Choose a cohort' : `In ${cohortName(rule.cohortId, names)}`
  }
  if (rule.kind === 'stratum') {
    const field = STRATUM_WORDS[rule.field]
    return rule.values.length === 0 ? `Choose a ${field.toLowerCase()}` : `${field} ${rule.values.join(' or ')}`
  }
  const { variableName, condition } = rule
  if (variableName === null) return 'Choose a variable'
  return condition === null
    ? `${variableName} …`
    : conditionSentence(variableName, condition, names.variable(variableName))
}

/** "at least 2 family members match any of". */
function groupWords({ match, count, relatives }: DraftGroup): string {
  const words = match === 'atLeast' ? `at least ${formatCount(count)} of` : `${match} of`
  return relatives === null
    ? words
    : `${relativesWords(relatives)} ${relatives.count === 1 ? 'matches' : 'match'} ${words}`
}

function relativesWords(relatives: RelativesCount): string {
  const { scope, comparison, count } = relatives
  const [one, several] = RELATIVE_WORDS[scope]
  if (isSingleRelative(relatives)) return `the ${one}`
  return `${COMPARISONS[comparison]} ${formatCount(count)} ${count === 1 ? one : several}`
}

/** Relatives as nouns, for one and for several. */
export const RELATIVE_WORDS: Readonly<Record<Relatives, readonly [one: string, several: string]>> = {
  family: ['family member', 'family members'],
  relatives: ['other family member', 'other family members'],
  parents: ['parent', 'parents'],
  mother: ['mother', 'mothers'],
  father: ['father', 'fathers'],
  siblings: ['full sibling', 'full siblings'],
  children: ['child', 'children'],
  firstDegree: ['first-degree relative', 'first-degree relatives'],
}

/** Whether a group is about the one mother or father, without a number. */
export function isSingleRelative({ scope, comparison, count }: RelativesCount): boolean {
  return (scope === 'mother' || scope === 'father') && comparison === 'min' && count === 1
}

const UNKNOWN_WORDS: Readonly<Record<UnknownChoice, string>> = {
  unknown: '',
  match: 'unknown counts as match',
  no_match: 'unknown counts as no match',
}

/** Whether a rule is off, its choice for missing answers if it is not the default, and its note. */
export function ruleNotes({ isOff, unknownAs, note }: DraftRule): string {
  return [isOff ? 'off' : '', UNKNOWN_WORDS[unknownAs], note].filter(Boolean).join(' · ')
}

/** A cohort's name from its rules: with the labels of values, else with their codes, else of the first rules alone. */
export function suggestedRulesName(top: DraftGroup, names: RuleNames): string {
  const withoutLabels = { ...names, variable: () => undefined }
  const fewer = top.match === 'all' || top.match === 'any' ? [...top.rules.keys()].toReversed() : []
  const shorter = fewer
    .filter((count) => count > 0)
    .map((count) => `${inlineRule({ ...top, rules: top.rules.slice(0, count) }, withoutLabels)} …`)
  const whole = inlineRule(top, withoutLabels)
  const texts = [inlineRule(top, names), whole, ...shorter, whole]
  if (whole === '') return ''
  const name = suggestableName(texts, COHORT_NAME)
  // A name truncated after a word that joins rules says so.
  return name.replace(/[\s(]+(?:and|or|not|of|with)$/u, ' …')
}

/** A rule with all rules below it in one line. */
export function inlineRule(rule: DraftRule, names: RuleNames): string {
  if (rule.kind !== 'group') return ruleSentence(rule, names)
  const rules = rule.rules.filter((one) => !one.isOff && isNamed(one))
  const parts = rules.map((one) =>
    isJoined(one) && rules.length > 1 ? `(${inlineRule(one, names)})` : inlineRule(one, names),
  )
  const words = joined(rule, parts)
  return rule.relatives === null ? words : `${relativesWords(rule.relatives)} with ${words}`
}

/** Whether a rule says enough for a name: a condition is chosen. */
function isNamed(rule: DraftRule): boolean {
  if (isBlank(rule)) return false
  return rule.kind === 'group' ? rule.rules.some(isNamed) : rule.kind !== 'condition' || rule.condition !== null
}

/** Whether a group inside another needs brackets. */
function isJoined(rule: DraftRule): boolean {
  return rule.kind === 'group' && rule.rules.length > 1 && (rule.match === 'all' || rule.match === 'any')
}

function joined({ match, count }: DraftGroup, parts: readonly string[]): string {
  if (match === 'all') return parts.join(' and ')
  if (match === 'any') return parts.join(' or ')
  const list = parts.length === 1 ? parts.join() : `(${parts.join(', ')})`
  return match === 'none' ? `not ${list}` : `${formatCount(count)} of ${list}`
}

function cohortName(cohortId: number, { cohort }: RuleNames): string {
  return cohort(cohortId) ?? `cohort ${cohortId}`
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
