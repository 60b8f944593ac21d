import type { Variable } from '#contract/shapes/entities.ts'
import { conditionSentence } from '#entities/condition-sentence.ts'
import {
  isBlank,
  isGroup,
  type DraftCriterion,
  type DraftPart,
  type DraftValue,
} from '#features/custom-variables/draft.ts'

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
  return conditionSentence(variableName, condition, source)
}

function joiner(relationship: DraftValue['relationship']): string {
  return relationship === 'AND' ? ' and ' : ' or '
}
