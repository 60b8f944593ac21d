import { isOffered } from '#contract/endpoint.ts'
import { audit } from '#contract/audit.ts'
import type { CommandContext } from '#command-kit/context.ts'
import { action } from '#command-kit/declaration.ts'
import { ANY_ACTION, auditFilterAtom } from '#features/audit/state.ts'
import { clearAuditFilter, openAudit, refreshAudit } from '#features/audit/use-cases.ts'

/** Only administrators see who did what, where the back end tells it. */
function visible({ user, capabilities }: CommandContext): boolean {
  return user?.isAdmin === true && isOffered(audit, capabilities)
}

const common = { section: 'Audit', visible } as const

export const auditCommands = {
  'audit.open': action<'audit.open'>({
    ...common,
    title: 'Audit log…',
    keywords: ['who', 'did', 'what', 'history', 'logins', 'downloads', 'trail', 'security'],
    help: 'Shows who logged in, saved, downloaded, edited and imported what, and when.',
    places: [{ at: 'header', order: 81 }],
    run: (context) => openAudit(context),
    examples: [{}],
  }),
  'audit.refresh': action<'audit.refresh'>({
    ...common,
    title: 'Ask the audit log again',
    keywords: ['reload', 'newest'],
    help: 'Shows what was done since the log was asked last.',
    run: (context) => refreshAudit(context),
    examples: [{}],
  }),
  'audit.clear-filter': action<'audit.clear-filter'>({
    ...common,
    title: 'Show the whole audit log',
    keywords: ['clear', 'filter', 'reset'],
    help: 'Takes the filter off the log.',
    available: ({ store }) =>
      JSON.stringify(store.get(auditFilterAtom)) !== JSON.stringify(ANY_ACTION) || {
        because: 'The whole log is shown already.',
      },
    run: (context) => clearAuditFilter(context),
    examples: [{}],
  }),
}
