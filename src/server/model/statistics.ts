/** What the data hold altogether. */
export interface Statistics {
  readonly individuals: number
  /** Interview forms; the versions of one count once. */
  readonly forms: number
  readonly studies: number
  readonly collectionCodes: readonly string[]
}
