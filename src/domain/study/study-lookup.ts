import type { ExpressionLookup } from '#domain/expressions/lookup.ts'

/** What the names of a study file stand for. */
export interface StudyLookup extends ExpressionLookup {
  /** The variables of a form by its label, in the order of the form; undefined for an unknown form. */
  readonly form: (label: string) => readonly string[] | undefined
  readonly formLabels: () => Iterable<string>
  /** The name of a variable set of the project. */
  readonly set: (name: string) => string | undefined
  readonly setNames: () => Iterable<string>
}
