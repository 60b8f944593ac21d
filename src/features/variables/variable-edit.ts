import type { Variable, VariableEdit } from '#contract/shapes/entities.ts'
import { textAt } from '#domain/text.ts'

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
