import type { ArgumentSource, ChoiceRow, ChoiceState } from '#command-kit/argument-source.ts'
import { nextQuestion, questionsOf, type Question } from '#command-kit/arguments.ts'
import type { ArgumentValue, Invocation, Subject } from '#command-kit/declaration.ts'
import type { CommandKit } from '#command-kit/kit.ts'
import { scoreOf, type Usage } from '#command-kit/usage.ts'

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
  const question = nextQuestion(registry.command(invocation.id), invocation.args, 'palette')
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
  const given = answersOf(kit, invocation)
    .filter((answer) => answer.source.kind === source.kind)
    .map(({ value }) => value)
  return given.length === 0 ? state : { ...state, rows: state.rows.filter(({ value }) => !given.includes(value)) }
}

/** The title of a chosen value. */
export function titleOfValue(state: ChoiceState, value: ArgumentValue): string {
  const row = state.status === 'ready' ? state.rows.find((candidate) => candidate.value === value) : undefined
  return row?.title ?? String(value)
}

const RECENT = 5

/** Rows for an empty query: subjects of panes, pinned, recent, then all others. */
export function suggestedFirst(
  { kind }: ArgumentSource,
  rows: readonly ChoiceRow[],
  subjects: readonly Subject[],
  usage: Usage,
  pins: readonly string[],
  now: number,
): readonly ChoiceRow[] {
  const shown = subjects.filter((subject) => subject.kind === kind).map(({ value }) => value)
  const used = new Set(Object.keys(usage).filter((key) => key.startsWith(`${kind}:`)))
  const uses = (used.size === 0 ? [] : rows.filter(({ value }) => used.has(`${kind}:${value}`)))
    .map((row) => ({ row, score: scoreOf(usage, `${kind}:${row.value}`, now) }))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, RECENT)
    .map(({ row }) => row)
  const pinned = pins.filter((pin) => pin.startsWith(`${kind}:`))
  const first = new Set([
    ...shown.flatMap((value) => rows.find((row) => row.value === value) ?? []),
    ...pinned.flatMap((pin) => rows.find((row) => pin === `${kind}:${row.value}`) ?? []),
    ...uses,
  ])
  return first.size === 0 ? rows : [...first, ...rows.filter((row) => !first.has(row))]
}
