import type { VariableHit } from '#contract/shapes/entities.ts'

/** Equal for the versions of a question in one instrument; a custom variable is a question by itself. */
export function questionOf({
  variableName,
  question,
  contributors: [form],
}: Pick<VariableHit, 'variableName' | 'question' | 'contributors'>): string {
  return form ? JSON.stringify([form.instrument, form.section, question]) : variableName
}
