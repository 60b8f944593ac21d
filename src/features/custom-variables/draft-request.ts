import type { constructNew } from '#contract/custom-variables.ts'
import type { Constraint, Definition } from '#contract/entities.ts'
import type { RequestOf } from '#contract/wire-names.ts'
import { fieldsOfCondition } from '#contract/constraint-fields.ts'
import { SOURCE_LIMITS } from '#domain/custom-variables.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { cellOfKey } from '#features/custom-variables/combine/cell-counts.ts'
import {
  isBlank,
  isGroup,
  UNKNOWN_KEY,
  type CustomVariableDraft,
  type DraftCriterion,
  type DraftValue,
} from '#features/custom-variables/draft.ts'

export type ConstructRequest = RequestOf<typeof constructNew>

/** What the draft would save. */
export function constructRequest(draft: CustomVariableDraft): ConstructRequest {
  const { maximum } = SOURCE_LIMITS[draft.kind]
  return {
    name: draft.name,
    constructType: draft.kind,
    description: draft.description,
    variables: [...draft.sources],
    variableLimit: draft.kind === 'multiple' ? draft.sources.length : maximum,
    defaultValue: defaultOf(draft),
    values: draft.values.map((value, order) => ({
      name: value.name,
      description: value.description,
      definition: draft.kind === 'merge' ? cellsDefinition(draft, value) : criteriaDefinition(value),
      order,
    })),
  }
}

/**
 * The same to be counted: values stand under their keys, since names may not be there yet and change no count, and
 * those that are not whole yet have no definition: nobody has them.
 */
export function previewRequest(draft: CustomVariableDraft, incomplete: ReadonlySet<string>): ConstructRequest {
  const values = draft.values.map((value) => ({
    ...value,
    name: previewName(value.key),
    description: '',
    parts: incomplete.has(value.key) ? [] : value.parts,
  }))
  return { ...constructRequest({ ...draft, values }), name: '', description: '' }
}

/** What a value is called while it is counted. */
export function previewName(key: string): string {
  return `value_${key}`
}

/** A combination that was given [UNK] is left out of all definitions, which the default [UNK] allows. */
function defaultOf({ kind, cells, values, defaultKey }: CustomVariableDraft): string {
  if (kind === 'merge') return Object.values(cells).includes(UNKNOWN_KEY) ? UNKNOWN_VALUE : ''
  if (defaultKey === UNKNOWN_KEY) return UNKNOWN_VALUE
  return values.find(({ key }) => key === defaultKey)?.name ?? ''
}

function criteriaDefinition({ relationship, parts }: DraftValue): Definition {
  const constraints = parts.flatMap((part): (Constraint | Definition)[] => {
    if (!isGroup(part)) return constraintsOf([part])
    const inner = constraintsOf(part.criteria)
    return inner.length === 0 ? [] : [{ relationship: part.relationship, constraints: inner }]
  })
  return { relationship, constraints }
}

function constraintsOf(criteria: readonly DraftCriterion[]): Constraint[] {
  return criteria.flatMap((criterion) => {
    const { variableName, condition } = criterion
    if (condition === null || isBlank(criterion)) return []
    return [{ variableName, ...fieldsOfCondition(condition), constraintType: condition.operator }]
  })
}

/** The OR of the cells that were given the value, each an AND of two EQ (semantics, "Two-variable combine"). */
function cellsDefinition({ sources, cells }: CustomVariableDraft, { key }: DraftValue): Definition {
  const [firstName = '', secondName = ''] = sources
  const own = Object.entries(cells).filter(([, value]) => value === key)
  return {
    relationship: 'OR',
    constraints: own.map(([cell]): Definition => {
      const { first, second } = cellOfKey(cell)
      return { relationship: 'AND', constraints: [equals(firstName, first), equals(secondName, second)] }
    }),
  }
}

function equals(variableName: string, value: string): Constraint {
  return { variableName, constraintType: 'EQ', constraintValue: value }
}
