import type { CommandContext } from '#command-kit/context.ts'
import { action } from '#command-kit/declaration.ts'
import { isOffered } from '#contract/endpoint.ts'
import { ANY_ACTION, auditFilterAtom, clearAuditFilter, openAudit, refreshAudit } from '#features/audit/use-cases.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    'audit.open': Nothing
    'audit.refresh': Nothing
    'audit.clear-filter': Nothing
  }
}

function visible({ user, capabilities }: CommandContext): boolean {
  return user?.isAdmin === true && isOffered({ capability: 'audit' }, capabilities)
}

const common = { section: 'Audit', visible } as const

export const auditCommands = {
  'audit.open': action<'audit.open'>({
    ...common,
    title: 'Audit log…',
    keywords: ['who', 'history', 'logins', 'downloads', 'trail', 'security'],
    help: 'Shows logins, saves, downloads, edits and imports by user and time.',
    places: [{ location: 'header', order: 81 }],
    run: (context) => openAudit(context),
  }),
  'audit.refresh': action<'audit.refresh'>({
    ...common,
    title: 'Refresh the audit log',
    keywords: ['reload', 'newest'],
    help: 'Loads the latest entries.',
    run: (context) => refreshAudit(context),
  }),
  'audit.clear-filter': action<'audit.clear-filter'>({
    ...common,
    title: 'Show the whole audit log',
    keywords: ['clear', 'filter', 'reset'],
    help: 'Removes the filter of the log.',
    available: ({ store }) =>
      JSON.stringify(store.get(auditFilterAtom)) !== JSON.stringify(ANY_ACTION) || {
        because: 'The whole log is already shown.',
      },
    run: (context) => clearAuditFilter(context),
  }),
}
