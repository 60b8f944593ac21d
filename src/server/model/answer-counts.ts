/** The number of answers and the most frequent values. */
export interface AnswerCounts {
  readonly observations: number
  readonly topAnswers: [value: string | null, count: number | null][]
}
