import { conditionWords } from '#domain/constraint.ts'
import { isFlag } from '#domain/data-types.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import type { Operator } from '#domain/operators.ts'
import type { Variable } from '#contract/shapes/entities.ts'
import { valueWords } from '#entities/value-words.ts'
import {
  isBlank,
  isGroup,
  type DraftCriterion,
  type DraftPart,
  type DraftValue,
} from '#features/custom-variables/draft.ts'

const SIGNS: Partial<Record<Operator, string>> = { EQ: '=', NEQ: '≠', GT: '>', LT: '<', GTE: '≥', LTE: '≤' }

/** A value's complete conditions in one line: "AGE ≥ 60 and SEX = 1 · Male"; empty without any. */
export function valueSentence({ relationship, parts }: DraftValue, sources: readonly Variable[]): string {
  const words = parts.flatMap((part) => partWords(part, sources))
  return words.join(joiner(relationship))
}

function partWords(part: DraftPart, sources: readonly Variable[]): readonly string[] {
  if (!isGroup(part)) return isBlank(part) ? [] : [criterionWords(part, sources)]
  const inner = part.criteria.filter((criterion) => !isBlank(criterion))
  if (inner.length === 0) return []
  return [`(${inner.map((criterion) => criterionWords(criterion, sources)).join(joiner(part.relationship))})`]
}

function criterionWords({ variableName, condition }: DraftCriterion, sources: readonly Variable[]): string {
  if (condition === null) return variableName
  const source = sources.find(({ variableName: name }) => name === variableName)
  const meaning = (value: string) =>
    value === UNKNOWN_VALUE || source === undefined || isFlag(source.dataType) ? value : valueWords(source, value)
  const sign = SIGNS[condition.operator]
  const [value = ''] = condition.values
  return sign === undefined
    ? conditionWords(variableName, condition.operator, condition.values, meaning)
    : `${variableName} ${sign} ${meaning(value)}`
}

function joiner(relationship: DraftValue['relationship']): string {
  return relationship === 'AND' ? ' and ' : ' or '
}
