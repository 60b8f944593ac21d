import { rulesProblem, STRATUM_WORDS, type ConditionRule, type Rule, type RuleGroup } from '#domain/cohorts/rules.ts'
import { NO_RULE_OPTIONS } from '#domain/cohorts/rules.ts'
import { conditionProblem, valueProblem } from '#domain/conditions/constraint.ts'
import { isCoded, isDateType } from '#domain/data-types.ts'
import {
  codeOf,
  nearestName,
  type Coded,
  type ExpressionLookup,
  type NamedVariable,
} from '#domain/expressions/lookup.ts'
import { parseExpression } from '#domain/expressions/parse-expression.ts'
import { quoted, wordText, type ExpressionProblem, type Span } from '#domain/expressions/tokens.ts'
import type { ConditionNode, ExpressionNode, StratumNode, Written } from '#domain/expressions/tree.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { textAt } from '#domain/text/text.ts'

export type ResolvedExpression =
  | { readonly top: RuleGroup<string> }
  /** In the order of the text; at least one. */
  | { readonly problems: readonly ExpressionProblem[] }

/** Parses an expression and looks its names up. */
export function rulesOfExpression(text: string, lookup: ExpressionLookup): ResolvedExpression {
  const parsed = parseExpression(text)
  return 'problem' in parsed ? { problems: [parsed.problem] } : resolveExpression(parsed.node, lookup)
}

/** Looks the names and values of an expression up. */
export function resolveExpression(node: ExpressionNode, lookup: ExpressionLookup): ResolvedExpression {
  const resolver = new Resolver(lookup)
  const top = resolver.group(node)
  const whole = rulesProblem(top)
  if (resolver.problems.length > 0) return { problems: resolver.problems }
  return whole === null ? { top } : { problems: [{ from: node.from, to: node.to, message: whole }] }
}

/** The names that an expression needs. */
export interface NamesNeeded {
  /** Without duplicates. */
  readonly variables: readonly string[]
  /** The variables of which all versions are needed. */
  readonly versionsOf: readonly string[]
  readonly hasStrata: boolean
}

export const NO_NAMES: NamesNeeded = { variables: [], versionsOf: [], hasStrata: false }

export function namesIn(node: ExpressionNode): NamesNeeded {
  const variables = new Set<string>()
  const versionsOf = new Set<string>()
  let hasStrata = false
  const visit = (one: ExpressionNode): void => {
    if (one.kind === 'group') {
      const [first] = one.rules
      if (one.areVersions && first?.kind === 'condition') versionsOf.add(first.variable.text)
      one.rules.forEach(visit)
    }
    if (one.kind === 'condition') variables.add(one.variable.text)
    if (one.kind === 'stratum') hasStrata = true
    if (one.kind === 'versions') {
      visit(one.condition)
      versionsOf.add(one.condition.variable.text)
    }
  }
  visit(node)
  return { variables: [...variables], versionsOf: [...versionsOf], hasStrata }
}

/** Looks names and values up, and collects what is wrong. */
export class Resolver {
  readonly problems: ExpressionProblem[] = []
  readonly #lookup: ExpressionLookup

  constructor(lookup: ExpressionLookup) {
    this.#lookup = lookup
  }

  /** The rule, alone in a group unless it is one. */
  group(node: ExpressionNode): RuleGroup<string> {
    const rule = this.rule(node)
    const group = { kind: 'group', match: 'all', count: 1, relatives: null, areVersions: false } as const
    return rule.kind === 'group' ? rule : { ...NO_RULE_OPTIONS, ...group, rules: [rule] }
  }

  rule(node: ExpressionNode): Rule<string> {
    switch (node.kind) {
      case 'group': {
        const { kind, match, count, relatives, areVersions, options } = node
        const rules = node.rules.map((rule) => this.rule(rule))
        return { kind, match, count, relatives, areVersions, rules, ...options }
      }
      case 'cohort':
        return { kind: 'cohort', cohortId: this.cohortId(node.cohort), ...node.options }
      case 'stratum':
        return { kind: 'stratum', field: node.field, values: this.#strata(node), ...node.options }
      case 'condition': {
        const variable = this.variable(node.variable)
        return { ...this.condition(node, variable), ...node.options }
      }
      case 'versions': {
        const { match, count, condition, options } = node
        const { name } = this.variable(condition.variable) ?? { name: condition.variable.text }
        const versions = this.#lookup.versions(name)
        const rules = (versions.length > 0 ? versions : [name]).map((version) =>
          this.condition(condition, this.variable({ ...condition.variable, text: version })),
        )
        return { kind: 'group', match, count, relatives: null, areVersions: true, rules, ...options }
      }
    }
  }

  /** `near`: a name or value that may have been meant. */
  refuse({ from, to }: Span, message: string, near?: string): void {
    // The versions of a question have the same error.
    if (this.problems.some((one) => one.from === from && one.message === message)) return
    this.problems.push({ from, to, message, ...(near !== undefined && { near }) })
  }

  variable(written: Written): NamedVariable | undefined {
    const { text } = written
    const variable = this.#lookup.variable(text)
    if (variable === undefined) this.unknown(written, 'variable', nearestName(text, this.#lookup.variableNames()))
    return variable
  }

  unknown(written: Written, what: string, near: string | undefined): void {
    const { text } = written
    const hint = near === undefined ? `There is no ${what} named “${text}”.` : `${text}: did you mean ${near}?`
    this.refuse(written, hint, near && (what === 'cohort' ? quoted(near) : wordText(near)))
  }

  cohortId(cohort: Written | number): number {
    if (typeof cohort === 'number') return cohort
    const id = this.#lookup.cohort(cohort.text)
    if (id === undefined) this.unknown(cohort, 'cohort', nearestName(cohort.text, this.#lookup.cohortNames()))
    return id ?? 0
  }

  #strata({ field, values }: StratumNode): string[] {
    const coded = this.#lookup.stratum(field)
    return values.map((value) => this.#value(value, coded, STRATUM_WORDS[field]))
  }

  condition(node: ConditionNode, variable: NamedVariable | undefined): ConditionRule<string> {
    const { operator } = node
    const coded = variable && isCoded(variable.dataType) && variable.codes.length > 0 ? variable : null
    const values = node.values.map((value) => {
      const code = this.#value(value, coded, variable?.name ?? '')
      return variable && isDateType(variable.dataType) ? code.toUpperCase() : code
    })
    const condition = { operator, values }
    const problem = variable ? conditionProblem(variable.dataType, condition) : null
    if (variable && problem !== null) {
      const place = values.findIndex((value) => valueProblem(variable.dataType, operator, value) === problem)
      this.refuse(node.values[place] ?? node, problem)
    }
    return { ...NO_RULE_OPTIONS, kind: 'condition', variable: variable?.name ?? node.variable.text, condition }
  }

  /** A value by its code or its meaning. */
  #value(written: Written, coded: Coded | null, name: string): string {
    const { text, isCode } = written
    if (coded === null || isCode === true || text === UNKNOWN_VALUE) return text
    const code = codeOf(coded, text)
    if (code !== undefined) return code
    const meanings = coded.codes.map((one) => textAt(coded.meanings, one) || one)
    const near = nearestName(text, [...meanings, ...coded.codes])
    this.refuse(
      written,
      `${name} has no value “${text}”${near === undefined ? valueList(meanings) : `: did you mean ${near}?`}`,
      near && wordText(near),
    )
    return text
  }
}

const VALUES_SHOWN = 6

function valueList(meanings: readonly string[]): string {
  const rest = meanings.length > VALUES_SHOWN ? ', …' : ''
  return `: its values are ${meanings.slice(0, VALUES_SHOWN).join(', ')}${rest}.`
}
