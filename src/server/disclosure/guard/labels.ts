import { hasSeveralCodes, isCoded } from '#domain/data-types.ts'
import type { LabelOf } from '#server/disclosure/guard/tabulate.ts'
import { criteriaKey, keyOf, sourcesKey } from '#server/disclosure/ledger/definition-keys.ts'
import type { Subset } from '#server/engine/cohorts/subset.ts'
import { conditionSql } from '#server/engine/conditions/comparison.ts'
import { definitionConditions, hasAnyRecord } from '#server/engine/conditions/custom-value.ts'
import { binOf, type Bins } from '#server/engine/counts/bins.ts'
import type { AnyVariable, CustomVariableRule } from '#server/model/variable.ts'
import { join, literal, sql } from '#server/platform/db/sql.ts'

export const MISSING = 'missing'
export const NO_RECORD = 'no record'
export const DEFAULT = 'default'
export const UNKNOWN = 'unknown'

const VALUE = 'value '

/** The cell of an answer, of a bin by its index, or of a value of a custom variable by its index. */
export function valueLabel(value: string | number): string {
  return `${VALUE}${value}`
}

/** The four outcomes of a condition (semantics, "split"). */
export function outcomeLabel({ variable, condition }: Pick<Subset, 'variable' | 'condition'>): LabelOf {
  return (answers) => {
    const answer = answers.answerTo(variable)
    const outcome = conditionSql(answer, condition, answers.dialect)
    return sql`CASE WHEN ${outcome} THEN 'match' WHEN NOT ${answer.hasRecord} THEN 'no_record'
      WHEN (${outcome}) IS NULL THEN 'unknown' ELSE 'no_match' END`
  }
}

/** Answers to a catalog variable: by code, by bin of a number, or only their presence. */
export function answerLabel(variable: AnyVariable, bins: Bins | null): LabelOf {
  return (answers) => {
    const answer = answers.answerTo(variable)
    const shown = bins
      ? sql`CAST(${binOf(answer, bins)} AS TEXT)`
      : isCoded(answer.dataType)
        ? answer.value
        : sql`CASE WHEN ${answer.value} IS NOT NULL THEN '' END`
    const prefix = literal(VALUE)
    const state = sql`CASE WHEN ${answer.value} IS NOT NULL THEN ${prefix} WHEN ${answer.hasRecord} THEN ${literal(MISSING)}
      ELSE ${literal(NO_RECORD)} END`
    return hasSeveralCodes(answer.dataType)
      ? sql`unnest(CASE WHEN ${shown} IS NULL THEN ARRAY[${state}]
          ELSE string_to_array(${prefix} || replace(${shown}, ';', ${literal(`;${VALUE}`)}), ';') END)`
      : sql`${state} || coalesce(${shown}, '')`
  }
}

/** The cells that responses list for a catalog variable, whether they hold individuals or not. */
export function listedLabels({ dataType, possibleValues }: AnyVariable, bins: Bins | null): string[] {
  if (bins) return Array.from({ length: bins.count }, (_, place) => valueLabel(place))
  return isCoded(dataType) ? possibleValues.map(valueLabel) : [valueLabel('')]
}

/** The cell of a custom variable: the index of the value, or the reason why there is none. */
export function customLabel(rule: CustomVariableRule): LabelOf {
  return (answers) => {
    const { isMissing, isUnplaced } = answers.customOf(rule)
    const branches = definitionConditions(answers, rule).map(
      (holds, place) => sql`WHEN ${holds} THEN ${literal(valueLabel(place))}`,
    )
    return sql`CASE WHEN NOT ${hasAnyRecord(answers, rule)} THEN ${literal(NO_RECORD)}
      WHEN ${isMissing} THEN ${literal(MISSING)} ${join(branches, ' ')}
      WHEN ${isUnplaced} THEN ${literal(UNKNOWN)} ELSE ${literal(DEFAULT)} END`
  }
}

/** A requested cell. */
export interface LabelledCell {
  readonly label: string
  readonly key: string
}

/**
 * Cells of a custom variable. A value depends only on the values before it, so its key is equal in longer and shorter
 * drafts.
 */
export function customCells(rule: CustomVariableRule): LabelledCell[] {
  const sources = sourcesKey(rule)
  const keys = keysOfFirst(rule)
  const isImpossible = new Set(impossibleLabels(rule))
  return [
    ...rule.values.flatMap((_, place) => {
      const label = valueLabel(place)
      return isImpossible.has(label) ? [] : [{ label, key: keyOf('value', keys[place + 1]) }]
    }),
    ...endCells(rule, keys.at(-1)),
    { label: MISSING, key: keyOf(sources, MISSING) },
    { label: NO_RECORD, key: keyOf(sources, NO_RECORD) },
  ]
}

/** Cells that hold no individual whatever the answers: a value without conditions, and the default if there is none. */
export function impossibleLabels({ values, defaultValue }: CustomVariableRule): string[] {
  return [
    ...values.flatMap(({ criteria }, place) => (criteria.parts.length === 0 ? [valueLabel(place)] : [])),
    ...(defaultValue === null ? [DEFAULT] : []),
  ]
}

/** Keys of the first n values with the sources, for each n from 0. */
function keysOfFirst(rule: CustomVariableRule): string[] {
  const keys = [keyOf('sources', sourcesKey(rule))]
  for (const { criteria } of rule.values) keys.push(keyOf(keys.at(-1), criteriaKey(criteria)))
  return keys
}

/** Cells of individuals that match no definition. */
function endCells({ defaultValue }: CustomVariableRule, key: string | undefined): LabelledCell[] {
  // Without a default no individual can be in its cell.
  return [...(defaultValue === null ? [] : [DEFAULT]), UNKNOWN].map((label) => ({
    label,
    key: keyOf(label, defaultValue === null, key),
  }))
}

/** Values added or removed between two previews. */
const MOST_EDITED = 12

/** Cells of shorter drafts: an added value removes individuals from them. */
export function shorterDraftKeys(rule: CustomVariableRule): string[] {
  return keysOfFirst(rule)
    .slice(-1 - MOST_EDITED, -1)
    .flatMap((key) => endCells(rule, key).map((cell) => cell.key))
}
