import type { CommandContext } from '#command-kit/context.ts'
import { action, route } from '#command-kit/declaration.ts'
import type { CommandId } from '#commands/signatures.ts'
import { isOffered } from '#contract/endpoint.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    'study.show': Nothing
    'study.open-file': Nothing
    'study.save-file': Nothing
    'study.read-project': Nothing
    'study.undo': Nothing
  }
}

const visible = ({ capabilities }: CommandContext) => isOffered({ capability: 'study-files' }, capabilities)

/** What the study file in the focused pane handles. */
function handledBy(id: CommandId) {
  return {
    section: 'Projects',
    visible,
    available: ({ workspace }: CommandContext) =>
      workspace.paneAction(id)?.available ?? { because: 'Available while a study file is open.' },
    run: async ({ workspace }: CommandContext) => {
      await workspace.paneAction(id)?.run()
    },
  } as const
}

export const studyCommands = {
  'study.show': route<'study.show'>({
    path: '/project/study',
    screen: () => import('#features/studies/screens/study-screen.tsx'),
    chapter: 'study',
    title: 'Study file',
    section: 'Projects',
    keywords: ['text', 'code', 'git', 'plan', 'apply', 'edit', 'diver'],
    help: 'Shows the current project as text: edit it, see what would change, and apply it.',
    keys: [{ seq: 'g e', scope: 'global' }],
    visible,
    toTarget: () => ({}),
    fromTarget: () => ({}),
  }),
  'study.open-file': action<'study.open-file'>({
    ...handledBy('study.open-file'),
    title: 'Open a study file…',
    keywords: ['load', 'diver'],
    help: 'Reads a study file in place of the text.',
  }),
  'study.save-file': action<'study.save-file'>({
    ...handledBy('study.save-file'),
    title: 'Save the study file',
    keywords: ['export', 'download', 'git', 'diver'],
    help: 'Saves the text as a file.',
  }),
  'study.read-project': action<'study.read-project'>({
    ...handledBy('study.read-project'),
    title: 'Show the project as it is',
    keywords: ['reset', 'discard', 'reload'],
    help: 'Writes the definitions of the project in place of the text.',
  }),
  'study.undo': action<'study.undo'>({
    ...handledBy('study.undo'),
    title: 'Undo the applied study file',
    keywords: ['revert', 'back'],
    help: 'Restores the definitions from before the study file that was applied last.',
  }),
}
