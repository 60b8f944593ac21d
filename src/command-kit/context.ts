import type { createStore } from 'jotai'
import type { Call } from '#api/result.ts'
import type { ArgumentKind, Availability, Invocation, Subject, Taken } from '#command-kit/declaration.ts'
import type { ArgumentsOf, CommandId } from '#commands/signatures.ts'
import type { ChapterId } from '#domain/guide.ts'

export type Source = 'palette' | 'key' | 'button'

export interface UserPort {
  readonly username: string
  readonly isAdmin: boolean
  readonly collections: readonly string[]
}

export interface ProjectPort {
  readonly projectId: number
  readonly name: string
}

/** A pane's handler of a shared command (save, apply, next row). */
export interface PaneAction<Id extends CommandId = never> {
  readonly available: Availability
  /** Set where the key does more than the button: it applies unapplied changes before it saves. */
  readonly availableByKey?: Availability
  /** Focuses the field of the reason why it is unavailable. */
  readonly lead?: () => void
  /** The arguments of the command by key and palette: the selected rows, for example. */
  readonly args?: Partial<ArgumentsOf<Id>>
  readonly run: () => void | Promise<void>
}

export type Where = 'here' | 'beside'

/** What a route was opened for, and which arguments come from elsewhere than the focused pane. */
export interface Opening {
  readonly invocation: Invocation
  readonly taken: readonly Taken[]
}

export interface WorkspacePort {
  readonly open: (url: string, where: Where, opening?: Opening) => void
  readonly split: () => void
  readonly close: () => void
  readonly reopen: () => void
  readonly focus: (position: number) => void
  readonly focusNext: () => void
  readonly focusPrevious: () => void
  /** Moves the focused pane by one place to the right (1) or left (-1). */
  readonly move: (by: 1 | -1) => void
  readonly maximise: () => void
  readonly isMaximised: () => boolean
  readonly resize: (change: 'equal' | 'wider' | 'narrower') => void
  /** Links a pane to the focused list: it follows the list, starting with a URL. Unlinks it if it is linked. */
  readonly link: (url: string) => void
  /** Shows a URL in the pane that follows a list, if any. */
  readonly follow: (listId: string, url: string) => void
  readonly isLinked: () => boolean
  /** The list of the focused pane's thing. */
  readonly up: () => Invocation | null
  readonly paneCount: () => number
  readonly closedCount: () => number
  readonly isFirstFocused: () => boolean
  readonly isLastFocused: () => boolean
  /** Replaces all panes by these URLs. */
  readonly arrange: (urls: readonly string[]) => void
  /** The guide's chapter of the focused pane; null without one. */
  readonly chapter: () => ChapterId | null
  /** The subject of the focused pane. */
  readonly subject: () => Subject | undefined
  /** The row under the cursor, or the selection that contains it, in the focused pane's list. */
  readonly rows: () => readonly Subject[]
  /** The rows, then the subjects of the panes, the focused one first, then its neighbours. */
  readonly subjects: () => readonly Subject[]
  /** The thing of a kind that was shown last, in a pane that is gone or shows another page. */
  readonly lastShown: (kind: ArgumentKind) => Subject | undefined
  /** The focused pane's handler of a command; undefined without one. */
  readonly paneAction: <Id extends CommandId>(id: Id) => PaneAction<Id> | undefined
  /** The URL of the current panes. */
  readonly address: () => string
}

export interface ToastPort {
  readonly success: (text: string) => void
  readonly error: (text: string) => void
  readonly failure: (text: string) => void
}

export interface PalettePort {
  readonly open: () => void
  /** Asks for missing arguments, then runs the command. */
  readonly ask: (invocation: Invocation, where?: Where) => void
  readonly openCheatSheet: () => void
  /** Opens the page of key settings. */
  readonly openKeyboard: () => void
  /** Whether the active row of the palette can be pinned. */
  readonly canPin: () => boolean
  readonly isPinned: () => boolean
  readonly togglePin: () => void
  readonly canRepeat: () => boolean
  readonly repeatLast: () => void
}

/** Outcome of a run; asked: the palette asks for missing arguments. */
export type Outcome = 'ran' | 'failed' | 'refused' | 'asked'

export type Store = ReturnType<typeof createStore>

/** Everything a command may access (dependency injection). */
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
