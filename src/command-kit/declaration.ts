import type { Getter } from 'jotai'
import type { ComponentType } from 'react'
import type { Failure } from '#api/result.ts'
import type { ChapterId } from '#domain/guide.ts'
import type { ArgumentsOf, CommandId } from '#commands/signatures.ts'
import type { CommandContext } from '#command-kit/context.ts'

/** Where keys and buttons of a command work. */
export type Scope = 'global' | 'pane' | 'table' | 'dialog'

export interface KeyBinding {
  /** Strokes parted by blanks: "g p", "$mod+Enter", "Shift+D". $mod is Cmd on a Mac, else Ctrl. */
  readonly seq: string
  readonly scope: Scope
  /** Runs again and again while the key is held down; moving in a list, never an act with consequences. */
  readonly held?: boolean
}

export interface Place {
  readonly at: 'header' | 'dashboard' | 'pane-menu'
  readonly order: number
  /** The label in this place; the command's title if absent. */
  readonly title?: string
}

/** Whether a command can run now; while it cannot, why (shown wherever the command is). */
export type Availability = true | 'pending' | { readonly because: string }

/** Things that an argument may name; the app registers one source a kind. */
export type ArgumentKind = 'cohort' | 'variable' | 'variable-set' | 'project'
export type ArgumentValue = string | number

/** What a screen is about, so that the palette can suggest it for an argument of that kind. */
export interface Subject {
  readonly kind: ArgumentKind
  readonly value: ArgumentValue
}

export interface Ask {
  readonly kind: ArgumentKind
  readonly prompt: string
  /** Taken from the panes where they show one, but never asked for; or asked for by the palette alone. */
  readonly optional?: boolean | 'asked-by-palette'
  /** The argument is a list, of which one thing is asked for. */
  readonly isList?: boolean
  /**
   * What the panes show either fills the argument at once, or only stands first among the choices. Without this a
   * route that shows a thing of its own (it has a `subject`) suggests, since the thing shown is there already; all
   * others fill.
   */
  readonly fromPanes?: 'fill' | 'suggest'
}

type Text<Args> = string | ((context: CommandContext, args: Partial<Args>) => string)

interface Common<Args> {
  readonly title: Text<Args>
  readonly section: string
  readonly keywords?: readonly string[]
  /** One sentence: tooltip, cheat sheet, guide. */
  readonly help: string
  readonly keys?: readonly KeyBinding[]
  readonly places?: readonly Place[]
  readonly visible?: (context: CommandContext, args: Partial<Args>) => boolean
  readonly available?: (context: CommandContext, args: Partial<Args>) => Availability
  readonly repeatable?: boolean
  /** Arguments to ask for, in this order, when they are missing. */
  readonly ask?: { readonly [Key in keyof Args]?: Ask }
  /** Said in a toast when it has run. */
  readonly success?: string
  readonly examples: readonly [Args, ...Args[]]
}

export type RouteParams = Readonly<Record<string, string | undefined>>
export interface RouteTarget {
  readonly params?: RouteParams
  readonly query?: Readonly<Record<string, string | undefined>>
}

/** What a screen is handed: the arguments of its command, parsed from the pane's address once. */
export interface ScreenProps<Args> {
  readonly args: Args
}

export interface RouteCommand<Args> extends Common<Args> {
  readonly kind: 'route'
  /** React Router's pattern, as spec section 2 writes the route. */
  readonly path: `/${string}`
  readonly screen: () => Promise<{ default: ComponentType<ScreenProps<Args>> }>
  /** Shown for an address that stands for no arguments, with the id as it is written there. */
  readonly unknown?: () => Promise<{ default: ComponentType<{ id: string }> }>
  /** The title of the pane where it is not the command's: it may name what the pane shows. Null stands for no arguments. */
  readonly heading?: string | ((get: Getter, args: Args | null) => string)
  /** The guide's chapter about it, which Help For This Page opens. */
  readonly chapter: ChapterId
  readonly toTarget: (args: Args) => RouteTarget
  /** Arguments taken from what the focused pane shows, where a key or the palette gives none. */
  readonly argsFromPane?: (subject: Subject) => Partial<Args>
  /** The arguments that a URL of this route stands for; null where it stands for none (a bad id). */
  readonly fromTarget: (params: RouteParams, query: URLSearchParams) => Args | null
  readonly subject?: (args: Args) => Subject | undefined
  /** The page above it, such as the list that its thing belongs to; the first page where nothing is said. */
  readonly up?: CommandId
}

export interface ActionCommand<Args> extends Common<Args> {
  readonly kind: 'action'
  readonly run: (context: CommandContext, args: Args) => Promise<Failure | void> | void
}

export interface LinkCommand<Args> extends Common<Args> {
  readonly kind: 'link'
  readonly url: (context: CommandContext, args: Args) => string
}

export type Command<Args> = RouteCommand<Args> | ActionCommand<Args> | LinkCommand<Args>
export type CommandRecord = { readonly [Id in CommandId]: Command<ArgumentsOf<Id>> }

/** One command, or one of several, with its arguments, whole or in part. */
export type InvocationOf<Id extends CommandId> = {
  [One in Id]: { readonly id: One; readonly args: Partial<ArgumentsOf<One>> }
}[Id]

/** A command with its arguments, whole or in part. */
export type Invocation = InvocationOf<CommandId>

/** A command and its arguments tied together; they fit one another here, so they do everywhere. */
export function invocationOf<Id extends CommandId>(id: Id, args: Partial<ArgumentsOf<Id>>): Invocation
export function invocationOf(id: CommandId, args: object): { readonly id: CommandId; readonly args: object } {
  return { id, args }
}

export function route<Id extends CommandId>(
  declaration: Omit<RouteCommand<ArgumentsOf<Id>>, 'kind'>,
): RouteCommand<ArgumentsOf<Id>> {
  return { kind: 'route', ...declaration }
}

export function action<Id extends CommandId>(
  declaration: Omit<ActionCommand<ArgumentsOf<Id>>, 'kind'>,
): ActionCommand<ArgumentsOf<Id>> {
  return { kind: 'action', ...declaration }
}

export function link<Id extends CommandId>(
  declaration: Omit<LinkCommand<ArgumentsOf<Id>>, 'kind'>,
): LinkCommand<ArgumentsOf<Id>> {
  return { kind: 'link', ...declaration }
}

/** Commands of several areas, put together; throws on an id that two areas declare. */
interface CommandSet<Commands extends object> {
  readonly and: <More extends object>(more: More) => CommandSet<Commands & More>
  readonly all: () => Commands
}

export function commandSet<Commands extends object>(commands: Commands): CommandSet<Commands> {
  return {
    and: (more) => {
      const twice = Object.keys(more).find((id) => Object.hasOwn(commands, id))
      if (twice !== undefined) throw new Error(`Two areas declare the command "${twice}"`)
      return commandSet({ ...commands, ...more })
    },
    all: () => commands,
  }
}
