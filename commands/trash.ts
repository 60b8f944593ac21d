import type { CommandContext } from '#command-kit/context.ts'
import { action } from '#command-kit/declaration.ts'
import { isOffered } from '#contract/endpoint.ts'
import { nameOfLastDeletion, openTrash, undoLastDeletion } from '#features/trash/use-cases.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    'trash.open': Nothing
    'trash.undo-delete': Nothing
  }
}

const common = {
  section: 'Trash',
  visible: ({ capabilities }: CommandContext) => isOffered({ capability: 'trash' }, capabilities),
} as const

export const trashCommands = {
  'trash.open': action<'trash.open'>({
    ...common,
    title: 'Trash…',
    keywords: ['deleted', 'restore', 'recover', 'bin', 'undelete'],
    help: 'Shows deleted cohorts, custom variables, variable sets and projects, and restores them.',
    keys: [{ seq: 'g t', scope: 'global' }],
    run: (context) => openTrash(context),
  }),
  'trash.undo-delete': action<'trash.undo-delete'>({
    ...common,
    title: (context) => {
      const name = nameOfLastDeletion(context)
      return name === null ? 'Undo delete' : `Undo delete of “${name}”`
    },
    keywords: ['restore', 'recover', 'undelete', 'back'],
    help: 'Restores what you deleted last.',
    available: (context) => nameOfLastDeletion(context) !== null || { because: 'Nothing was deleted in this tab.' },
    run: (context) => undoLastDeletion(context),
  }),
}
