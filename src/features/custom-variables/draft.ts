import { conditionOfFields } from '#contract/shapes/constraint-fields.ts'
import type { Constraint, ConstructDraft, Definition, Variable } from '#contract/shapes/entities.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import { valueCount } from '#domain/conditions/operators.ts'
import type { Cell } from '#domain/custom-variables/combine-table.ts'
import type { CustomVariableKind } from '#domain/custom-variables/construct-types.ts'
import { isNoDefault } from '#domain/custom-variables/custom-variables.ts'
import { MINIMUM_VALUES, UNKNOWN_VALUE } from '#domain/limits.ts'
import { VARIABLE_NAME } from '#domain/text/names.ts'
import { cellKey, keysOfTable } from '#features/custom-variables/combine/cell-counts.ts'

/** One condition of a value's definition, on one source. */
export interface DraftCriterion {
  readonly key: string
  readonly variableName: string
  /** Null until an operator is chosen. */
  readonly condition: Condition | null
}

export type Relationship = 'AND' | 'OR'

/** A nested group of conditions with its own operator. */
export interface DraftGroup {
  readonly key: string
  readonly relationship: Relationship
  readonly criteria: readonly DraftCriterion[]
}

export type DraftPart = DraftCriterion | DraftGroup

export interface DraftValue {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly relationship: Relationship
  readonly parts: readonly DraftPart[]
}

/** An unsaved custom variable. */
export interface CustomVariableDraft {
  readonly kind: CustomVariableKind
  /** Null: the suggested name, which follows the sources. */
  readonly name: string | null
  readonly description: string
  readonly sources: readonly string[]
  readonly values: readonly DraftValue[]
  /** Key of the value for all other individuals, or UNKNOWN_KEY; null if not chosen. */
  readonly defaultKey: string | null
  /** Two variables: the value's key, or UNKNOWN_KEY, by combination (cellKey). */
  readonly cells: Readonly<Record<string, string>>
}

/** The key of [UNK], which always exists and cannot be edited (spec section 5). */
export const UNKNOWN_KEY = UNKNOWN_VALUE

export function isGroup(part: DraftPart): part is DraftGroup {
  return 'criteria' in part
}

/** All conditions of a value, including those in groups. */
export function criteriaOf({ parts }: Pick<DraftValue, 'parts'>): readonly DraftCriterion[] {
  return parts.flatMap((part) => (isGroup(part) ? part.criteria : [part]))
}

export function isBlank({ condition }: DraftCriterion): boolean {
  if (condition === null) return true
  return valueCount(condition.operator) !== 'none' && condition.values.every((value) => value === '')
}

export function newKey(): string {
  return Math.random().toString(36).slice(2, 10)
}

export function blankCriterion(variableName: string): DraftCriterion {
  return { key: newKey(), variableName, condition: null }
}

/** A value with one blank condition, if a variable is given. */
export function emptyValue(source: string | undefined): DraftValue {
  const parts = source === undefined ? [] : [blankCriterion(source)]
  return { key: newKey(), name: '', description: '', relationship: 'AND', parts }
}

/** Whether nothing is entered for a value yet, and nothing gives it. */
export function isEmptyValue({ defaultKey, cells }: CustomVariableDraft, value: DraftValue): boolean {
  const { key, name, description } = value
  const isGiven = key === defaultKey || Object.values(cells).includes(key)
  return !isGiven && name === '' && description === '' && criteriaOf(value).every(isBlank)
}

/** The values that are saved: `Enter` after the last one adds an empty value, which does not block Save. */
export function savedValues(draft: CustomVariableDraft): readonly DraftValue[] {
  const filled = draft.values.filter((value) => !isEmptyValue(draft, value))
  return filled.length < MINIMUM_VALUES ? draft.values : filled
}

/** A downcode has no preset default; the other kinds default to [UNK]. */
export function emptyCustomVariable(kind: CustomVariableKind, sources: readonly string[]): CustomVariableDraft {
  const [first] = kind === 'merge' ? [] : sources
  const values = Array.from({ length: MINIMUM_VALUES }, () => emptyValue(first))
  const defaultKey = kind === 'multiple' ? UNKNOWN_KEY : null
  return { kind, name: null, description: '', sources, values, defaultKey, cells: {} }
}

/** The suggested name: "AGE_GROUPED", "MOOD_BY_SEX", "MOOD_COMBINED"; empty without sources. */
export function suggestedVariableName(kind: CustomVariableKind, sources: readonly string[]): string {
  const [first, second] = sources
  if (first === undefined || (kind === 'merge' && second === undefined)) return ''
  const ending = { downcode: '_GROUPED', merge: `_BY_${second ?? ''}`, multiple: '_COMBINED' }[kind]
  const name = `${first.slice(0, VARIABLE_NAME.maxLength - Math.min(ending.length, HALF))}${ending}`
  const plain = name.replaceAll(/\W/g, '_').replace(/^(?=\d)/, '_')
  return plain.slice(0, VARIABLE_NAME.maxLength)
}

const HALF = VARIABLE_NAME.maxLength / 2

/** A value's title in messages: its name, or its position. */
export function valueTitle(draft: Pick<CustomVariableDraft, 'values'>, key: string): string {
  const place = draft.values.findIndex((value) => value.key === key)
  return draft.values[place]?.name || `value ${place + 1}`
}

/** Adds a condition to a group or to the definition itself. */
export function addCriterion(value: DraftValue, source: string, groupKey: string | null): DraftValue {
  const criterion = blankCriterion(source)
  if (groupKey === null) return { ...value, parts: [...value.parts, criterion] }
  return changeGroup(value, groupKey, (group) => ({ ...group, criteria: [...group.criteria, criterion] }))
}

/** A group has the opposite operator of its parent; with the same one it would be redundant. */
export function addGroup(value: DraftValue, source: string): DraftValue {
  const relationship: Relationship = value.relationship === 'AND' ? 'OR' : 'AND'
  const group = { key: newKey(), relationship, criteria: [blankCriterion(source), blankCriterion(source)] }
  return { ...value, parts: [...value.parts, group] }
}

export function joinGroup(value: DraftValue, groupKey: string, relationship: Relationship): DraftValue {
  return changeGroup(value, groupKey, (group) => ({ ...group, relationship }))
}

export function replaceCriterion(value: DraftValue, next: DraftCriterion): DraftValue {
  const replaced = (criterion: DraftCriterion) => (criterion.key === next.key ? next : criterion)
  return {
    ...value,
    parts: value.parts.map((part) =>
      isGroup(part) ? { ...part, criteria: part.criteria.map(replaced) } : replaced(part),
    ),
  }
}

function changeGroup(value: DraftValue, key: string, change: (group: DraftGroup) => DraftGroup): DraftValue {
  return { ...value, parts: value.parts.map((part) => (isGroup(part) && part.key === key ? change(part) : part)) }
}

/** A definition from any source. */
export type GivenConstruct = Pick<ConstructDraft, 'name' | 'description' | 'variables' | 'values' | 'defaultValue'>

/**
 * A definition as a draft of the given builder; null if a table cannot express it. Combinations come from the sources;
 * those without a value are [UNK].
 */
export function draftOfConstruct(
  kind: CustomVariableKind,
  construct: GivenConstruct,
  sources: readonly Variable[],
): CustomVariableDraft | null {
  const keys = construct.values.map(newKey)
  const [first] = construct.variables
  const draft: CustomVariableDraft = {
    kind,
    name: construct.name,
    description: construct.description,
    sources: construct.variables,
    values: construct.values.map(({ name, description, definition }, place) => ({
      key: keys[place] ?? '',
      name,
      description,
      relationship: kind === 'merge' ? 'OR' : definition.relationship,
      parts: kind === 'merge' || first === undefined ? [] : partsOf(definition, first),
    })),
    defaultKey: null,
    cells: {},
  }
  if (kind !== 'merge') {
    const place = construct.values.findIndex(({ name }) => name === construct.defaultValue)
    return { ...draft, defaultKey: isNoDefault(construct.defaultValue) ? UNKNOWN_KEY : (keys[place] ?? null) }
  }
  const cells = cellsOfValues(construct, keys)
  if (cells === null) return null
  const rest = isNoDefault(construct.defaultValue) && construct.defaultValue !== '' ? keysOfTable(sources) : []
  return { ...draft, cells: { ...Object.fromEntries(rest.map((cell) => [cell, UNKNOWN_KEY])), ...cells } }
}

function partsOf({ constraints }: Definition, source: string): readonly DraftPart[] {
  const parts = constraints.map((part): DraftPart => {
    if (!('relationship' in part)) return criterionOf(part)
    const criteria = part.constraints.flatMap((inner) => ('relationship' in inner ? [] : [criterionOf(inner)]))
    return { key: newKey(), relationship: part.relationship, criteria }
  })
  return parts.length === 0 ? [blankCriterion(source)] : parts
}

function criterionOf(constraint: Constraint): DraftCriterion {
  return { key: newKey(), variableName: constraint.variableName, condition: conditionOfFields(constraint) }
}

function cellsOfValues({ variables, values }: GivenConstruct, keys: readonly string[]): Record<string, string> | null {
  const cells: Record<string, string> = {}
  for (const [place, { definition }] of values.entries()) {
    const parts = definition.relationship === 'OR' ? definition.constraints : [definition]
    for (const part of parts) {
      const cell = cellOf(part, variables)
      if (cell === null) return null
      cells[cellKey(cell)] = keys[place] ?? ''
    }
  }
  return cells
}

/** The combination expressed by an AND of two equalities. */
function cellOf(part: Constraint | Definition, variables: readonly string[]): Cell | null {
  if (!('relationship' in part) || part.relationship !== 'AND' || part.constraints.length !== 2) return null
  const [first, second] = variables.map((name) => {
    const equality = part.constraints.find((inner) => !('relationship' in inner) && inner.variableName === name)
    if (!equality || 'relationship' in equality || equality.constraintType !== 'EQ') return undefined
    return conditionOfFields(equality)?.values[0]
  })
  return first === undefined || second === undefined ? null : { first, second }
}
