import type { ArgumentSource, ChoiceState } from '#command-kit/argument-source.ts'
import { nextQuestion, questionsOf, type Question } from '#command-kit/arguments.ts'
import type { ArgumentValue, Invocation } from '#command-kit/declaration.ts'
import type { CommandKit } from '#command-kit/kit.tsx'

/** A page of the palette that asks for one argument. */
export interface QuestionPage {
  readonly invocation: Invocation
  readonly question: Question
  readonly source: ArgumentSource
}

/** The page for the next missing argument; null if none is missing or it has no source. */
export function questionPage(
  { registry, sources }: CommandKit,
  invocation: Invocation | undefined,
): QuestionPage | null {
  if (invocation === undefined) return null
  const question = nextQuestion(registry.command(invocation.id), invocation.args)
  const source = question && sources.find(({ kind }) => kind === question.kind)
  return question && source ? { invocation, question, source } : null
}

/** The arguments given so far, in order. */
export function answersOf(
  { registry, sources }: CommandKit,
  { id, args }: Invocation,
): readonly { source: ArgumentSource; value: ArgumentValue }[] {
  return questionsOf(registry.command(id)).flatMap(({ name, kind }) => {
    const value: unknown = Object.entries(args).find(([key]) => key === name)?.[1]
    const source = sources.find((candidate) => candidate.kind === kind)
    if (source === undefined) return []
    const values: readonly unknown[] = Array.isArray(value) ? value : [value]
    return values.flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [{ source, value: one }] : []))
  })
}

/** The rows of a question without values that other arguments have. */
export function withoutAnswers(kit: CommandKit, { invocation, source }: QuestionPage, state: ChoiceState): ChoiceState {
  if (state.status !== 'ready') return state
  const usedValues = answersOf(kit, invocation)
    .filter((answer) => answer.source.kind === source.kind)
    .map(({ value }) => value)
  return usedValues.length === 0
    ? state
    : { ...state, rows: state.rows.filter(({ value }) => !usedValues.includes(value)) }
}
