import { fillFromPanes, nextQuestion } from '#command-kit/arguments.ts'
import type { CommandContext, Outcome, PalettePort, Source, Store, WorkspacePort } from '#command-kit/context.ts'
import type { Invocation } from '#command-kit/declaration.ts'
import { pinsAtom, withPin } from '#command-kit/palette/palette-pins.ts'
import {
  cheatSheetOpenAtom,
  CLOSED,
  keyboardOpenAtom,
  opened,
  paletteAtom,
  paletteRowAtom,
} from '#command-kit/palette/palette-state.ts'
import type { Registry } from '#command-kit/registry.ts'

interface PalettePortSettings {
  readonly store: Store
  readonly registry: Registry
  readonly username: string
  readonly source: Source
  readonly workspace: WorkspacePort
  readonly last: () => Invocation | null
  readonly run: (invocation: Invocation) => Promise<Outcome>
}

/** The palette's port for commands. */
export function createPalettePort(settings: PalettePortSettings): PalettePort {
  const { store, registry, username, source, workspace, last, run } = settings
  return {
    open: () => store.set(paletteAtom, (state) => (state.isOpen ? CLOSED : opened([], 'here'))),
    ask: (invocation, where = 'here') => {
      store.set(cheatSheetOpenAtom, false)
      store.set(keyboardOpenAtom, false)
      store.set(paletteAtom, opened(pagesFor(registry, { source, workspace }, invocation), where))
    },
    openCheatSheet: () => {
      store.set(paletteAtom, CLOSED)
      store.set(cheatSheetOpenAtom, true)
    },
    openKeyboard: () => {
      store.set(paletteAtom, CLOSED)
      store.set(cheatSheetOpenAtom, false)
      store.set(keyboardOpenAtom, true)
    },
    canPin: () => store.get(paletteRowAtom) !== null,
    isPinned: () => store.get(pinsAtom(username)).includes(store.get(paletteRowAtom) ?? ''),
    togglePin: () => {
      const key = store.get(paletteRowAtom)
      if (key !== null) store.set(pinsAtom(username), (pins) => withPin(pins, key))
    },
    canRepeat: () => last() !== null,
    repeatLast: () => {
      const invocation = last()
      if (invocation !== null) void run(invocation)
    },
  }
}

/** A page for each argument filled from the panes, so that users can go back, and the page to answer. */
function pagesFor(
  registry: Registry,
  context: Pick<CommandContext, 'source' | 'workspace'>,
  invocation: Invocation,
): readonly Invocation[] {
  const command = registry.command(invocation.id)
  const steps = fillFromPanes(command, invocation, context)
  return steps.filter(({ args }, index) => {
    const question = nextQuestion(command, args)
    const following = steps[index + 1]
    return question !== undefined && question.name !== (following && nextQuestion(command, following.args)?.name)
  })
}
