import { criterionList, isCriteria, type Criteria, type DescribedVariable } from '#domain/conditions/criteria.ts'
import { cellsOfCriteria, cellsOfTable, type Cell } from '#domain/custom-variables/combine-table.ts'
import { isCustomVariableKind, SCORE, type CustomVariableKind } from '#domain/custom-variables/construct-types.ts'
import { isCategory, isFlag } from '#domain/data-types.ts'
import {
  COMBINATIONS_MAX,
  CUSTOM_SOURCES_MAX,
  CUSTOM_VALUES_MAX,
  MINIMUM_VALUES,
  UNKNOWN_VALUE,
} from '#domain/limits.ts'
import { CUSTOM_VARIABLE_TYPE_UNKNOWN } from '#domain/messages.ts'
import { formatCount } from '#domain/numbers.ts'
import { VALUE_NAME } from '#domain/text/names.ts'

const KIND_NAMES: Record<CustomVariableKind, string> = {
  downcode: 'Downcode (recode)',
  merge: 'Two variables',
  multiple: 'Many variables',
}

/** The name of a kind; an unknown one is reported as unknown (spec section 8). */
export function customVariableTypeName(type: string): string {
  if (type === SCORE) return 'Score'
  return isCustomVariableKind(type) ? KIND_NAMES[type] : CUSTOM_VARIABLE_TYPE_UNKNOWN
}

/** Number of sources of each kind (spec section 5). */
export const SOURCE_LIMITS: Record<CustomVariableKind, { readonly minimum: number; readonly maximum: number }> = {
  downcode: { minimum: 1, maximum: 1 },
  merge: { minimum: 2, maximum: 2 },
  multiple: { minimum: 1, maximum: CUSTOM_SOURCES_MAX },
}

export interface ValueDraft {
  readonly name: string
  readonly criteria: Criteria<DescribedVariable>
}

export interface CustomVariableDraft {
  readonly kind: CustomVariableKind
  readonly sources: readonly DescribedVariable[]
  readonly values: readonly ValueDraft[]
  /** One of the values; empty or [UNK] for none. */
  readonly defaultValue: string
}

/** An error and the path of its field in the draft. */
export interface DraftProblem {
  readonly path: 'variables' | 'values' | 'defaultValue'
  readonly message: string
}

/**
 * The first error of a custom variable, or null (spec sections 4 and 5). A preview may still lack constraints, which
 * never match, and leave pairs unassigned.
 */
export function customVariableProblem(
  draft: CustomVariableDraft,
  purpose: 'save' | 'count' = 'save',
): DraftProblem | null {
  const isWhole = purpose === 'save'
  const sources = sourcesProblem(draft)
  if (sources !== null) return { path: 'variables', message: sources }
  const values = valuesProblem(draft, isWhole)
  if (values !== null) return { path: 'values', message: values }
  const defaultValue = defaultProblem(draft)
  if (defaultValue !== null) return { path: 'defaultValue', message: defaultValue }
  const cells = draft.kind === 'merge' ? cellsProblem(draft, isWhole) : null
  return cells === null ? null : { path: 'values', message: cells }
}

/** Whether individuals without a match stay unknown (spec section 5). */
export function isNoDefault(defaultValue: string): boolean {
  return defaultValue === '' || defaultValue === UNKNOWN_VALUE
}

/** Whether a variable of that data type may be a source (spec section 5). */
export function isSourceType(kind: CustomVariableKind, dataType: string): boolean {
  if (kind === 'downcode') return !isFlag(dataType)
  return kind === 'multiple' || isCategory(dataType) || isFlag(dataType)
}

/** The reason why a variable cannot be a source, or null. */
export function sourceTypeProblem(
  kind: CustomVariableKind,
  { name, dataType }: Pick<DescribedVariable, 'name' | 'dataType'>,
): string | null {
  if (isSourceType(kind, dataType)) return null
  return kind === 'downcode'
    ? `${name} is ${dataType}: a downcode takes every variable but a dichotomous one.`
    : `${name} is ${dataType}: two variables are combined only where both are categorical or dichotomous.`
}

function sourcesProblem({ kind, sources }: CustomVariableDraft): string | null {
  if (kind === 'downcode' && sources.length !== 1) return 'Exactly one variable is needed.'
  if (kind === 'merge' && sources.length !== 2) return 'Exactly two variables are needed.'
  if (sources.length === 0) return 'At least one variable is needed.'
  if (sources.length > CUSTOM_SOURCES_MAX) return `At most ${formatCount(CUSTOM_SOURCES_MAX)} variables can be used.`
  if (new Set(sources.map(({ name }) => name)).size < sources.length) return 'Each variable can be used only once.'
  return sources.map((source) => sourceTypeProblem(kind, source)).find((problem) => problem !== null) ?? null
}

function valuesProblem({ sources, values, defaultValue }: CustomVariableDraft, isWhole: boolean): string | null {
  if (values.length < MINIMUM_VALUES) return `At least ${MINIMUM_VALUES} values are needed.`
  if (values.length > CUSTOM_VALUES_MAX) return `At most ${formatCount(CUSTOM_VALUES_MAX)} values can be given.`
  const names = new Set<string>()
  for (const { name, criteria } of values) {
    const problem = VALUE_NAME.problem(name)
    if (problem !== null) return problem
    if (names.has(name)) return `The value ${name} occurs twice.`
    names.add(name)
    const criteriaFault = criteriaProblem(criteria, sources)
    if (criteriaFault !== null) return `${name}: ${criteriaFault}`
    const isBare = criterionList(criteria).length === 0 && name !== defaultValue
    if (isWhole && isBare) return `The value ${name} needs a constraint.`
  }
  return null
}

function criteriaProblem(criteria: Criteria<DescribedVariable>, sources: readonly DescribedVariable[]): string | null {
  const isTooDeep = criteria.parts.some((part) => isCriteria(part) && part.parts.some(isCriteria))
  if (isTooDeep) return 'Constraints can be grouped only once.'
  const names = new Set(sources.map(({ name }) => name))
  const stranger = criterionList(criteria).find(({ variable }) => !names.has(variable.name))
  return stranger ? `${stranger.variable.name} is not among the variables.` : null
}

function defaultProblem({ kind, values, defaultValue }: CustomVariableDraft): string | null {
  if (isNoDefault(defaultValue)) return null
  if (kind === 'merge') return 'A combination of two variables has no default.'
  return values.some(({ name }) => name === defaultValue) ? null : 'The default must be one of the values.'
}

/** Every pair has exactly one value. If the default is [UNK], pairs may be left unassigned. */
function cellsProblem({ sources, values, defaultValue }: CustomVariableDraft, isWhole: boolean): string | null {
  const [first, second] = sources
  if (!first || !second) return null
  const count = (first.possibleValues.length + 1) * (second.possibleValues.length + 1) - 1
  if (count > COMBINATIONS_MAX) {
    return `A table of two variables can have at most ${formatCount(COMBINATIONS_MAX)} combinations: these have ${formatCount(count)}.`
  }
  const open = new Set(cellsOfTable(first, second).map(cellText))
  for (const { name, criteria } of values) {
    const cells = criteria.parts.length === 0 ? [] : cellsOfCriteria(criteria, first, second)
    if (!cells) return `The value ${name} is not made of combinations.`
    for (const cell of cells) {
      if (!open.delete(cellText(cell))) return `The combination ${cellText(cell)} cannot be assigned to ${name}.`
    }
  }
  const [missing] = open
  return missing === undefined || defaultValue === UNKNOWN_VALUE || !isWhole
    ? null
    : `Every combination must be assigned: ${missing} is not.`
}

function cellText({ first, second }: Cell): string {
  return `${first} × ${second}`
}

/** Source variables, or the custom variable to copy. */
export interface NewCustomVariable {
  variableNames?: readonly string[]
  from?: string
  /** The variables are versions of one question. */
  areVersions?: boolean
  /** The definition of that custom variable is edited. */
  isEdit?: boolean
}
