import {
  NO_RULE_OPTIONS,
  STRATUM_FIELDS,
  STRATUM_WORDS,
  type RelativesCount,
  type RuleMatch,
  type RuleOptions,
} from '#domain/cohorts/rules.ts'
import { readCondition, readName, readValue } from '#domain/expressions/parse-condition.ts'
import { TokenCursor } from '#domain/expressions/token-cursor.ts'
import { ProblemError, type Expected, type ExpressionProblem } from '#domain/expressions/tokens.ts'
import {
  RELATIVE_NOUNS,
  type ExpressionNode,
  type GroupNode,
  type MembershipNode,
  type Written,
} from '#domain/expressions/tree.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'

export type ParsedExpression = { readonly node: ExpressionNode } | { readonly problem: ExpressionProblem }

/** Parses an expression. Its names and values are looked up later, by `resolveExpression`. */
export function parseExpression(text: string): ParsedExpression {
  try {
    const cursor = new TokenCursor(text)
    const node = readEither(cursor)
    if (cursor.peek().kind !== 'end') cursor.expect('“and”, “or” or the end', { kind: 'joint' })
    return { node }
  } catch (error) {
    if (error instanceof ProblemError) return { problem: error.problem }
    throw error
  }
}

/** Alternatives; "and" binds more closely than "or", "not" more closely than "and". */
export function readEither(cursor: TokenCursor): ExpressionNode {
  return readChain(cursor, 'or', 'any', () => readChain(cursor, 'and', 'all', () => readNegated(cursor)))
}

function readChain(cursor: TokenCursor, word: string, match: RuleMatch, read: () => ExpressionNode): ExpressionNode {
  const first = read()
  if (!cursor.isWord(word)) return first
  const rules = [first]
  while (cursor.takes(word)) rules.push(read())
  return groupNode(cursor, first.from, { match, rules })
}

function groupNode(cursor: TokenCursor, from: number, part: Partial<GroupNode>): GroupNode {
  const plain = { match: 'all', count: 1, relatives: null, areVersions: false, rules: [] } as const
  return { kind: 'group', ...plain, ...part, options: NO_RULE_OPTIONS, ...cursor.spanFrom(from) }
}

function readNegated(cursor: TokenCursor): ExpressionNode {
  const { from } = cursor.peek()
  if (!cursor.takes('not')) return readOptions(cursor, readRule(cursor))
  const rule = cursor.deeper(() => readNegated(cursor))
  return groupNode(cursor, from, { match: 'none', rules: [rule] })
}

function readRule(cursor: TokenCursor): ExpressionNode {
  if (cursor.isSign('(')) return cursor.inBrackets(() => readEither(cursor))
  cursor.countRule()
  if (cursor.subject !== null) return readList(cursor) ?? readCondition(cursor)
  return (
    readList(cursor) ??
    readFamilySize(cursor) ??
    readRelatives(cursor) ??
    readStratum(cursor) ??
    readMembership(cursor) ??
    readCondition(cursor)
  )
}

const VERSION_WORDS = ['version', 'versions'] as const

/** "all of (…)", "at least 2 of the versions (…)", "any version of SEX = Female"; null for another rule. */
function readList(cursor: TokenCursor): ExpressionNode | null {
  const { from } = cursor.peek()
  const [match, length] = listWords(cursor)
  if (match === null) return null
  const isSpread = VERSION_WORDS.some((word) => cursor.isWord(word, length) && cursor.isWord('of', length + 1))
  if (!isSpread && !cursor.isWord('of', length)) return null
  const count = match === 'atLeast' ? Number(cursor.peek(length - 1).text) : 1
  cursor.take(length + (isSpread ? 2 : 1))
  if (isSpread) {
    const condition = readCondition(cursor)
    return { kind: 'versions', match, count, condition, options: NO_RULE_OPTIONS, ...cursor.spanFrom(from) }
  }
  const areVersions = cursor.takes('the', 'versions')
  const rules = cursor.list(() => readEither(cursor))
  return groupNode(cursor, from, { match, count, areVersions, rules, isList: true })
}

/** How the rules of a list combine, and the number of these words. */
function listWords(cursor: TokenCursor): readonly [match: RuleMatch | null, length: number] {
  if (cursor.isWord('all')) return ['all', 1]
  if (cursor.isWord('any')) return ['any', 1]
  if (cursor.isWord('none') || cursor.isWord('no')) return ['none', 1]
  if (cursor.isNext('at', 'least') && cursor.isCount(2)) return ['atLeast', 3]
  return [null, 0]
}

const SIZE_SIGNS: Readonly<Record<string, RelativesCount['comparison']>> = { '>=': 'min', '<=': 'max', '=': 'equal' }

/** "family size >= 4": all members of the family are in All Individuals. */
function readFamilySize(cursor: TokenCursor): ExpressionNode | null {
  const { from } = cursor.peek()
  if (!cursor.takes('family', 'size')) return null
  const { kind, text } = cursor.peek()
  const comparison = kind === 'sign' ? SIZE_SIGNS[text] : undefined
  if (comparison === undefined) return cursor.expect('>=, <= or =')
  cursor.take()
  const count = cursor.count()
  const span = cursor.spanFrom(from)
  const member: MembershipNode = { kind: 'cohort', cohort: ROOT_COHORT_ID, options: NO_RULE_OPTIONS, ...span }
  return groupNode(cursor, from, { relatives: { scope: 'family', comparison, count }, rules: [member] })
}

/** "mother where (…)", "at least 2 siblings where (…)". */
function readRelatives(cursor: TokenCursor): ExpressionNode | null {
  const { from } = cursor.peek()
  const single = (['mother', 'father'] as const).find((scope) => cursor.isNext(scope, 'where'))
  const comparison = single === undefined ? readComparison(cursor) : 'min'
  if (comparison === null) return null
  if (single !== undefined) cursor.take()
  const count = single === undefined ? cursor.count() : 1
  const relatives = { scope: single ?? readNoun(cursor, count), comparison, count }
  cursor.require('where')
  const isBracket = cursor.isSign('(')
  const inner = isBracket ? cursor.inBrackets(() => readEither(cursor)) : readList(cursor)
  if (inner === null) return cursor.expect('An opening bracket')
  // The relatives match the rules of a group themselves, unless it has options or is about relatives, too.
  const isMerged = inner.kind === 'group' && isPlain(inner) && !(isBracket && inner.areVersions)
  const {
    match,
    areVersions,
    rules,
    count: least,
  } = isMerged ? inner : groupNode(cursor, inner.from, { rules: [inner] })
  return groupNode(cursor, from, { match, count: least, areVersions, rules, relatives })
}

export function readComparison(cursor: TokenCursor): RelativesCount['comparison'] | null {
  if (cursor.takes('at', 'least')) return 'min'
  if (cursor.takes('at', 'most')) return 'max'
  return cursor.takes('exactly') ? 'equal' : null
}

function readNoun(cursor: TokenCursor, count: number): RelativesCount['scope'] {
  if (cursor.isWord('of')) cursor.refuse('Rules are counted with “at least”; “at most” and “exactly” count relatives.')
  for (const [words, scope] of RELATIVE_NOUNS) {
    if (!words.every((word, ahead) => cursor.isWord(word, ahead) || cursor.isWord(`${word}s`, ahead))) continue
    cursor.take(words.length)
    return scope
  }
  return cursor.expect('“of” or relatives, such as siblings,', { kind: 'relatives', count })
}

function isPlain({ match, count, relatives, options }: GroupNode): boolean {
  return options === NO_RULE_OPTIONS && relatives === null && (match === 'atLeast' || count === 1)
}

/** "diagnosis = bipolar", "collection in (bp, sz)". */
function readStratum(cursor: TokenCursor): ExpressionNode | null {
  const { from } = cursor.peek()
  const field = STRATUM_FIELDS.find((one) => cursor.isWord(STRATUM_WORDS[one].toLowerCase()))
  const isList = cursor.isWord('in', 1)
  if (field === undefined || !(isList || cursor.isSign('=', 1) || cursor.isWord('is', 1))) return null
  cursor.take(2)
  const expected: Expected = { kind: 'stratum', field }
  const one = () => readValue(cursor, expected)
  const values = isList ? cursor.list(one) : [one()]
  return { kind: 'stratum', field, values, options: NO_RULE_OPTIONS, ...cursor.spanFrom(from) }
}

/** `in "High mood"`, "in cohort 17". */
function readMembership(cursor: TokenCursor): ExpressionNode | null {
  const { from } = cursor.peek()
  if (!cursor.takes('in')) return null
  const cohort = readCohort(cursor)
  return { kind: 'cohort', cohort, options: NO_RULE_OPTIONS, ...cursor.spanFrom(from) }
}

/** A cohort's name, or its number after the word "cohort". */
export function readCohort(cursor: TokenCursor): Written | number {
  const isId = cursor.isWord('cohort') && cursor.isCount(1)
  if (isId) cursor.take()
  return isId ? cursor.count() : readName(cursor, 'A cohort', { kind: 'cohort' })
}

/** The options after a rule: "unknown counts as no", "off", "note …", and the number that a group keeps. */
function readOptions(cursor: TokenCursor, rule: ExpressionNode): ExpressionNode {
  const before = cursor.spanFrom(rule.from)
  const options = { ...rule.options }
  let count: number | null = null
  for (let isMore = true; isMore;) {
    const option = readOption(cursor)
    Object.assign(options, option)
    const isNumber = option === null && rule.kind === 'group' && cursor.takes('number')
    if (isNumber) count = cursor.count()
    isMore = option !== null || isNumber
  }
  const span = cursor.spanFrom(rule.from)
  if (span.to === before.to) return rule
  return rule.kind === 'group' && count !== null ? { ...rule, options, count, ...span } : { ...rule, options, ...span }
}

function readOption(cursor: TokenCursor): Partial<RuleOptions> | null {
  if (cursor.takes('off')) return { isOff: true }
  if (cursor.isWord('note') && cursor.peek(1).kind === 'quoted') return { note: cursor.take(2).text }
  if (!cursor.takes('unknown')) return null
  cursor.require('counts')
  cursor.require('as')
  if (cursor.takes('no')) return { unknownAs: 'no_match' }
  if (cursor.takes('yes')) return { unknownAs: 'match' }
  return cursor.expect('“yes” or “no”')
}
