import type { Variable } from '#contract/shapes/entities.ts'
import { MINIMUM_VALUES } from '#domain/limits.ts'
import { nameOfValue } from '#domain/text/suggested-names.ts'
import { textAt } from '#domain/text/text.ts'
import {
  blankCriterion,
  criteriaOf,
  emptyValue,
  isBlank,
  isGroup,
  newKey,
  UNKNOWN_KEY,
  type CustomVariableDraft,
  type DraftCriterion,
  type DraftPart,
  type DraftValue,
} from '#features/custom-variables/draft.ts'

/** The builder's changes to a draft, as pure functions. */
export type DraftEdit = (draft: CustomVariableDraft) => CustomVariableDraft

/** Adds a source; the first source gives each value its first condition. */
export function addSource(draft: CustomVariableDraft, name: string): CustomVariableDraft {
  if (draft.sources.includes(name)) return draft
  const sources = [...draft.sources, name]
  if (draft.kind === 'merge') return { ...draft, sources, cells: {} }
  return { ...draft, sources, values: draft.values.map((value) => withCondition(value, sources)) }
}

/** Removes a source and all its conditions. */
export function removeSource(draft: CustomVariableDraft, name: string): CustomVariableDraft {
  const sources = draft.sources.filter((source) => source !== name)
  const values = draft.values.map((value) =>
    withCondition(
      without(value, ({ variableName }) => variableName === name),
      draft.kind === 'merge' ? [] : sources,
    ),
  )
  return { ...draft, sources, values, cells: {} }
}

export function addValue(draft: CustomVariableDraft): CustomVariableDraft {
  const [first] = draft.kind === 'merge' ? [] : draft.sources
  return { ...draft, values: [...draft.values, emptyValue(first)] }
}

/** Removes a value, but keeps at least two (spec section 5); its combinations become unassigned. */
export function removeValue(draft: CustomVariableDraft, key: string): CustomVariableDraft {
  if (draft.values.length <= MINIMUM_VALUES) return draft
  return {
    ...draft,
    values: draft.values.filter((value) => value.key !== key),
    defaultKey: draft.defaultKey === key ? null : draft.defaultKey,
    cells: Object.fromEntries(Object.entries(draft.cells).filter(([, value]) => value !== key)),
  }
}

/** Moves a value to a position, from 0. */
export function moveValue(draft: CustomVariableDraft, key: string, place: number): CustomVariableDraft {
  const from = draft.values.findIndex((value) => value.key === key)
  const moved = draft.values[from]
  const to = Math.min(Math.max(0, place), draft.values.length - 1)
  if (!moved || from === to) return draft
  return { ...draft, values: draft.values.toSpliced(from, 1).toSpliced(to, 0, moved) }
}

export function changeValue(draft: CustomVariableDraft, key: string, part: Partial<DraftValue>): CustomVariableDraft {
  return { ...draft, values: draft.values.map((value) => (value.key === key ? { ...value, ...part } : value)) }
}

/** Assigns combinations to a value; null unassigns them. */
export function assignCells(
  draft: CustomVariableDraft,
  cells: readonly string[],
  valueKey: string | null,
): CustomVariableDraft {
  const keyByCell = new Map(Object.entries(draft.cells))
  for (const cell of cells) {
    if (valueKey === null) keyByCell.delete(cell)
    else keyByCell.set(cell, valueKey)
  }
  return { ...draft, cells: Object.fromEntries(keyByCell) }
}

/** One value per possible answer of the only source, replacing all others. */
export function valuePerAnswer(draft: CustomVariableDraft, source: Variable): CustomVariableDraft {
  const taken = new Set<string>()
  const values = source.possibleValues.map((code): DraftValue => {
    const name = nameOfValue(textAt(source.valueMapping, code) || code, (other) => taken.has(other))
    taken.add(name)
    const condition = { operator: 'EQ', values: [code] } as const
    const parts = [{ key: newKey(), variableName: source.variableName, condition }]
    return { ...emptyValue(undefined), name, parts }
  })
  return { ...draft, values, defaultKey: UNKNOWN_KEY }
}

/** The code of a source that means yes, and the one that means no; null without a yes. */
function yesAndNo({
  possibleValues,
  valueMapping,
}: Variable): { readonly yes: string; readonly no: string | null } | null {
  const codeOf = (word: RegExp) => possibleValues.find((code) => word.test(textAt(valueMapping, code) || code)) ?? null
  const yes = codeOf(/^(?:yes|true)\b/i)
  return yes === null ? null : { yes, no: codeOf(/^(?:no|false)\b/i) }
}

/** Whether each source has an answer that means yes. */
export function haveYes(sources: readonly Variable[]): boolean {
  return sources.length > 0 && sources.every((source) => yesAndNo(source) !== null)
}

/** The values yes, if any source is yes, and no, if all are no; all others are [UNK]. */
export function yesIfAny(draft: CustomVariableDraft, sources: readonly Variable[]): CustomVariableDraft {
  const parts = (which: 'yes' | 'no') =>
    sources.flatMap((source): DraftCriterion[] => {
      const code = yesAndNo(source)?.[which] ?? null
      if (code === null) return []
      return [{ key: newKey(), variableName: source.variableName, condition: { operator: 'EQ', values: [code] } }]
    })
  const isComplete = parts('no').length === sources.length
  const values: DraftValue[] = [
    { ...emptyValue(undefined), name: 'yes', relationship: 'OR', parts: parts('yes') },
    { ...emptyValue(sources[0]?.variableName), name: 'no', ...(isComplete && { parts: parts('no') }) },
  ]
  return { ...draft, values, defaultKey: UNKNOWN_KEY }
}

/** The source after the last one that a definition has, in its order; the first again after all. */
export function nextSource(value: Pick<DraftValue, 'parts'>, sources: readonly string[]): string {
  const used = new Set(criteriaOf(value).map(({ variableName }) => variableName))
  return sources.find((name) => !used.has(name)) ?? sources[0] ?? ''
}

/** Removes a condition; the last one is cleared instead (spec section 5: rows cannot be deleted to zero). */
export function withoutCriterion(value: DraftValue, key: string): DraftValue {
  const all = criteriaOf(value)
  const last = all[0]
  if (all.length > 1 || !last) return without(value, (criterion) => criterion.key === key)
  return last.key === key && !isBlank(last) ? { ...value, parts: [blankCriterion(last.variableName)] } : value
}

/** Removes matching conditions and the groups that become empty. */
function without(value: DraftValue, isGone: (criterion: DraftCriterion) => boolean): DraftValue {
  const parts = value.parts.flatMap((part): DraftPart[] => {
    if (!isGroup(part)) return isGone(part) ? [] : [part]
    const criteria = part.criteria.filter((criterion) => !isGone(criterion))
    return criteria.length === 0 ? [] : [{ ...part, criteria }]
  })
  return { ...value, parts }
}

function withCondition(value: DraftValue, [first]: readonly string[]): DraftValue {
  return value.parts.length > 0 || first === undefined ? value : { ...value, parts: [blankCriterion(first)] }
}
