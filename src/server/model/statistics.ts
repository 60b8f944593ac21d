/** Totals of the data. */
export interface Statistics {
  readonly individuals: number
  /** Relatives without data, known only as links between others. */
  readonly placeholders: number
  /** Interview forms; versions of a form count once. */
  readonly forms: number
  readonly studies: number
  readonly collectionCodes: readonly string[]
}
