import { atom, type createStore } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { Call, Failure } from '#api/result.ts'
import type { Variable, VariableEdit } from '#contract/shapes/entities.ts'
import { variableEditDecide } from '#contract/variables.ts'
import { textAt } from '#domain/text/text.ts'
import { queryClientAtom } from '#entities/server-state/services.ts'
import { VARIABLE_EDITS_KEY } from '#entities/variables/variables.ts'

/** The editable fields of a base variable (spec section 6). */
export interface VariableEditDraft {
  readonly question: string
  readonly explicit: string
  readonly implicit: string
  /** Labels by value. */
  readonly values: Readonly<Record<string, string>>
  readonly comment: string
}

export interface FieldChange {
  readonly field: string
  readonly before: string
  readonly after: string
}

export function draftOfVariable(variable: Variable): VariableEditDraft {
  const values = Object.fromEntries(
    variable.possibleValues.map((value) => [value, textAt(variable.valueMapping, value)]),
  )
  return {
    question: variable.question,
    explicit: variable.explicit,
    implicit: variable.implicit,
    values,
    comment: '',
  }
}

/** Each field that would change, with its old and new value. */
export function changesOf(variable: Variable, draft: VariableEditDraft): readonly FieldChange[] {
  const original = draftOfVariable(variable)
  const fields = (['question', 'explicit', 'implicit'] as const).map((field) => ({
    field,
    before: original[field],
    after: draft[field],
  }))
  const values = Object.entries(draft.values).map(([value, after]) => ({
    field: `meaning of ${value}`,
    before: original.values[value] ?? '',
    after,
  }))
  return [...fields, ...values].filter(({ before, after }) => before !== after)
}

/** The changes of an edit: compared with the current values, or after approval with the replaced ones. */
export function changesOfEdit(variable: Variable, { changes, replaced }: VariableEdit): readonly FieldChange[] {
  const before = replaced ?? { ...variable, values: variable.valueMapping }
  const fields = (['question', 'explicit', 'implicit'] as const).flatMap((field) => {
    const after = changes[field]
    return after == null ? [] : [{ field, before: before[field] ?? '', after }]
  })
  const values = Object.entries(changes.values ?? {}).map(([value, after]) => ({
    field: `meaning of ${value}`,
    before: textAt(before.values ?? {}, value),
    after,
  }))
  return [...fields, ...values]
}

/** Only the fields that change. */
export function editRequest(variable: Variable, draft: VariableEditDraft) {
  const original = draftOfVariable(variable)
  const changed = (field: 'question' | 'explicit' | 'implicit') =>
    draft[field] === original[field] ? undefined : draft[field]
  const values = Object.fromEntries(
    Object.entries(draft.values).filter(([value, meaning]) => meaning !== original.values[value]),
  )
  return {
    variableName: variable.variableName,
    question: changed('question'),
    explicit: changed('explicit'),
    implicit: changed('implicit'),
    values: Object.keys(values).length > 0 ? values : undefined,
    comment: draft.comment,
  }
}

type Store = ReturnType<typeof createStore>

export interface EditDecision {
  readonly editId: number
  readonly comment?: string
}

/** Approves an edit of a base variable, which applies it, or rejects it; invalidates the catalog. */
export async function decideEdit(
  { call, store }: { readonly call: Call; readonly store: Store },
  { editId, comment }: EditDecision,
  approve: boolean,
): Promise<Failure | void> {
  const answer = await call(variableEditDecide, { editId, approve, comment })
  const stale = [VARIABLE_EDITS_KEY, ...(approve ? ['catalog', 'variable', 'similar'] : [])]
  // Also after an error: another administrator may have decided it.
  await store
    .get(queryClientAtom)
    .invalidateQueries({ predicate: ({ queryKey }) => stale.includes(String(queryKey[0])) })
  store.set(decisionFailureAtom(editId), answer.ok ? null : answer)
  if (!answer.ok) return answer
}

/** The error of the last decision on an edit. */
export const decisionFailureAtom = atomFamily((_editId: number) => atom<Failure | null>(null))
