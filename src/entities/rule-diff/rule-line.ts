import type { Variable } from '#contract/shapes/entities.ts'
import type { DiffRow } from '#domain/cohorts/rule-diff.ts'
import { groupWords, ruleNotes, stratumSentence } from '#domain/cohorts/rule-words.ts'
import { conditionSentence } from '#entities/conditions/condition-sentence.ts'

/** What rules refer to; undefined if it is unknown. */
export interface RuleNames {
  readonly variable: (name: string) => Pick<Variable, 'valueMapping' | 'dataType'> | undefined
  readonly cohort: (cohortId: number) => string | undefined
}

type ShownRule = NonNullable<DiffRow<string>['from']>

/** A rule with its options in one line; of a group its heading. */
export function ruleLine(rule: ShownRule, names: RuleNames): string {
  return [ruleWords(rule, names), ruleNotes(rule)].filter(Boolean).join(' · ')
}

function ruleWords(rule: ShownRule, names: RuleNames): string {
  switch (rule.kind) {
    case 'group':
      return groupWords(rule)
    case 'cohort':
      return `in ${names.cohort(rule.cohortId) ?? `cohort ${rule.cohortId}`}`
    case 'stratum':
      return stratumSentence(rule)
    case 'condition':
      return conditionSentence(rule.variable, rule.condition, names.variable(rule.variable))
  }
}
