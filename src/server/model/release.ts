/** One state of the research data. An import makes the next one. */
export interface Release {
  readonly no: number
  readonly name: string
  /** Epoch milliseconds. */
  readonly madeAt: number
  /** The data version of cohorts that were counted on it. */
  readonly answersVersion: string
  /** The greatest number of an individual; individuals with greater numbers were added later. */
  readonly lastIndividual: number
  /** The greatest number of a form; an import adds variables with new forms only. */
  readonly lastForm: number
  readonly individuals: number
  readonly variables: number
  /** Null until it is computed. */
  readonly contentHash: string | null
}

/** In the table `record_before`: stands for the records of all forms. */
export const ANY_RECORD = 'individual'
