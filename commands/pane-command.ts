import type { CommandContext } from '#command-kit/context.ts'
import { action, type Place } from '#command-kit/declaration.ts'
import type { CommandId } from '#commands/signatures.ts'

type PaneCommandId =
  | Extract<CommandId, `${'list' | 'form' | 'drawing' | 'picture' | 'code' | 'study'}.${string}`>
  | 'access.copy-request'
  | 'methods.copy'
  | 'compare.side-by-side'

interface PaneCommand {
  readonly title: string
  readonly keywords?: readonly string[]
  readonly help: string
  readonly seq?: string | readonly string[]
  /** Whether a held key repeats it. */
  readonly repeats?: boolean
  readonly scope?: 'pane' | 'table'
  /** The reason without a handler in the focused pane. */
  readonly because: string
  readonly places?: readonly Place[]
  readonly visible?: (context: CommandContext) => boolean
  readonly success?: string
}

const SECTIONS: Readonly<Record<string, string>> = {
  access: 'Help',
  drawing: 'Drawings',
  picture: 'Pictures',
  code: 'Definitions',
  methods: 'Definitions',
  study: 'Projects',
  compare: 'Compare',
}

/** A command that the focused pane's screen handles. */
export function paneCommand<Id extends PaneCommandId>(id: Id, command: PaneCommand) {
  const { title, keywords = [], help, seq = [], repeats = false, scope = 'pane', because, ...further } = command
  return action<Id>({
    ...further,
    title,
    section: SECTIONS[id.split('.', 1)[0] ?? ''] ?? (scope === 'table' ? 'Lists' : 'Forms'),
    keywords,
    help,
    keys: [seq].flat().map((one) => ({ seq: one, scope, repeats })),
    available: ({ workspace, source }: CommandContext) => {
      const offered = workspace.paneAction(id)
      return (source === 'key' ? offered?.availableByKey : undefined) ?? offered?.available ?? { because }
    },
    run: async ({ workspace }: CommandContext) => {
      await workspace.paneAction(id)?.run()
    },
  })
}
