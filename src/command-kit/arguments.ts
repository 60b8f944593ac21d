import type { CommandContext, Source } from '#command-kit/context.ts'
import {
  ORIGINS,
  type ArgumentValue,
  type Ask,
  type Command,
  type InvocationOf,
  type Taken,
} from '#command-kit/declaration.ts'
import type { ArgumentsOf, CommandId } from '#commands/signatures.ts'

/** An argument that a command asks for. */
export interface Question extends Ask {
  readonly name: string
}

/** The arguments that a command asks for, in order. */
export function questionsOf<Args>(command: Command<Args>): readonly Question[] {
  return Object.entries<Ask | undefined>(command.ask ?? {}).flatMap(([name, ask]) => (ask ? [{ name, ...ask }] : []))
}

function valueOf(args: object, name: string): unknown {
  return Object.entries(args).find(([key]) => key === name)?.[1]
}

/** Whether the panes' subjects fill the argument at once, or are only suggested. */
function isFilledFromPanes<Args>(command: Command<Args>, question: Question, source: Source): boolean {
  // A button's arguments are complete; keys and the palette use the things in view.
  if (question.optional !== undefined && question.fromPanes === undefined) return source !== 'button'
  const showsThings = command.kind === 'route' && command.subject !== undefined
  return (question.fromPanes ?? (showsThings ? 'suggest' : 'fill')) === 'fill'
}

/** Adds one argument to an invocation. */
export function withArgument<Id extends CommandId>(
  { id, args }: InvocationOf<Id>,
  { name, isList }: Pick<Question, 'name' | 'isList'>,
  value: ArgumentValue,
): InvocationOf<Id> {
  return withArgs<Id>(id, { ...args, [name]: isList === true ? [value] : value })
}

/** The first argument to ask for. */
export function nextQuestion<Args>(command: Command<Args>, args: Partial<Args>): Question | undefined {
  return questionsOf(command).find(({ optional, name }) => optional !== true && valueOf(args, name) === undefined)
}

/**
 * The steps of filling arguments from the panes: the invocation, then with one more argument each. A subject fills one
 * argument only, so that two arguments of one kind differ.
 */
export function fillFromPanes<Id extends CommandId>(
  command: Command<ArgumentsOf<Id>>,
  invocation: InvocationOf<Id>,
  { source, workspace }: Pick<CommandContext, 'source' | 'workspace'>,
): readonly [...InvocationOf<Id>[], InvocationOf<Id>] {
  const steps: [...InvocationOf<Id>[], InvocationOf<Id>] = [invocation]
  const subjects = workspace.subjects()
  let filled = withArgsFromPane(command, invocation, source, workspace)
  if (filled !== invocation) steps.push(filled)
  for (const question of questionsOf(command)) {
    if (valueOf(filled.args, question.name) !== undefined || !isFilledFromPanes(command, question, source)) continue
    const used = new Set(Object.values<unknown>(filled.args))
    const subject =
      subjects.find(({ kind, value }) => kind === question.kind && !used.has(value)) ??
      (question.takesLast === true ? workspace.lastShown(question.kind) : undefined)
    if (subject === undefined) continue
    filled = withArgument<Id>(filled, question, subject.value)
    steps.push(filled)
  }
  return steps
}

/** Keys and the palette take missing arguments from the focused pane's screen, else from a pane's subject. */
function withArgsFromPane<Id extends CommandId>(
  command: Command<ArgumentsOf<Id>>,
  invocation: InvocationOf<Id>,
  source: Source,
  workspace: CommandContext['workspace'],
): InvocationOf<Id> {
  if (source === 'button' || Object.keys(invocation.args).length > 0) return invocation
  const offered = workspace.paneAction(invocation.id)?.args
  if (offered) return withArgs(invocation.id, offered)
  if (command.kind !== 'route' || !command.argsFromPane) return invocation
  const [row, ...otherRows] = workspace.rows()
  for (const subject of workspace.subjects()) {
    const args = command.argsFromPane(subject === row ? [row, ...otherRows] : [subject])
    if (Object.keys(args).length > 0) return withArgs(invocation.id, args)
  }
  return invocation
}

/** The arguments that filling took from elsewhere than the focused pane, by source. */
export function takenFromElsewhere<Args>(
  command: Command<Args>,
  callerArgs: object,
  filledArgs: object,
  { subjects, lastShown }: Pick<CommandContext['workspace'], 'subjects' | 'lastShown'>,
): readonly Taken[] {
  const kinds = ['cohort', 'variable', 'variable-set', 'project'] as const
  const known = [...subjects(), ...kinds.flatMap((kind) => lastShown(kind) ?? [])]
  return Object.entries(filledArgs).flatMap(([name, value]: [string, unknown]) => {
    if (valueOf(callerArgs, name) !== undefined) return []
    const values: readonly unknown[] = Array.isArray(value) ? value : [value]
    const kind = questionsOf(command).find((question) => question.name === name)?.kind
    // The first subject of a value is the one that filled it.
    const subjects = values.flatMap(
      (one) => known.find((subject) => subject.value === one && subject.kind === (kind ?? subject.kind)) ?? [],
    )
    return ORIGINS.flatMap((from) => {
      const taken = subjects.filter((subject) => subject.from === from)
      const [first] = taken
      return first ? [{ name, kind: first.kind, from, values: taken.map((subject) => subject.value) }] : []
    })
  })
}

function withArgs<Id extends CommandId>(id: Id, args: Partial<ArgumentsOf<Id>>): InvocationOf<Id> {
  const invocation: { readonly id: Id; readonly args: Partial<ArgumentsOf<Id>> } = { id, args }
  return invocation
}

/** Gives a command of another page the arguments of this one: the selected rows, for example. */
export function offered<Args extends object>(args: Args) {
  return { available: true, args, run: () => undefined } as const
}

/** Whether all required arguments are present. */
export function isComplete<Args>(command: Command<Args>, args: Partial<Args>): args is Args {
  return nextQuestion(command, args) === undefined
}
