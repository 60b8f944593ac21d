/** The codebook of one form version: what it asks, in the order of its items. */
export interface Codebook {
  readonly instrument: string
  readonly version: string
  readonly title: string
  /** Whether nobody ever gave these answers. */
  readonly isSynthetic: boolean
  readonly sections: readonly CodebookSection[]
}

interface CodebookSection {
  readonly title: string
  readonly items: readonly CodebookItem[]
}

export interface CodebookItem {
  readonly variableName: string
  readonly item: string
  readonly question: string
  readonly dataType: string
  /** Codes with their meanings. */
  readonly answers: readonly (readonly [code: string, meaning: string])[]
  /** What else is to be known: the range, the lead, the missing codes. */
  readonly notes: readonly string[]
}
