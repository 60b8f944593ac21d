import type { CommandContext } from '#command-kit/context.ts'
import { action, route } from '#command-kit/declaration.ts'
import { paneCommand } from '#commands/pane-command.ts'
import { isOffered } from '#contract/endpoint.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    'study.show': Nothing
    'study.open-file': Nothing
    'study.save-file': Nothing
    'study.read-project': Nothing
    'study.undo': Nothing
    'study.show-log': Nothing
    /** `since`: the moment of an entry; without it from the begin of the session. */
    'study.copy-log': { since?: string }
  }
}

const visible = ({ capabilities }: CommandContext) => isOffered({ capability: 'study-files' }, capabilities)

const because = 'Available while a study file is open.'

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
  'study.open-file': paneCommand('study.open-file', {
    because,
    visible,
    title: 'Open a study file…',
    keywords: ['load', 'diver'],
    help: 'Reads a study file in place of the text.',
  }),
  'study.save-file': paneCommand('study.save-file', {
    because,
    visible,
    title: 'Save the study file',
    keywords: ['export', 'download', 'git', 'diver'],
    help: 'Saves the text as a file.',
  }),
  'study.read-project': paneCommand('study.read-project', {
    because,
    visible,
    title: 'Show the project as it is',
    keywords: ['reset', 'discard', 'reload'],
    help: 'Writes the definitions of the project in place of the text.',
  }),
  'study.undo': paneCommand('study.undo', {
    because,
    visible,
    title: 'Undo the applied study file',
    keywords: ['revert', 'back'],
    help: 'Restores the definitions from before the study file that was applied last.',
  }),
  'study.show-log': route<'study.show-log'>({
    path: '/project/study/log',
    screen: () => import('#features/studies/screens/log-screen.tsx'),
    chapter: 'log',
    title: 'Command log',
    section: 'Projects',
    keywords: ['session', 'history', 'today', 'changes', 'record', 'script'],
    help: 'Shows what you have made, changed, deleted and downloaded since you signed in.',
    keys: [{ seq: 'g h', scope: 'global' }],
    visible,
    toTarget: () => ({}),
    fromTarget: () => ({}),
  }),
  'study.copy-log': action<'study.copy-log'>({
    title: 'Copy this session as a study file',
    section: 'Projects',
    keywords: ['log', 'history', 'code', 'script', 'diver'],
    help: 'Copies what you made and changed in the project since you signed in, or from a line on.',
    visible,
    run: async (context, { since }) => (await import('#features/studies/log/copy-log.ts')).copyLog(context, since),
  }),
}
