import { formatCount } from '#domain/numbers.ts'
import type { RelativesCount, RuleMatch } from '#domain/rules.ts'

/** A rule without rules below it: a condition or a membership. */
interface WordedLeaf {
  readonly kind: 'condition' | 'cohort'
  readonly isOff: boolean
}

interface WordedGroup<Leaf> {
  readonly kind: 'group'
  readonly isOff: boolean
  readonly match: RuleMatch
  readonly count: number
  readonly relatives: RelativesCount | null
  readonly rules: readonly (Leaf | WordedGroup<Leaf>)[]
}

/** A rule with all rules below it in one line. A leaf without words is left out, like one that is off. */
export function inlineRule<Leaf extends WordedLeaf>(
  rule: Leaf | WordedGroup<Leaf>,
  leafWords: (leaf: Leaf) => string,
): string {
  if (rule.kind !== 'group') return leafWords(rule)
  const worded = rule.rules
    .filter(({ isOff }) => !isOff)
    .map((own) => ({ own, words: inlineRule(own, leafWords) }))
    .filter(({ words }) => words !== '')
  if (worded.length === 0) return ''
  const parts = worded.map(({ own, words }) => (isJoined(own) && worded.length > 1 ? `(${words})` : words))
  const words = joined(rule, parts)
  return rule.relatives === null ? words : `${relativesWords(rule.relatives)} with ${words}`
}

/** Whether a group inside another needs brackets. */
function isJoined<Leaf extends WordedLeaf>(rule: Leaf | WordedGroup<Leaf>): boolean {
  return rule.kind === 'group' && rule.rules.length > 1 && (rule.match === 'all' || rule.match === 'any')
}

function joined<Leaf>({ match, count }: WordedGroup<Leaf>, parts: readonly string[]): string {
  if (match === 'all') return parts.join(' and ')
  if (match === 'any') return parts.join(' or ')
  const list = parts.length === 1 ? parts.join() : `(${parts.join(', ')})`
  return match === 'none' ? `not ${list}` : `${formatCount(count)} of ${list}`
}

const COMPARISONS = { min: 'at least', max: 'at most', equal: 'exactly' } as const

export function relativesWords({ scope, comparison, count }: RelativesCount): string {
  const other = scope === 'relatives' ? 'other ' : ''
  return `${COMPARISONS[comparison]} ${formatCount(count)} ${other}family ${count === 1 ? 'member' : 'members'}`
}
