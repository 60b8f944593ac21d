import { RELATIVE_WORDS, isSingleRelative } from '#domain/cohorts/rule-words.ts'
import {
  NO_RULE_OPTIONS,
  STRATUM_WORDS,
  type ConditionRule,
  type RelativesCount,
  type Rule,
  type RuleGroup,
  type RuleMatch,
  type RuleOptions,
} from '#domain/cohorts/rules.ts'
import { matchesMissing } from '#domain/conditions/constraint.ts'
import { isCoded } from '#domain/data-types.ts'
import { writtenValueOf, type Coded, type ExpressionLookup } from '#domain/expressions/lookup.ts'
import { OPERATOR_TEXTS } from '#domain/expressions/parse-condition.ts'
import { isPlainWord, patternText, quoted, wordText } from '#domain/expressions/tokens.ts'
import { ROOT_COHORT_ID, UNKNOWN_VALUE } from '#domain/limits.ts'

/** The names that a printed expression needs. */
export type PrintLookup = Pick<ExpressionLookup, 'variable' | 'cohort' | 'cohortName' | 'stratum' | 'versions'> & {
  /** The variable that conditions leave out: the source of a recode. */
  readonly subject?: string
}

/** Longer lines are broken at their brackets and joints. */
const LINE_MAX = 80

/** The canonical text of rules: `rulesOfExpression` reads it as the same rules. */
export function printExpression(top: RuleGroup<string>, lookup: PrintLookup): string {
  return laidOut(topDoc(top, lookup), '')
}

/** The same in one line. */
export function printInLine(top: RuleGroup<string>, lookup: PrintLookup): string {
  return flat(topDoc(top, lookup))
}

/** A text, parts that "and" or "or" joins, or a list in brackets. */
type Doc =
  | string
  | { readonly kind: 'chain'; readonly joint: string; readonly parts: readonly Doc[] }
  | { readonly kind: 'brackets'; readonly before: string; readonly items: readonly Doc[]; readonly after: string }
  | { readonly kind: 'prefix'; readonly before: string; readonly doc: Doc }

function flat(doc: Doc): string {
  if (typeof doc === 'string') return doc
  if (doc.kind === 'prefix') return doc.before + flat(doc.doc)
  if (doc.kind === 'chain') return doc.parts.map(flat).join(` ${doc.joint} `)
  return `${doc.before}(${doc.items.map(flat).join(', ')})${doc.after}`
}

function laidOut(doc: Doc, indent: string): string {
  const line = flat(doc)
  if (typeof doc === 'string' || indent.length + line.length <= LINE_MAX) return line
  if (doc.kind === 'prefix') return doc.before + laidOut(doc.doc, indent)
  if (doc.kind === 'chain') return doc.parts.map((part) => laidOut(part, indent)).join(`\n${indent}${doc.joint} `)
  const inner = `${indent}  `
  const items = doc.items.map((item) => inner + laidOut(item, inner))
  return `${doc.before}(\n${items.join(',\n')}\n${indent})${doc.after}`
}

function brackets(items: readonly Doc[], before = '', after = ''): Doc {
  return { kind: 'brackets', before, items, after }
}

function topDoc(top: RuleGroup<string>, lookup: PrintLookup): Doc {
  const options = optionWords(top)
  const bare = options === '' ? (wholeDoc(top, lookup) ?? bareDoc(top, lookup)) : null
  return bare ?? ruleDoc(top, lookup)
}

/** The rules of a group without brackets, in a place that is a group by itself. */
function bareDoc(group: RuleGroup<string>, lookup: PrintLookup): Doc | null {
  const { match, rules, areVersions } = group
  const [first] = rules
  if (areVersions || match === 'atLeast' || first === undefined) return null
  if (match === 'none')
    return rules.length === 1 ? { kind: 'prefix', before: 'not ', doc: negatedDoc(first, lookup) } : null
  if (rules.length > 1) {
    const parts = rules.map((rule) => ruleDoc(rule, lookup))
    return { kind: 'chain', joint: match === 'all' ? 'and' : 'or', parts }
  }
  return match === 'all' && first.kind !== 'group' ? ruleDoc(first, lookup) : null
}

function negatedDoc(rule: Rule<string>, lookup: PrintLookup): Doc {
  const doc = ruleDoc(rule, lookup)
  const isDelimited = rule.kind === 'group' ? !isNot(rule) || optionWords(rule) !== '' : optionWords(rule) === ''
  return isDelimited ? doc : brackets([doc])
}

/** A rule inside a group, with its options. */
function ruleDoc(rule: Rule<string>, lookup: PrintLookup): Doc {
  const options = optionWords(rule)
  if (rule.kind !== 'group') return leafText(rule, lookup) + options
  const whole = wholeDoc(rule, lookup)
  if (whole !== null) return whole
  const bare = rule.rules.length === 1 && rule.match === 'all' ? null : bareDoc(rule, lookup)
  if (bare === null) return listDoc(rule, lookup, '', options)
  return isNot(rule) && options === '' ? bare : brackets([bare], '', options)
}

function isNot({ match, rules, relatives, areVersions }: RuleGroup<string>): boolean {
  return match === 'none' && rules.length === 1 && relatives === null && !areVersions
}

/** A group about relatives, or about the versions of a question; null for another. */
function wholeDoc(group: RuleGroup<string>, lookup: PrintLookup): Doc | null {
  const options = optionWords(group)
  const { relatives } = group
  if (relatives === null) {
    const versions = versionsText(group, lookup)
    return versions === null ? null : versions + options
  }
  if (isPlainSize(group)) return `family size ${SIZE_SIGNS[relatives.comparison]} ${relatives.count}${options}`
  const before = `${relativesText(relatives)} where `
  const bare = bareDoc(group, lookup)
  return bare === null ? listDoc(group, lookup, before, options) : brackets([bare], before, options)
}

const SIZE_SIGNS = { min: '>=', max: '<=', equal: '=' } as const
const COMPARISONS = { min: 'at least', max: 'at most', equal: 'exactly' } as const

function isPlainSize({ relatives, match, count, areVersions, rules }: RuleGroup<string>): boolean {
  const [rule] = rules
  const isAlone = rules.length === 1 && rule?.kind === 'cohort' && rule.cohortId === ROOT_COHORT_ID
  return (
    relatives?.scope === 'family' &&
    match === 'all' &&
    count === 1 &&
    !areVersions &&
    isAlone &&
    optionWords(rule) === ''
  )
}

function relativesText(relatives: RelativesCount): string {
  if (isSingleRelative(relatives)) return relatives.scope
  const { scope, comparison, count } = relatives
  const [one, several] = RELATIVE_WORDS[scope]
  return `${COMPARISONS[comparison]} ${count} ${count === 1 ? one : several}`
}

function listDoc(group: RuleGroup<string>, lookup: PrintLookup, before: string, after: string): Doc {
  const { match, count, areVersions, rules } = group
  const words = match === 'atLeast' ? `at least ${count}` : match
  const items = rules.map((rule) => ruleDoc(rule, lookup))
  return brackets(items, `${before}${words} of ${areVersions ? 'the versions ' : ''}`, after)
}

const VERSION_WORDS: Readonly<Record<Exclude<RuleMatch, 'atLeast'>, string>> = {
  all: 'all versions',
  any: 'any version',
  none: 'no version',
}

/** "any version of SEX = Female"; null if the rules differ, or are not on all versions. */
function versionsText({ match, count, areVersions, rules }: RuleGroup<string>, lookup: PrintLookup): string | null {
  if (!areVersions) return null
  const conditions = rules.filter((rule) => rule.kind === 'condition' && optionWords(rule) === '')
  const [first] = conditions
  if (first?.kind !== 'condition' || conditions.length < rules.length || rules.length < 2) return null
  if (match !== 'atLeast' && count !== 1) return null
  const names = conditions.flatMap((rule) => (rule.kind === 'condition' ? [rule.variable] : []))
  const texts = new Set(conditions.map((rule) => (rule.kind === 'condition' ? comparisonText(rule, lookup) : '')))
  if (texts.size > 1 || !isSameSet(names, lookup.versions(first.variable))) return null
  const words = match === 'atLeast' ? `at least ${count} versions` : VERSION_WORDS[match]
  return `${words} of ${leafText(first, lookup)}`
}

/** Equally similar versions have no order of their own. */
function isSameSet(names: readonly string[], versions: readonly string[]): boolean {
  return names.length === versions.length && new Set([...names, ...versions]).size === versions.length
}

function leafText(rule: Exclude<Rule<string>, RuleGroup<string>>, lookup: PrintLookup): string {
  if (rule.kind === 'condition') {
    return lookup.subject === rule.variable
      ? rangeText(rule, lookup)
      : `${wordText(rule.variable)} ${comparisonText(rule, lookup)}`
  }
  if (rule.kind === 'cohort') return `in ${cohortText(rule.cohortId, lookup)}`
  const { field, values } = rule
  const coded = lookup.stratum(field)
  // Strata are known by their codes.
  const written = values.map((value) => valueText(value, coded && { ...coded, meanings: {} }))
  const word = STRATUM_WORDS[field].toLowerCase()
  return written.length === 1 ? `${word} = ${written.join()}` : `${word} in (${written.join(', ')})`
}

/** A cohort by its name, or by its number if the name means another. */
export function cohortText(id: number, lookup: PrintLookup): string {
  const name = lookup.cohortName(id)
  return name !== undefined && lookup.cohort(name) === id ? quoted(name) : `cohort ${id}`
}

/** A condition without its variable. */
function rangeText(rule: ConditionRule<string>, lookup: PrintLookup): string {
  const { operator, values } = rule.condition
  const isRange = operator === 'BETWEEN' && values.every(isPlainWord)
  return isRange ? values.join('..') : comparisonText(rule, lookup)
}

/** The operator and the values of a condition. */
function comparisonText({ variable: name, condition }: ConditionRule<string>, lookup: PrintLookup): string {
  const { operator, values } = condition
  if (matchesMissing(condition)) return OPERATOR_TEXTS.missing
  const variable = lookup.variable(name)
  const coded = variable && isCoded(variable.dataType) && variable.codes.length > 0 ? variable : null
  const written = values.map((value) =>
    operator === 'REGEX' || operator === 'NREGEX' ? patternText(value) : valueText(value, coded),
  )
  if (operator === 'ANYOF') return `${OPERATOR_TEXTS.ANYOF} (${written.join(', ')})`
  return [OPERATOR_TEXTS[operator], written.join(' and ')].filter(Boolean).join(' ')
}

function valueText(value: string, coded: Coded | null): string {
  const written = coded === null || value === UNKNOWN_VALUE ? value : writtenValueOf(coded, value)
  return written === null ? `code ${wordText(value)}` : wordText(written)
}

function optionWords(rule: Rule<string>): string {
  const { unknownAs, isOff, note }: RuleOptions = rule
  const isKept = rule.kind === 'group' && rule.match !== 'atLeast' && rule.count !== 1
  return [
    isKept ? ` number ${rule.count}` : '',
    unknownAs === NO_RULE_OPTIONS.unknownAs ? '' : ` unknown counts as ${unknownAs === 'match' ? 'yes' : 'no'}`,
    isOff ? ' off' : '',
    note === '' ? '' : ` note ${quoted(note)}`,
  ].join('')
}
