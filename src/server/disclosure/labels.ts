import { isCoded } from '#domain/data-types.ts'
import type { AnyVariable, CustomVariableRule } from '#server/model/variable.ts'
import { criteriaKey, keyOf, sourcesKey } from '#server/disclosure/definition-keys.ts'
import type { LabelOf } from '#server/disclosure/tabulate.ts'
import { truthOf } from '#server/engine/conditions/comparison.ts'
import { definitionTruths, hasAnyRecord } from '#server/engine/conditions/custom-value.ts'
import { binOf, type Bins } from '#server/engine/counts/bins.ts'
import type { Subset } from '#server/engine/cohorts/subset.ts'

export const MISSING = 'missing'
export const NO_RECORD = 'no record'
export const DEFAULT = 'default'
export const UNKNOWN = 'unknown'

const VALUE = 'value '

/** The cell of those with an answer, of the bin at a place, or of the custom variable's value at a place. */
export function valueLabel(value: string | number): string {
  return `${VALUE}${value}`
}

/** The four outcomes of a condition (semantics, "split"). */
export function outcomeLabel({ variable, condition }: Pick<Subset, 'variable' | 'condition'>): LabelOf {
  return (answers) => {
    const answer = answers.answerTo(variable)
    const truth = truthOf(answer, condition, answers.parameters)
    return `CASE WHEN ${truth} THEN 'match' WHEN NOT ${answer.hasRecord} THEN 'no_record'
      WHEN (${truth}) IS NULL THEN 'unknown' ELSE 'no_match' END`
  }
}

/** The answers to a variable of the catalog: by code, by bin of a number, or only whether there is one. */
export function answerLabel(variable: AnyVariable, bins: Bins | null): LabelOf {
  return (answers) => {
    const answer = answers.answerTo(variable)
    const shown = bins
      ? `CAST(${binOf(answer, bins)} AS TEXT)`
      : isCoded(answer.dataType)
        ? answer.value
        : `CASE WHEN ${answer.value} IS NOT NULL THEN '' END`
    const state = `CASE WHEN ${answer.value} IS NOT NULL THEN '${VALUE}' WHEN ${answer.hasRecord} THEN '${MISSING}'
      ELSE '${NO_RECORD}' END`
    return answer.dataType === 'multicategory'
      ? `unnest(CASE WHEN ${shown} IS NULL THEN ARRAY[${state}]
          ELSE string_to_array('${VALUE}' || replace(${shown}, ';', ';${VALUE}'), ';') END)`
      : `${state} || coalesce(${shown}, '')`
  }
}

/** What a custom variable makes of a person: the place of its value, or why there is none. */
export function customLabel(rule: CustomVariableRule): LabelOf {
  return (answers) => {
    const { isMissing, isUnplaced } = answers.customOf(rule)
    const truths = definitionTruths(answers, rule)
    const branches = truths.map((truth, place) => `WHEN ${truth} THEN '${valueLabel(place)}'`).join(' ')
    return `CASE WHEN NOT ${hasAnyRecord(answers, rule)} THEN '${NO_RECORD}' WHEN ${isMissing} THEN '${MISSING}'
      ${branches} WHEN ${isUnplaced} THEN '${UNKNOWN}' ELSE '${DEFAULT}' END`
  }
}

/** A cell that is asked for. */
export interface LabelledCell {
  readonly label: string
  readonly key: string
}

/**
 * The cells of a custom variable. A value's depends on the values before it alone, so its key is that of the same value
 * of a longer or a shorter draft.
 */
export function customCells(rule: CustomVariableRule): LabelledCell[] {
  const sources = sourcesKey(rule)
  const keys = keysOfFirst(rule)
  return [
    ...rule.values.map((_, place) => ({ label: valueLabel(place), key: keyOf('value', keys[place + 1]) })),
    ...endCells(rule, keys.at(-1)),
    { label: MISSING, key: keyOf(sources, MISSING) },
    { label: NO_RECORD, key: keyOf(sources, NO_RECORD) },
  ]
}

/** A key for each number of values, from none on: of these and of what they are made of. */
function keysOfFirst(rule: CustomVariableRule): string[] {
  const keys = [keyOf('sources', sourcesKey(rule))]
  for (const { criteria } of rule.values) keys.push(keyOf(keys.at(-1), criteriaKey(criteria)))
  return keys
}

/** Those whom no definition takes. */
function endCells({ defaultValue }: CustomVariableRule, key: string | undefined): LabelledCell[] {
  return [DEFAULT, UNKNOWN].map((label) => ({ label, key: keyOf(label, defaultValue === null, key) }))
}

/** Values that are added or taken away between two previews. */
const MOST_EDITED = 12

/** Cells of shorter drafts: adding a value takes people out of them. */
export function shorterDraftKeys(rule: CustomVariableRule): string[] {
  return keysOfFirst(rule)
    .slice(-1 - MOST_EDITED, -1)
    .flatMap((key) => endCells(rule, key).map((cell) => cell.key))
}
