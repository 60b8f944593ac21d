import type { Section } from '#server/demo/forms/section.ts'

/** An interview form in all its versions. */
export interface Form {
  /** Begins the names of its variables. */
  readonly code: string
  readonly instrument: string
  /** Oldest first. */
  readonly versions: readonly string[]
  /** The version whose variables go without the form's code. */
  readonly bareVersion?: string
  /** To whom it is given: a condition on the table of subjects. */
  readonly given: string
  /** How many of them got it. */
  readonly share: number
  readonly sections: readonly Section[]
}
