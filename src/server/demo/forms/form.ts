import type { Section } from '#server/demo/forms/section.ts'

export interface Form {
  /** Prefix of its variable names. */
  readonly code: string
  readonly instrument: string
  /** Oldest first. */
  readonly versions: readonly string[]
  /** The version whose variable names have no prefix. */
  readonly bareVersion?: string
  /** Who is given the form: a condition on the table of subjects. */
  readonly given: string
  /** The share of them that completed the form. */
  readonly share: number
  readonly sections: readonly Section[]
}
