/** Source variables, or the custom variable to copy. */
export interface NewCustomVariable {
  variableNames?: readonly string[]
  from?: string
  /** The variables are versions of one question. */
  areVersions?: boolean
  /** The definition of that custom variable is edited. */
  isEdit?: boolean
}
