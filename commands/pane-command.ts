import { action } from '#command-kit/declaration.ts'
import type { CommandContext, PaneActionName } from '#command-kit/context.ts'
import type { CommandId } from '#commands/signatures.ts'

type PaneCommandId = Extract<CommandId, `list.${string}` | `form.${string}` | `drawing.${string}`>

interface PaneCommand {
  readonly does: PaneActionName
  readonly title: string
  readonly keywords?: readonly string[]
  readonly help: string
  readonly seq?: string
  readonly scope?: 'pane' | 'table'
  /** The reason where the focused pane has no such action. */
  readonly because: string
}

/** A command that the screen of the focused pane carries out. */
export function paneCommand<Id extends PaneCommandId>(command: PaneCommand) {
  const { does, title, keywords = [], help, seq, scope = 'pane', because } = command
  return action<Id>({
    title,
    section: does.startsWith('zoom') ? 'Drawings' : scope === 'table' ? 'Lists' : 'Forms',
    keywords,
    help,
    ...(seq !== undefined && { keys: [{ seq, scope }] }),
    available: ({ workspace, source }: CommandContext) => {
      const offered = workspace.paneAction(does)
      return (source === 'key' ? offered?.availableByKey : undefined) ?? offered?.available ?? { because }
    },
    run: async ({ workspace }: CommandContext) => {
      await workspace.paneAction(does)?.run()
    },
    examples: [{}],
  })
}
