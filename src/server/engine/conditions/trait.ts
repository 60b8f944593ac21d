import type { Condition } from '#domain/constraint.ts'
import type { AnyVariable } from '#server/model/variable.ts'
import type { Answers } from '#server/engine/sources/answers.ts'
import { truthOf } from '#server/engine/conditions/comparison.ts'
import { valueText } from '#server/engine/conditions/value-text.ts'

/** What is followed through families: who meets a condition, or (without one) a number of each. */
export interface Trait {
  readonly variable: AnyVariable
  readonly condition: Condition | null
}

const AFFECTED = '2'
const UNAFFECTED = '1'

/** SQL over `person`: whether somebody has the trait (NULL: not known), and what a .fam file says of it (NULL: missing). */
export function traitColumns(trait: Trait | null, answers: Answers): { truth: string; phenotype: string } {
  if (!trait) return { truth: 'CAST(NULL AS BOOLEAN)', phenotype: 'CAST(NULL AS TEXT)' }
  const answer = answers.answerTo(trait.variable)
  if (!trait.condition) {
    return { truth: 'CAST(NULL AS BOOLEAN)', phenotype: valueText(answer.dataType, answer.known) }
  }
  const truth = truthOf(answer, trait.condition, answers.parameters)
  // A flag that is not set, of somebody without a record, tells nothing.
  const known = trait.condition.operator === 'VALID' ? `CASE WHEN ${answer.hasRecord} THEN ${truth} END` : truth
  // A flag that is not set is missing in every file, whatever the condition.
  const isFlag = answer.dataType === 'dichotomous'
  const unaffected = isFlag ? '' : ` WHEN FALSE THEN '${UNAFFECTED}'`
  return { truth: known, phenotype: `CASE ${known} WHEN TRUE THEN '${AFFECTED}'${unaffected} END` }
}
