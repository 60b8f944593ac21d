import type { Condition } from '#domain/constraint.ts'
import { isFlag } from '#domain/data-types.ts'
import type { AnyVariable } from '#server/model/variable.ts'
import type { Answers } from '#server/engine/sources/answers.ts'
import { conditionSql } from '#server/engine/conditions/comparison.ts'
import { valueText } from '#server/engine/conditions/shown-value.ts'
import { EMPTY, literal, sql, type Sql } from '#server/platform/db/sql.ts'

/** A trait followed through families: meeting a condition, or, without one, a number. */
export interface Trait {
  readonly variable: AnyVariable
  readonly condition: Condition | null
}

const AFFECTED = literal('2')
const UNAFFECTED = literal('1')

/** Columns over `person`: whether the individual has the trait (NULL: unknown), and the phenotype of a .fam file. */
export function traitColumns(trait: Trait | null, answers: Answers): { outcome: Sql; phenotype: Sql } {
  const noOutcome = sql`CAST(NULL AS BOOLEAN)`
  if (!trait) return { outcome: noOutcome, phenotype: sql`CAST(NULL AS TEXT)` }
  const answer = answers.answerTo(trait.variable)
  if (!trait.condition) return { outcome: noOutcome, phenotype: valueText(answer.dataType, answer.known) }
  const condition = conditionSql(answer, trait.condition, answers.dialect)
  // Without a record, an unset flag means nothing.
  const outcome =
    trait.condition.operator === 'VALID' ? sql`CASE WHEN ${answer.hasRecord} THEN ${condition} END` : condition
  // An unset flag is missing in every file, whatever the condition.
  const unaffected = isFlag(answer.dataType) ? EMPTY : sql` WHEN FALSE THEN ${UNAFFECTED}`
  return { outcome, phenotype: sql`CASE ${outcome} WHEN TRUE THEN ${AFFECTED}${unaffected} END` }
}
