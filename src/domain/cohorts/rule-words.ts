import {
  isFamilySize,
  type FamilyGroup,
  STRATUM_WORDS,
  type Relatives,
  type RelativesCount,
  type RuleMatch,
  type RuleOptions,
  type StratumRule,
  type UnknownChoice,
} from '#domain/cohorts/rules.ts'
import { countOf, formatCount } from '#domain/numbers.ts'

/** A rule without rules below it. */
interface WordedLeaf {
  readonly kind: 'condition' | 'cohort' | 'stratum'
  readonly isOff: boolean
  readonly cohortId?: number | null | undefined
}

interface WordedGroup<Leaf> {
  readonly kind: 'group'
  readonly isOff: boolean
  readonly match: RuleMatch
  readonly count: number
  readonly relatives: RelativesCount | null
  readonly areVersions: boolean
  readonly rules: readonly (Leaf | WordedGroup<Leaf>)[]
}

/** The most rules of a list; "…" stands for the others. */
interface ListLimits {
  readonly here: number
  /** For the groups below. */
  readonly below: number
}

/** A rule with all rules below it in one line. A leaf without words is left out, like one that is off. */
export function inlineRule<Leaf extends WordedLeaf>(
  rule: Leaf | WordedGroup<Leaf>,
  /** `isCut`: other rules of its list are left out. */
  leafWords: (leaf: Leaf, isCut: boolean) => string,
  most: ListLimits = { here: Infinity, below: Infinity },
  /** The versions of a question with one condition; null for the words of the first and their number. */
  versionsWords: (versions: readonly Leaf[]) => string | null = () => null,
): string {
  if (rule.kind !== 'group') return leafWords(rule, false)
  const worded = rule.rules.filter(
    (child) => !child.isOff && (child.kind === 'group' ? inlineRule(child, leafWords) : leafWords(child, false)) !== '',
  )
  if (worded.length === 0) return ''
  if (rule.relatives !== null && isFamilySize(rule)) return familySizeWords(rule.relatives)
  const isCut = worded.length > most.here
  const below = { here: most.below, below: most.below }
  const parts = worded.slice(0, most.here).map((child) => {
    const words = child.kind === 'group' ? inlineRule(child, leafWords, below, versionsWords) : leafWords(child, isCut)
    return isJoined(child) && worded.length > 1 ? `(${words})` : words
  })
  const [first] = worded
  const isFirst = rule.areVersions && (rule.match === 'any' || rule.match === 'none')
  // The versions of a question have the same condition: the first stands for all.
  const versions = `(${formatCount(worded.length)} versions)`
  const leaves = worded.filter((child) => child.kind !== 'group')
  const words =
    isFirst && first && first.kind !== 'group'
      ? `${rule.match === 'none' ? 'not ' : ''}${versionsWords(leaves) ?? `${leafWords(first, false)} ${versions}`}`
      : `${joined(rule, parts, isCut ? worded.length : null)}${rule.areVersions ? ` ${versions}` : ''}`
  return rule.relatives === null ? words : `${relativesWords(rule.relatives)} with ${words}`
}

/** Whether a group inside another needs brackets. */
function isJoined<Leaf extends WordedLeaf>(rule: Leaf | WordedGroup<Leaf>): boolean {
  return (
    rule.kind === 'group' &&
    !rule.areVersions &&
    rule.rules.length > 1 &&
    (rule.match === 'all' || rule.match === 'any')
  )
}

/** `total`: the number of rules, if some are left out. */
function joined<Leaf>({ match, count }: WordedGroup<Leaf>, parts: readonly string[], total: number | null): string {
  const others = total === null ? '' : ' …'
  if (match === 'all') return parts.join(' and ') + others
  if (match === 'any') return parts.join(' or ') + others
  const list = parts.length === 1 && total === null ? parts.join() : `(${parts.join(', ')}${others})`
  if (match === 'none') return `not ${list}`
  return `${formatCount(count)} of ${total === null ? '' : `${formatCount(total)} `}${list}`
}

const COMPARISONS = { min: 'at least', max: 'at most', equal: 'exactly' } as const

export function relativesWords(relatives: RelativesCount): string {
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

/** "Diagnosis bipolar or control". */
export function stratumSentence({ field, values }: Pick<StratumRule, 'field' | 'values'>): string {
  return `${STRATUM_WORDS[field]} ${values.join(' or ')}`
}

/** "family of at least 4 members". */
export function familySizeWords({ comparison, count }: Pick<RelativesCount, 'comparison' | 'count'>): string {
  return `family of ${COMPARISONS[comparison]} ${countOf(count, 'member')}`
}

/** A group without the rules below it. A family size has none that is shown. */
export function headingWords(
  group: Pick<WordedGroup<unknown>, 'match' | 'count' | 'areVersions'> & FamilyGroup,
): string {
  return group.relatives !== null && isFamilySize(group) ? familySizeWords(group.relatives) : groupWords(group)
}

/** "at least 2 family members match any of". */
export function groupWords({
  match,
  count,
  relatives,
  areVersions,
}: Pick<WordedGroup<unknown>, 'match' | 'count' | 'relatives' | 'areVersions'>): string {
  const list = areVersions ? 'of the versions' : 'of'
  const words = match === 'atLeast' ? `at least ${formatCount(count)} ${list}` : `${match} ${list}`
  return relatives === null
    ? words
    : `${relativesWords(relatives)} ${relatives.count === 1 ? 'matches' : 'match'} ${words}`
}

const UNKNOWN_WORDS: Readonly<Record<UnknownChoice, string>> = {
  unknown: '',
  match: 'a missing answer counts as match',
  no_match: 'a missing answer counts as no match',
}

/** What a missing answer counts as, in brackets; empty for unknown. */
export function unknownNote(unknownAs: UnknownChoice): string {
  return unknownAs === 'unknown' ? '' : ` (${UNKNOWN_WORDS[unknownAs]})`
}

/** Whether a rule is off, its choice for missing answers if it is not the default, and its note. */
export function ruleNotes({ isOff, unknownAs, note }: RuleOptions): string {
  return [isOff ? 'off' : '', UNKNOWN_WORDS[unknownAs], note].filter(Boolean).join(' · ')
}
