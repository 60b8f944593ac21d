import { NO_RULE_OPTIONS, type RuleGroup } from '#domain/cohorts/rules.ts'
import { cohortText, printExpression, printInLine, type PrintLookup } from '#domain/expressions/print-expression.ts'
import { quoted, wordText } from '#domain/expressions/tokens.ts'
import { DEFAULT_MINIMUM_PEDIGREE_SIZE } from '#domain/limits.ts'
import {
  OPERATION_WORDS,
  VARIABLE_WORDS,
  type CohortTerm,
  type StudyItem,
  type VariableItem,
} from '#domain/study/study.ts'

/** Longer declarations are broken. */
const LINE_MAX = 100

/** The canonical text of a declaration. */
export function printItem(item: StudyItem, lookup: PrintLookup): string {
  switch (item.kind) {
    case 'cohort':
      return declared(`cohort ${quoted(item.name)} =`, termLines(item.term, lookup), item.description)
    case 'variable':
      return variableText(item, lookup)
    case 'score':
      return declared(`score ${wordText(item.name)} =`, [item.formula], item.description)
    case 'set':
      return declared(`set ${quoted(item.name)} =`, listLines(item.variables.map(wordText)), item.description)
    case 'download':
      return `download ${quoted(item.cohort)} ${quoted(item.set)} as ${item.form}`
  }
}

/** The canonical text of a study file. */
export function printStudy(items: readonly StudyItem[], lookup: PrintLookup): string {
  return joined(items.map((item) => printItem(item, lookup)))
}

/** The first line of a file that was written on a release. */
export function printRelease(name: string): string {
  return `release ${quoted(name)}`
}

/** Declarations of one line stand together, others apart. */
function joined(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('\n')
}

function declared(head: string, body: readonly string[], description: string): string {
  const words = description === '' ? [] : [`description ${quoted(description)}`]
  const line = [head, ...body].join(' ')
  const isLine = line.length <= LINE_MAX && !line.includes('\n')
  if (isLine && words.every((text) => line.length + text.length < LINE_MAX)) return [line, ...words].join(' ')
  const parts = [...(isLine ? [] : body), ...words].flatMap((part) => part.split('\n'))
  return [isLine ? line : head, ...parts.map((part) => `  ${part}`)].join('\n')
}

function termLines(term: CohortTerm, lookup: PrintLookup): string[] {
  const parent = `in ${cohortText(term.parentId, lookup)}`
  switch (term.kind) {
    case 'subset': {
      const { variable, condition } = term
      return [printInLine(groupOf({ ...NO_RULE_OPTIONS, kind: 'condition', variable, condition }), lookup), parent]
    }
    case 'compound': {
      const [first, second] = [cohortText(term.parentId, lookup), cohortText(term.secondId, lookup)]
      return [`${OPERATION_WORDS[term.operation]} of (${first}, ${second})`]
    }
    case 'pedigree': {
      const { criterion } = term
      if (criterion === null) return ['pedigrees', parent]
      const { comparison, count, minimumSize, variable, condition } = criterion
      const rule = printInLine(groupOf({ ...NO_RULE_OPTIONS, kind: 'condition', variable, condition }), lookup)
      const size = minimumSize === DEFAULT_MINIMUM_PEDIGREE_SIZE ? '' : ` and family size >= ${minimumSize}`
      return [`pedigrees with ${COMPARISONS[comparison]} ${count} affected where ${rule}${size}`, parent]
    }
    case 'rules': {
      const [rule, second] = term.top.rules
      const isSingle = second === undefined && rule?.kind === 'condition' && isPlain(rule) && isPlainGroup(term.top)
      if (isSingle) return [`all of (${printInLine(term.top, lookup)})`, parent]
      return [printExpression(term.top, lookup), parent]
    }
  }
}

const COMPARISONS = { min: 'at least', max: 'at most', equal: 'exactly' } as const

function groupOf(rule: RuleGroup<string>['rules'][number]): RuleGroup<string> {
  const group = { kind: 'group', match: 'all', count: 1, relatives: null, areVersions: false } as const
  return { ...NO_RULE_OPTIONS, ...group, rules: [rule] }
}

function isPlain({ unknownAs, isOff, note }: typeof NO_RULE_OPTIONS): boolean {
  return unknownAs === NO_RULE_OPTIONS.unknownAs && !isOff && note === ''
}

function isPlainGroup(group: RuleGroup<string>): boolean {
  return group.match === 'all' && group.count === 1 && group.relatives === null && !group.areVersions && isPlain(group)
}

function variableText(item: VariableItem, lookup: PrintLookup): string {
  const { name, type, sources, values, defaultValue, description } = item
  const [subject] = sources
  const names = type === 'downcode' && subject !== undefined ? { ...lookup, subject } : lookup
  const isElse = (value: VariableItem['values'][number]) =>
    value.name === defaultValue && isPlainGroup(value.rules) && value.rules.rules.length === 0
  const entries = values.map((value) => {
    const label = value.name.toLowerCase() === 'else' ? quoted(value.name) : wordText(value.name)
    const meaning = value.description === '' ? '' : ` ${quoted(value.description)}`
    return `${label}${meaning}: ${isElse(value) ? 'else' : valueText(value.rules, type, names)}`
  })
  if (defaultValue !== '' && !values.some(isElse)) entries.push(`else: ${wordText(defaultValue)}`)
  const head = `variable ${wordText(name)} = ${VARIABLE_WORDS[type]} ${sources.map(wordText).join(', ')} {`
  const end = description === '' ? '' : `description ${quoted(description)}`
  const line = `${head} ${entries.join('; ')} }${end === '' ? '' : ` ${end}`}`
  if (line.length <= LINE_MAX) return line
  return [head, entries.map((entry) => `  ${entry}`).join(';\n'), '}', ...(end === '' ? [] : [`  ${end}`])].join('\n')
}

/** One cell of a table of two variables stands without "any of"; a group that has none is a list. */
function valueText(rules: RuleGroup<string>, type: VariableItem['type'], lookup: PrintLookup): string {
  if (type !== 'merge') return printInLine(rules, lookup)
  const [cell] = rules.rules
  if (isPlainGroup(rules)) return rules.rules.length > 1 ? listText(rules, lookup) : printInLine(rules, lookup)
  const isCell = rules.rules.length === 1 && cell?.kind === 'group' && isPlainGroup(cell) && cell.rules.length > 1
  return isCell ? printInLine(cell, lookup) : printInLine(rules, lookup)
}

/** `all of (A = 1, B = 2)` */
function listText(group: RuleGroup<string>, lookup: PrintLookup): string {
  const items = group.rules.map((rule) => {
    if (rule.kind !== 'group') return printInLine(groupOf(rule), lookup)
    const [first, second] = rule.rules
    const isAlone = isPlainGroup(rule) && second === undefined && first?.kind !== 'group' && first !== undefined
    return isAlone ? `all of (${printInLine(rule, lookup)})` : printInLine(rule, lookup)
  })
  return `all of (${items.join(', ')})`
}

/** Names in lines that are not too long. */
function listLines(names: readonly string[]): string[] {
  const lines: string[] = []
  let line = ''
  for (const [place, name] of names.entries()) {
    const part = place < names.length - 1 ? `${name},` : name
    if (line !== '' && line.length + part.length + 3 > LINE_MAX) {
      lines.push(line)
      line = ''
    }
    line = line === '' ? part : `${line} ${part}`
  }
  return [...lines, line]
}
