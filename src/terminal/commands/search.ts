import { variableSearch } from '#contract/variables.ts'
import { SEARCH_LIMIT_MAX } from '#domain/limits.ts'
import { valueOf } from '#terminal/connect.ts'
import { EXIT, TerminalFailure, type Exit, type TerminalContext } from '#terminal/context.ts'
import { print, table } from '#terminal/print.ts'

const LIMIT = '20'
const QUESTION_WIDTH = 72

export async function search(context: TerminalContext, [words = '']: readonly string[]): Promise<Exit> {
  const limit = Number(context.options.limit ?? LIMIT)
  if (!Number.isInteger(limit) || limit < 1 || limit > SEARCH_LIMIT_MAX) {
    throw new TerminalFailure(`--limit takes a number from 1 to ${SEARCH_LIMIT_MAX}.`, EXIT.misused)
  }
  const sent = { searchString: words, searchType: 'question', limit, nearest: true } as const
  const { data } = valueOf(await context.call(variableSearch, sent))
  print(context, data, () =>
    data.length === 0
      ? 'No variable has these words.'
      : table(
          ['Variable', 'Question', 'Type', 'Observations'],
          data.map(({ variableName, question, dataType, observations }) => [
            variableName,
            question.length > QUESTION_WIDTH ? `${question.slice(0, QUESTION_WIDTH - 1)}…` : question,
            dataType,
            observations,
          ]),
        ),
  )
  return data.length === 0 ? EXIT.failed : EXIT.done
}
