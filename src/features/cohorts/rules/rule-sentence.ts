import type { Variable } from '#contract/shapes/entities.ts'
import { COHORT_NAME, suggestableName } from '#domain/names.ts'
import { formatCount } from '#domain/numbers.ts'
import { inlineRule as wordedInLine, relativesWords, stratumSentence } from '#domain/rule-words.ts'
import { STRATUM_WORDS, type UnknownChoice } from '#domain/rules.ts'
import { conditionSentence } from '#entities/condition-sentence.ts'
import { isBlank, type DraftGroup, type DraftRule } from '#features/cohorts/rules/rule-draft.ts'

/** What rules refer to; undefined while it loads. */
export interface RuleNames {
  readonly variable: (name: string) => Pick<Variable, 'valueMapping' | 'dataType'> | undefined
  readonly cohort: (cohortId: number) => string | undefined
}

/** A rule in one line; of a group its heading. */
export function ruleSentence(rule: DraftRule, names: RuleNames): string {
  if (rule.kind === 'group') return capitalized(groupWords(rule))
  if (rule.kind === 'cohort') {
    return rule.cohortId === null ? 'Choose a cohort' : `In ${cohortName(rule.cohortId, names)}`
  }
  if (rule.kind === 'stratum') {
    return rule.values.length === 0 ? `Choose a ${STRATUM_WORDS[rule.field].toLowerCase()}` : stratumSentence(rule)
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

const UNKNOWN_WORDS: Readonly<Record<UnknownChoice, string>> = {
  unknown: '',
  match: 'a missing answer counts as match',
  no_match: 'a missing answer counts as no match',
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
  return wordedInLine<Exclude<DraftRule, DraftGroup>>(rule, (leaf) =>
    isBlank(leaf) || (leaf.kind === 'condition' && leaf.condition === null) ? '' : ruleSentence(leaf, names),
  )
}

function cohortName(cohortId: number, { cohort }: RuleNames): string {
  return cohort(cohortId) ?? `cohort ${cohortId}`
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
