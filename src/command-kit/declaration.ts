import type { Getter } from 'jotai'
import type { ComponentType } from 'react'
import type { Failure } from '#api/result.ts'
import type { CommandContext } from '#command-kit/context.ts'
import type { ArgumentsOf, CommandId } from '#commands/signatures.ts'
import type { ChapterId } from '#domain/guide.ts'

/** Where keys of a command are active. */
export type Scope = 'global' | 'pane' | 'table' | 'dialog'

export interface KeyBinding {
  /** Strokes separated by blanks: "g p", "$mod+Enter", "Shift+D". $mod is Cmd on a Mac, else Ctrl. */
  readonly seq: string
  readonly scope: Scope
  /** Repeats while the key is held; for moving in a list, never for changes. */
  readonly repeats?: boolean
}

export interface Place {
  /** The menu of a thing is on its page; a page of no thing has its commands in the menu of the pane. */
  readonly location: 'header' | 'dashboard' | 'pane-menu' | 'thing-menu'
  readonly order: number
  readonly title?: string
}

/** Whether a command can run; `because` is shown as the reason. */
export type Availability = true | 'pending' | { readonly because: string }

/** Kinds of arguments; the app registers one source a kind. */
export type ArgumentKind = 'cohort' | 'variable' | 'variable-set' | 'project'
export type ArgumentValue = string | number

/** The thing that a screen shows, suggested for arguments of its kind. */
export interface Subject {
  readonly kind: ArgumentKind | 'download-file'
  readonly value: ArgumentValue
  /** Set for a thing that the focused pane does not show: named beside the argument that it fills. */
  readonly from?: Origin
}

/** Sources of arguments other than the focused pane. */
export const ORIGINS = ['another pane', 'the last one shown', 'the working set'] as const
export type Origin = (typeof ORIGINS)[number]

/** Values of an argument that were filled from elsewhere than the focused pane. */
export interface Taken {
  readonly name: string
  readonly kind: Subject['kind']
  readonly values: readonly ArgumentValue[]
  readonly from: Origin
}

export interface Ask {
  readonly kind: ArgumentKind
  readonly prompt: string
  /** Filled from the panes but never asked for. */
  readonly optional?: boolean
  readonly isList?: boolean
  /** Filled with the thing of its kind that was shown last, if no pane shows one. */
  readonly takesLast?: boolean
  /**
   * Whether the panes' subjects fill the argument, or are listed first. Default: a route with a `subject` suggests,
   * because its thing is already shown; others fill.
   */
  readonly fromPanes?: 'fill' | 'suggest'
}

type Text<Args> = string | ((context: CommandContext, args: Partial<Args>) => string)

interface Common<Args> {
  readonly title: Text<Args>
  readonly section: string
  readonly keywords?: readonly string[]
  readonly help: string
  readonly keys?: readonly KeyBinding[]
  readonly places?: readonly Place[]
  readonly visible?: (context: CommandContext, args: Partial<Args>) => boolean
  readonly available?: (context: CommandContext, args: Partial<Args>) => Availability
  readonly repeatable?: boolean
  /** Required arguments, in the order of the questions. */
  readonly ask?: { readonly [Key in keyof Args]?: Ask }
  readonly success?: string
}

export type RouteParams = Readonly<Record<string, string | undefined>>
export interface RouteTarget {
  readonly params?: RouteParams
  /** A list is a repeated parameter. */
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** Props of a screen: the command's arguments, parsed once from the pane's URL. */
export interface ScreenProps<Args> {
  readonly args: Args
}

export interface RouteCommand<Args> extends Common<Args> {
  readonly kind: 'route'
  readonly path: `/${string}`
  readonly screen: () => Promise<{ default: ComponentType<ScreenProps<Args>> }>
  /** Another screen, for the arguments that ask for it. */
  readonly otherScreen?: (args: Args) => RouteCommand<Args>['screen'] | undefined
  /** Shown for a URL without valid arguments, with the id of the URL. */
  readonly unknown?: () => Promise<{ default: ComponentType<{ id: string }> }>
  /** The pane's title, if not the command's. Null stands for invalid arguments. */
  readonly heading?: string | ((get: Getter, args: Args | null) => string)
  /** The chapter that Help For This Page opens. */
  readonly chapter: ChapterId
  readonly toTarget: (args: Args) => RouteTarget
  /** Arguments from the rows of the focused list, or from a pane's subject; for keys and the palette. */
  readonly argsFromPane?: (subjects: readonly [Subject, ...Subject[]]) => Partial<Args>
  /** Parses a URL of this route; null for an invalid one. */
  readonly fromTarget: (params: RouteParams, query: URLSearchParams) => Args | null
  readonly subject?: (args: Args) => Subject | undefined
  /** The parent page; the default is the first page. */
  readonly up?: CommandId | ((get: Getter, args: Args | null) => CommandId)
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

export type InvocationOf<Id extends CommandId> = {
  [One in Id]: { readonly id: One; readonly args: Partial<ArgumentsOf<One>> }
}[Id]

export type Invocation = InvocationOf<CommandId>

/** Pairs a command with its arguments, so that the types match. */
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

/** The commands of several areas; throws on a duplicate id. */
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
