/** How many answered, and what most of them did. */
export interface AnswerCounts {
  readonly observations: number
  readonly topAnswers: [value: string | null, count: number | null][]
}
