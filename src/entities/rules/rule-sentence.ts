import type { Variable } from '#contract/shapes/entities.ts'
import {
  groupWords,
  headingWords,
  inlineRule as wordedInLine,
  stratumSentence,
  unknownNote,
} from '#domain/cohorts/rule-words.ts'
import { STRATUM_WORDS } from '#domain/cohorts/rules.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import { countOf } from '#domain/numbers.ts'
import { capitalized, nameWords } from '#domain/text/name-words.ts'
import { COHORT_NAME } from '#domain/text/names.ts'
import { suggestableName } from '#domain/text/suggested-names.ts'
import { conditionName, conditionPhrase, conditionSentence } from '#entities/conditions/condition-sentence.ts'
import { draftRules, isBlank, type DraftGroup, type DraftRule } from '#entities/rules/rule-draft.ts'

/** The names that rules refer to; undefined while they load. */
export interface RuleNames {
  readonly variable: (name: string) => Pick<Variable, 'valueMapping' | 'dataType'> | undefined
  readonly cohort: (cohortId: number) => string | undefined
  /** A condition in other words than the names of variables and the codes of values. */
  readonly condition?: (variableName: string, condition: Condition, otherVersions?: readonly string[]) => string
}

/** A rule in one line; of a group its heading. */
export function ruleSentence(rule: DraftRule, names: RuleNames): string {
  if (rule.kind === 'group') return versionsSentence(rule, names) ?? capitalized(headingWords(rule))
  if (rule.kind === 'cohort') {
    return rule.cohortId === null ? 'Choose a cohort' : `In ${cohortName(rule.cohortId, names)}`
  }
  if (rule.kind === 'stratum') {
    return rule.values.length === 0 ? `Choose a ${STRATUM_WORDS[rule.field].toLowerCase()}` : stratumSentence(rule)
  }
  const { variableName, condition } = rule
  if (variableName === null) return 'Choose a variable'
  if (condition === null) return `${variableName} …`
  return (
    names.condition?.(variableName, condition) ??
    conditionSentence(variableName, condition, names.variable(variableName))
  )
}

/** "Voices ever: Yes · any of 3 versions"; null for another group. */
function versionsSentence({ areVersions, relatives, match, count, rules }: DraftGroup, names: RuleNames) {
  const versions = rules.filter(({ isOff }) => !isOff)
  const [first] = versions
  if (!areVersions || relatives !== null || first?.kind !== 'condition' || first.variableName === null) return null
  const { variableName, condition } = first
  const asked = JSON.stringify(condition)
  const isShared = versions.every((rule) => rule.kind === 'condition' && JSON.stringify(rule.condition) === asked)
  const question =
    condition === null || condition.values.includes('') || !isShared
      ? nameWords(variableName)
      : (names.condition?.(variableName, condition) ??
        conditionName(variableName, condition, names.variable(variableName)))
  const list = groupWords({ match, count, relatives, areVersions: false })
  return `${capitalized(question)} · ${list} ${countOf(versions.length, 'version')}`
}

/** A word of a row: the field of the open rule that changes it, and its look. */
export interface RulePhrase {
  readonly field: number
  readonly text: string
  readonly look: 'name' | 'verb' | 'value'
}

const OPEN = { verb: '…', value: '' }

/** A rule as the words of its fields: "MOOD_HIGH_EVER", "is", "Yes". Null for a blank one, and for a group. */
export function rulePhrases(rule: DraftRule, names: RuleNames): readonly RulePhrase[] | null {
  if (isBlank(rule) || rule.kind === 'group') return null
  if (rule.kind === 'cohort') {
    const name = rule.cohortId === null ? '' : cohortName(rule.cohortId, names)
    return [
      { field: 0, text: 'In', look: 'verb' },
      { field: 0, text: name, look: 'value' },
    ]
  }
  if (rule.kind === 'stratum') {
    return [
      { field: 0, text: STRATUM_WORDS[rule.field], look: 'value' },
      { field: 1, text: 'is', look: 'verb' },
      { field: 1, text: rule.values.join(' or '), look: 'value' },
    ]
  }
  const { variableName, condition } = rule
  if (variableName === null) return null
  const isOpen = condition === null || condition.values.includes('')
  const { verb, value } = isOpen ? OPEN : conditionPhrase(condition, names.variable(variableName))
  const phrases: readonly RulePhrase[] = [
    { field: 0, text: variableName, look: 'name' },
    { field: 1, text: verb, look: 'verb' },
    { field: 2, text: value, look: 'value' },
  ]
  return phrases.filter(({ text }) => text !== '')
}

/**
 * A cohort's name from its rules, in plain words: of all, else of fewer rules of the groups, else of fewer groups, else
 * with the codes of values.
 */
export function suggestedRulesName(top: DraftGroup, names: RuleNames): string {
  const whole = shortened(top, names, { here: Infinity, below: Infinity })
  if (whole === '') return ''
  const isListed = top.match === 'none' || top.match === 'atLeast'
  const longest = Math.max(...draftRules(top).map(({ rule }) => (rule.kind === 'group' ? rule.rules.length : 0)))
  const inGroups = downFrom(longest).map((below) => shortened(top, names, { here: isListed ? below : Infinity, below }))
  const ofTop = [Infinity, ...downFrom(top.rules.length)].map((limit) =>
    shortened(top, names, { here: isListed ? 1 : limit, below: 1, isBare: true }),
  )
  const codes = { ...names, variable: () => undefined }
  const texts = [whole, ...inGroups, ...ofTop, shortened(top, codes, { here: 1, below: 1, isBare: true })]
  const name = suggestableName(texts, COHORT_NAME)
  return complete(capitalized(texts.some((text) => text.length <= COHORT_NAME.maxLength) ? name : closed(name)))
}

/** "A and B and others": a name does not end in dots, which stand for a cut one. */
function complete(name: string): string {
  const words = name.replaceAll(/ …(?=\)|$)/gu, ' and others')
  return words.length <= COHORT_NAME.maxLength ? words : name
}

/** A rule as a part of a name: "mood high ever: Yes". */
function namedRule(leaf: Exclude<DraftRule, DraftGroup>, names: RuleNames): string {
  if (leafWords(leaf, names) === '') return ''
  if (leaf.kind === 'cohort') return `in ${cohortName(leaf.cohortId ?? 0, names)}`
  if (leaf.kind === 'stratum') return `${STRATUM_WORDS[leaf.field].toLowerCase()} ${leaf.values.join(' or ')}`
  const { variableName, condition } = leaf
  return variableName === null || condition === null
    ? ''
    : conditionName(variableName, condition, names.variable(variableName))
}

/** A truncated name: without the words that join further rules, and with its brackets closed. */
function closed(name: string): string {
  const words = name.replace(/(?:[\s(,]+(?:and|or|not|of|with))*[\s(,]*$/u, '')
  const depth = words.split('(').length - words.split(')').length
  const ending = words === name && depth <= 0 ? '' : ` …${')'.repeat(Math.max(0, depth))}`
  const room = COHORT_NAME.maxLength - ending.length
  return words.length <= room ? words + ending : closed(suggestableName([words], { ...COHORT_NAME, maxLength: room }))
}

interface Shortening {
  readonly here: number
  readonly below: number
  /** A condition of a shortened group is its variable alone. */
  readonly isBare?: boolean
}

/** A rule in one line. `most` limits the number of rules of each group. */
function shortened(top: DraftGroup, names: RuleNames, most: Shortening): string {
  return wordedInLine<Exclude<DraftRule, DraftGroup>>(
    top,
    (leaf, isCut) => {
      const words = namedRule(leaf, names)
      const isBare = isCut && most.isBare === true && words !== '' && !top.rules.includes(leaf)
      return isBare && leaf.kind === 'condition' ? nameWords(leaf.variableName ?? words) : words
    },
    most,
  )
}

/** From the number before a number down to 1. */
function downFrom(number: number): number[] {
  return Array.from({ length: Math.max(0, number - 1) }, (_, place) => number - 1 - place)
}

/** A rule with all rules below it in one line. */
export function inlineRule(rule: DraftRule, names: RuleNames): string {
  const words = wordedInLine<Exclude<DraftRule, DraftGroup>>(
    rule,
    (leaf) => leafWords(leaf, names),
    undefined,
    (leaves) => versionsInWords(leaves, names),
  )
  return names.condition && rule.kind === 'group' && words !== '' ? words + unknownNote(rule.unknownAs) : words
}

/** Versions of a question with their forms; null with the names of variables, and for several conditions. */
function versionsInWords(leaves: readonly Exclude<DraftRule, DraftGroup>[], names: RuleNames): string | null {
  const [first, ...others] = leaves.flatMap((leaf) =>
    leaf.kind === 'condition' && leaf.variableName !== null && leaf.condition !== null
      ? [{ variableName: leaf.variableName, condition: leaf.condition }]
      : [],
  )
  if (!names.condition || !first) return null
  const asked = JSON.stringify(first.condition)
  if (others.some(({ condition }) => JSON.stringify(condition) !== asked)) return null
  return names.condition(
    first.variableName,
    first.condition,
    others.map(({ variableName }) => variableName),
  )
}

function leafWords(leaf: Exclude<DraftRule, DraftGroup>, names: RuleNames): string {
  if (isBlank(leaf) || (leaf.kind === 'condition' && leaf.condition === null)) return ''
  return ruleSentence(leaf, names) + (names.condition ? unknownNote(leaf.unknownAs) : '')
}

function cohortName(cohortId: number, { cohort }: RuleNames): string {
  return cohort(cohortId) ?? `cohort ${cohortId}`
}
