import { parseExpression } from '#domain/expressions/parse-expression.ts'
import { ProblemError, readToken, type Expected, type ExpressionProblem } from '#domain/expressions/tokens.ts'

/** The end of a text that can be completed. */
export interface OpenEnd {
  readonly expected: Expected
  /** The text before the word that is being typed. */
  readonly before: string
  /** That word, without its quotation mark. */
  readonly typed: string
}

const OPENS_QUOTE = /^["'“‘]/

type ExpectedAfter = { readonly expected: Expected } | { readonly problem: ExpressionProblem }

function afterExpression(text: string): ExpectedAfter {
  const parsed = parseExpression(text)
  return 'node' in parsed ? { expected: { kind: 'joint' } } : parsed
}

/** What the grammar, that of an expression without another one, expects at the end of a text; null after an error. */
export function openEndOf(text: string, expectedAfter = afterExpression): OpenEnd | null {
  const from = lastWordOf(text)
  if (from === null) return null
  const before = text.slice(0, from)
  const typed = text.slice(from).replace(OPENS_QUOTE, '')
  const after = expectedAfter(before)
  if ('expected' in after) return { expected: after.expected, before, typed }
  const { problem } = after
  // An error before the end hides the expectation.
  const isAtEnd = problem.from >= before.trimEnd().length
  return isAtEnd && problem.expected ? { expected: problem.expected, before, typed } : null
}

/** Where the word begins that the text ends with; the end of the text after a blank or a sign, null after an error. */
function lastWordOf(text: string): number | null {
  for (let place = 0; ;) {
    try {
      const token = readToken(text, place)
      if (token.kind === 'end') return text.length
      if (token.kind === 'word' && token.to === text.length) return token.from
      place = token.to
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      const { from } = error.problem
      return OPENS_QUOTE.test(text.slice(from)) ? from : null
    }
  }
}
