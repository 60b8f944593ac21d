import { NO_RULE_OPTIONS, rulesProblem, type Rule, type RuleGroup } from '#domain/cohorts/rules.ts'
import { nearestName } from '#domain/expressions/lookup.ts'
import { Resolver } from '#domain/expressions/resolve-expression.ts'
import type { ExpressionNode, Written } from '#domain/expressions/tree.ts'
import { VARIABLE_SET_NAMES_MAX } from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'
import { formulaText, mapFormula } from '#domain/scores/formula.ts'
import type { StudyProblem } from '#domain/study/parse-study.ts'
import type { StudyLookup } from '#domain/study/study-lookup.ts'
import type {
  CohortTermNode,
  CriterionNode,
  DeclarationNode,
  SetNode,
  ValueNode,
  VariableNode,
} from '#domain/study/study-tree.ts'
import type { AffectedCriterion, CohortTerm, StudyItem, ValueItem, VariableItem } from '#domain/study/study.ts'

type ResolvedDeclaration = { readonly item: StudyItem } | { readonly problems: readonly StudyProblem[] }

/** Looks the names and values of a declaration up. */
export function resolveDeclaration(node: DeclarationNode, lookup: StudyLookup): ResolvedDeclaration {
  const resolver = new StudyResolver(lookup)
  const item = resolver.item(node)
  return resolver.problems.length > 0 ? { problems: resolver.problems } : { item }
}

class StudyResolver extends Resolver {
  readonly #lookup: StudyLookup

  constructor(lookup: StudyLookup) {
    super(lookup)
    this.#lookup = lookup
  }

  item(node: DeclarationNode): StudyItem {
    switch (node.kind) {
      case 'cohort':
        return { kind: 'cohort', name: node.name.text, description: node.description, term: this.#term(node.term) }
      case 'variable':
        return this.#custom(node)
      case 'score': {
        const { name, description, formula, variables } = node
        const found = new Map(variables.map((one) => [one.text, this.variable(one)?.name ?? one.text]))
        const text = formulaText(mapFormula(formula, (variable) => found.get(variable) ?? variable))
        return { kind: 'score', name: name.text, description, formula: text }
      }
      case 'set': {
        const { name, description } = node
        return { kind: 'set', name: name.text, description, variables: this.#members(node) }
      }
      case 'download': {
        const id = this.cohortId(node.cohort)
        const set = this.#lookup.set(node.set.text)
        if (set === undefined)
          this.unknown(node.set, 'variable set', nearestName(node.set.text, this.#lookup.setNames()))
        const cohort = this.#lookup.cohortName(id) ?? node.cohort.text
        return { kind: 'download', cohort, set: set ?? node.set.text, form: node.form }
      }
    }
  }

  #term(term: CohortTermNode): CohortTerm {
    if (term.kind === 'compound') {
      const { kind, operation, first, second } = term
      return { kind, operation, parentId: this.cohortId(first), secondId: this.cohortId(second) }
    }
    const parentId = this.cohortId(term.parent)
    if (term.kind === 'pedigree') {
      return { kind: 'pedigree', parentId, criterion: term.criterion && this.#criterion(term.criterion) }
    }
    const { node } = term
    // A single condition is a subset, as the builder of subsets makes it.
    if (node.kind === 'condition' && node.options === NO_RULE_OPTIONS) {
      const { variable, condition } = this.condition(node, this.variable(node.variable))
      return { kind: 'subset', parentId, variable, condition }
    }
    const top = this.group(node)
    const problem = rulesProblem(top)
    if (problem !== null) this.refuse(node, problem)
    return { kind: 'rules', parentId, top }
  }

  #criterion({ condition: node, comparison, count, minimumSize }: CriterionNode): AffectedCriterion {
    const { variable, condition } = this.condition(node, this.variable(node.variable))
    return { variable, condition, comparison, count, minimumSize }
  }

  #custom(node: VariableNode): VariableItem {
    const { kind, name, description, type, defaultValue } = node
    const sources = node.sources.map((source) => this.variable(source)?.name ?? source.text)
    const values = node.values.map((value) => this.#value(value, type, sources))
    if (defaultValue !== null && !values.some((value) => value.name === defaultValue.text)) {
      this.refuse(defaultValue, `The default is one of the values: ${values.map((value) => value.name).join(', ')}.`)
    }
    return {
      kind,
      name: name.text,
      description,
      type,
      sources: [...new Set(sources)],
      values,
      defaultValue: defaultValue?.text ?? '',
    }
  }

  #value({ name, description, rules }: ValueNode, type: VariableItem['type'], sources: readonly string[]): ValueItem {
    const group = rules === null ? groupOf('all', []) : this.group(rules)
    if (rules === null) return { name: name.text, description, rules: group }
    const isCell = type === 'merge' && rules.kind === 'group' && rules.match === 'all' && rules.isList !== true
    this.#requirePlain(group, rules, type === 'downcode' ? undefined : sources, isCell ? 2 : 1)
    // A table of two variables has its cells as alternatives, even of one.
    return { name: name.text, description, rules: isCell ? groupOf('any', [group]) : group }
  }

  /** Values are defined by conditions on the sources, in groups that match all or any, two levels deep. */
  #requirePlain(rule: Rule<string>, node: ExpressionNode, sources: readonly string[] | undefined, level: number): void {
    const isPlain = !rule.isOff && rule.note === '' && rule.unknownAs === NO_RULE_OPTIONS.unknownAs
    if (!isPlain || (rule.kind !== 'group' && rule.kind !== 'condition')) {
      return this.refuse(node, 'A value is defined by conditions, joined by “and” and “or”, without options.')
    }
    if (rule.kind === 'condition') {
      if (sources !== undefined && !sources.includes(rule.variable)) {
        this.refuse(node, `${rule.variable} is not among the variables: write it before the brackets.`)
      }
      return
    }
    const isSimple = (rule.match === 'all' || rule.match === 'any') && rule.relatives === null && !rule.areVersions
    if (!isSimple || rule.count !== 1) {
      return this.refuse(node, 'A value is defined by conditions, joined by “and” and “or”.')
    }
    if (level > 2) return this.refuse(node, 'Conditions of a value can be grouped only once.')
    const nodes = node.kind === 'group' ? node.rules : [node]
    for (const [place, child] of rule.rules.entries()) {
      this.#requirePlain(child, nodes[place] ?? node, sources, level + 1)
    }
  }

  #members(node: SetNode): string[] {
    const names = new Set<string>()
    for (const member of node.members) {
      if (member.kind === 'variable') names.add(this.variable(member.variable)?.name ?? '')
      else for (const name of this.#ofForm(member.form)) names.add(name)
    }
    if (names.size > VARIABLE_SET_NAMES_MAX) {
      this.refuse(node.name, `A variable set has at most ${formatCount(VARIABLE_SET_NAMES_MAX)} variables.`)
    }
    return [...names]
  }

  #ofForm(form: Written): readonly string[] {
    const names = this.#lookup.form(form.text)
    if (names === undefined) this.unknown(form, 'form', nearestName(form.text, this.#lookup.formLabels()))
    return names ?? []
  }
}

function groupOf(match: 'all' | 'any', rules: readonly Rule<string>[]): RuleGroup<string> {
  const group = { kind: 'group', count: 1, relatives: null, areVersions: false } as const
  return { ...NO_RULE_OPTIONS, ...group, match, rules }
}
