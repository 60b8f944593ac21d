import type { createStore } from 'jotai'
import type { Call } from '#api/result.ts'
import type { CommandId } from '#commands/signatures.ts'
import type { ChapterId } from '#domain/guide.ts'
import type { Availability, Invocation, Subject } from '#command-kit/declaration.ts'

/** What started a command. */
export type Source = 'palette' | 'key' | 'button'

/** What the signed-in user may do, as commands need it. */
export interface UserPort {
  readonly username: string
  readonly isAdmin: boolean
  readonly collections: readonly string[]
}

export interface ProjectPort {
  readonly projectId: number
  readonly name: string
}

/** What a pane's own screen does when a shared command (save, apply, next row) runs in it. */
export interface PaneAction {
  readonly available: Availability
  /** Where a key may do more than the button: save what is not applied yet, by applying it first. */
  readonly availableByKey?: Availability
  readonly run: () => void | Promise<void>
}

export type Where = 'here' | 'beside'

export interface WorkspacePort {
  /** Opens one of the product's own URLs (path and query) in the focused pane or beside it. */
  readonly open: (url: string, where: Where) => void
  /** Opens the focused pane's screen once more beside it. */
  readonly split: () => void
  readonly close: () => void
  /** Opens the pane closed last once more. */
  readonly reopen: () => void
  readonly focus: (position: number) => void
  readonly focusNext: () => void
  readonly focusPrevious: () => void
  /** Moves the focused pane by so many places to the right, or with a minus to the left. */
  readonly move: (by: 1 | -1) => void
  /** Shows the focused pane alone, or all of them again. */
  readonly maximise: () => void
  readonly isMaximised: () => boolean
  readonly resize: (change: 'equal' | 'wider' | 'narrower') => void
  /** Lets the pane beside the focused one follow its list, beginning with a URL; or no more where it does. */
  readonly link: (url: string) => void
  /** Shows a URL in the pane that follows a list's, if one does. */
  readonly follow: (listId: string, url: string) => void
  readonly isLinked: () => boolean
  /** The list that the focused pane's thing belongs to. */
  readonly up: () => Invocation | null
  readonly paneCount: () => number
  /** How many closed panes could be reopened. */
  readonly closedCount: () => number
  readonly isFirstFocused: () => boolean
  readonly isLastFocused: () => boolean
  /** Shows these pages side by side, and nothing else. */
  readonly arrange: (urls: readonly string[]) => void
  /** The guide's chapter about the focused pane's screen; null where it shows none. */
  readonly chapter: () => ChapterId | null
  /** What the focused pane shows. */
  readonly subject: () => Subject | undefined
  /** What the panes show: the focused one first, then its neighbours. */
  readonly subjects: () => readonly Subject[]
  /** The focused pane's own part in a command; undefined where its screen has none. */
  readonly paneAction: (id: CommandId) => PaneAction | undefined
  /** The address that opens these same panes. */
  readonly address: () => string
}

export interface ToastPort {
  readonly success: (text: string) => void
  readonly error: (text: string) => void
  /** A command failed: a toast, and the text in the focused pane. */
  readonly failure: (text: string) => void
}

export interface PalettePort {
  /** Opens the palette, or closes it where it is open. */
  readonly open: () => void
  /** Asks for what an invocation still lacks, then runs it. */
  readonly ask: (invocation: Invocation, where?: Where) => void
  readonly openCheatSheet: () => void
  /** Opens the page on which keys are changed. */
  readonly openKeyboard: () => void
  /** Whether a row of the palette is under its cursor, to be pinned or let go. */
  readonly canPin: () => boolean
  readonly isPinned: () => boolean
  readonly togglePin: () => void
  readonly canRepeat: () => boolean
  readonly repeatLast: () => void
}

/** What became of a command: it ran, failed, was refused, or the palette now asks for what it lacks. */
export type Outcome = 'ran' | 'failed' | 'refused' | 'asked'

export type Store = ReturnType<typeof createStore>

/** Everything a command may touch; passed in, never imported. */
export interface CommandContext {
  readonly source: Source
  readonly user: UserPort | null
  readonly project: ProjectPort | null
  readonly capabilities: readonly string[]
  readonly workspace: WorkspacePort
  readonly palette: PalettePort
  readonly toast: ToastPort
  readonly call: Call
  readonly store: Store
  readonly run: (invocation: Invocation, where?: Where) => Promise<Outcome>
}
