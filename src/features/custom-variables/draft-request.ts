import type { QueryClient } from '@tanstack/react-query'
import type { Call, Result } from '#api/result.ts'
import { constructNew, constructReplace } from '#contract/custom-variable-drafts.ts'
import { fieldsOfCondition } from '#contract/shapes/constraint-fields.ts'
import type { Constraint, Construct, Definition } from '#contract/shapes/entities.ts'
import type { RequestOf } from '#contract/shapes/wire-names.ts'
import { SOURCE_LIMITS } from '#domain/custom-variables/custom-variables.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { cellOfKey } from '#features/custom-variables/combine/cell-counts.ts'
import {
  isBlank,
  isGroup,
  savedValues,
  UNKNOWN_KEY,
  type CustomVariableDraft,
  type DraftCriterion,
  type DraftValue,
} from '#features/custom-variables/draft.ts'

export type ConstructRequest = RequestOf<typeof constructNew>

/** The request that saves the draft. */
export function constructRequest(draft: CustomVariableDraft): ConstructRequest {
  const { maximum } = SOURCE_LIMITS[draft.kind]
  return {
    name: draft.name ?? '',
    constructType: draft.kind,
    description: draft.description,
    variables: [...draft.sources],
    variableLimit: draft.kind === 'multiple' ? draft.sources.length : maximum,
    defaultValue: defaultOf(draft),
    values: savedValues(draft).map((value, order) => ({
      name: value.name,
      description: value.description,
      definition: draft.kind === 'merge' ? cellsDefinition(draft, value) : criteriaDefinition(value),
      order,
    })),
  }
}

/**
 * The request that counts the draft. Values are identified by their keys, because names may be missing. An incomplete
 * value has no definition and matches nothing.
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

/** A value's name in count requests. */
export function previewName(key: string): string {
  return `value_${key}`
}

/** Combinations assigned to [UNK] are in no definition, so the default [UNK] applies. */
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

/** The OR of the value's cells, each an AND of two EQ (semantics, "Two-variable combine"). */
function cellsDefinition({ sources, cells }: CustomVariableDraft, { key }: DraftValue): Definition {
  const [firstName = '', secondName = ''] = sources
  const valueCells = Object.entries(cells).filter(([, value]) => value === key)
  return {
    relationship: 'OR',
    constraints: valueCells.map(([cell]): Definition => {
      const { first, second } = cellOfKey(cell)
      return { relationship: 'AND', constraints: [equals(firstName, first), equals(secondName, second)] }
    }),
  }
}

function equals(variableName: string, value: string): Constraint {
  return { variableName, constraintType: 'EQ', constraintValue: value }
}

interface Ports {
  readonly call: Call
  readonly queryClient: QueryClient
}

/** Saves a custom variable and returns its name. */
export async function saveCustomVariable(
  { call, queryClient }: Ports,
  request: ConstructRequest,
  projectId: number | undefined,
): Promise<Result<string>> {
  const answer = await call(constructNew, { ...request, projectId })
  if (!answer.ok) return answer
  await refetchVariables(queryClient)
  return { ok: true, value: answer.value.variableName }
}

/** Replaces the definition of a custom variable; rejected with 409 if something depends on it that is not run again. */
export async function replaceCustomVariable(
  { call, queryClient }: Ports,
  { constructId, version }: Pick<Construct, 'constructId' | 'version'>,
  request: ConstructRequest,
  rerun: boolean,
): Promise<Result<string>> {
  const answer = await call(constructReplace, { ...request, constructId, version, rerun })
  if (!answer.ok) return answer
  await refetchVariables(queryClient)
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => /^cohorts?$/.test(String(queryKey[0])) })
  return { ok: true, value: answer.value.variableName }
}

/** Invalidates the catalog and the lists. */
export function refetchVariables(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) =>
      ['custom-variables', 'custom-variable-start', 'catalog', 'variable'].includes(String(queryKey[0])),
  })
}
