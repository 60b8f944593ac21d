import type * as v from 'valibot'
import { fieldsOfCondition } from '#contract/constraint-fields.ts'
import type { ConstructDraft, Definition, Variable } from '#contract/shapes.ts'
import type { Cell } from '#domain/combine-table.ts'
import { conditionProblem, type Condition } from '#domain/constraint.ts'
import type { CustomVariableKind } from '#domain/custom-variables.ts'
import { isNoDefault } from '#domain/custom-variables.ts'
import { MINIMUM_VALUES, UNKNOWN_VALUE } from '#domain/limits.ts'
import { VALUE_NAME, VARIABLE_NAME } from '#domain/names.ts'

/** One condition of a value's definition, on one of the sources. */
export interface DraftCriterion {
  readonly key: string
  readonly variableName: string
  readonly condition: Condition
}

export interface DraftValue {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly relationship: 'AND' | 'OR'
  readonly criteria: readonly DraftCriterion[]
}

/** A custom variable that is not saved yet. */
export interface CustomVariableDraft {
  readonly kind: CustomVariableKind
  readonly name: string
  readonly description: string
  readonly sources: readonly string[]
  readonly values: readonly DraftValue[]
  /** Key of the value that everybody else gets; null where none was chosen. */
  readonly defaultKey: string | null
  /** Two variables: the value's key for each combination (cellKey). */
  readonly cells: Readonly<Record<string, string>>
}

export type ConstructRequest = v.InferInput<typeof ConstructDraft>

const SOURCES: Record<CustomVariableKind, { readonly minimum: number; readonly maximum: number }> = {
  downcode: { minimum: 1, maximum: 1 },
  merge: { minimum: 2, maximum: 2 },
  multiple: { minimum: 1, maximum: Number.POSITIVE_INFINITY },
}

export function sourceLimits(kind: CustomVariableKind) {
  return SOURCES[kind]
}

export function newKey(): string {
  return Math.random().toString(36).slice(2, 10)
}

export function emptyValue(): DraftValue {
  return { key: newKey(), name: '', description: '', relationship: 'AND', criteria: [] }
}

export function emptyCustomVariable(kind: CustomVariableKind, sources: readonly string[]): CustomVariableDraft {
  const values = Array.from({ length: MINIMUM_VALUES }, emptyValue)
  return { kind, name: '', description: '', sources, values, defaultKey: null, cells: {} }
}

export function cellKey({ first, second }: Cell): string {
  return JSON.stringify([first, second])
}

/** What the draft would send; its preview needs no name. */
export function constructRequest(draft: CustomVariableDraft): ConstructRequest {
  return {
    name: draft.name,
    construct_type: draft.kind,
    description: draft.description,
    variables: [...draft.sources],
    variable_limit:
      sourceLimits(draft.kind).maximum === Number.POSITIVE_INFINITY
        ? draft.sources.length
        : sourceLimits(draft.kind).maximum,
    defaultValue: draft.values.find(({ key }) => key === draft.defaultKey)?.name ?? '',
    values: draft.values.map((value, order) => ({
      name: value.name,
      description: value.description,
      definition: draft.kind === 'merge' ? cellsDefinition(draft, value) : criteriaDefinition(value),
      order,
    })),
  }
}

/** The same for its counts: values without a proper name yet have their place for one. */
export function previewRequest(draft: CustomVariableDraft): ConstructRequest {
  const names = new Set<string>()
  const values = draft.values.map((value, index) => {
    const isProper = VALUE_NAME.problem(value.name) === null && !names.has(value.name)
    const name = isProper ? value.name : `value_${index + 1}_${value.key}`
    names.add(name)
    return { ...value, name }
  })
  return { ...constructRequest({ ...draft, values }), name: '' }
}

function criteriaDefinition({ relationship, criteria }: DraftValue): Definition {
  return {
    relationship,
    constraints: criteria.map(({ variableName, condition }) => ({
      variable_name: variableName,
      ...fieldsOfCondition(condition),
      constraint_type: condition.operator,
    })),
  }
}

/** The OR of the cells that were given the value, each an AND of two EQ (semantics, "Two-variable combine"). */
function cellsDefinition({ sources, cells }: CustomVariableDraft, value: DraftValue): Definition {
  const [first = '', second = ''] = sources
  const own = Object.entries(cells).filter(([, key]) => key === value.key)
  return {
    relationship: 'OR',
    constraints: own.map(([cell]): Definition => {
      const [a = '', b = '']: string[] = JSON.parse(cell)
      return { relationship: 'AND', constraints: [equals(first, a), equals(second, b)] }
    }),
  }
}

function equals(variableName: string, value: string) {
  return { variable_name: variableName, constraint_type: 'EQ', constraint_value: value }
}

/** What is still missing before the numbers can be shown: null where the definition means something. */
export function definitionProblem(draft: CustomVariableDraft, sources: readonly Variable[]): string | null {
  const { minimum } = sourceLimits(draft.kind)
  if (draft.sources.length < minimum || sources.length < draft.sources.length) {
    return minimum === 1 ? 'Choose a variable.' : `Choose ${minimum} variables.`
  }
  if (draft.kind === 'merge') return null
  const typeOf = new Map(sources.map((source) => [source.variable_name, source.data_type]))
  for (const value of draft.values) {
    const isOpen = value.criteria.some(
      ({ variableName, condition }) => conditionProblem(typeOf.get(variableName) ?? '', condition) !== null,
    )
    if (isOpen) return `Complete the conditions of ${value.name || 'the value without a name'}.`
  }
  return null
}

/** What Save still waits for (spec section 4), each once. */
export function missingForSave(draft: CustomVariableDraft, definition: string | null, openCells: number): string[] {
  const missing: string[] = []
  const nameProblem = VARIABLE_NAME.problem(draft.name)
  if (nameProblem !== null) missing.push(nameProblem)
  if (definition !== null) missing.push(definition)
  const isDefaultNeeded =
    draft.kind === 'downcode' && isNoDefault(draft.values.find(({ key }) => key === draft.defaultKey)?.name ?? '')
  if (isDefaultNeeded) missing.push('Choose the default: the value of everybody whom no definition takes.')
  if (draft.values.some(({ name }) => VALUE_NAME.problem(name) !== null)) missing.push('Name every value.')
  const isBare = (value: DraftValue) =>
    value.criteria.length === 0 && value.key !== draft.defaultKey && value.name !== UNKNOWN_VALUE
  if (draft.kind !== 'merge' && draft.values.some(isBare)) missing.push('Give every value but the default a condition.')
  if (openCells > 0) missing.push(`Assign every combination: ${openCells} ${openCells === 1 ? 'is' : 'are'} open.`)
  return missing
}
