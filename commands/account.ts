import { isOffered } from '#contract/endpoint.ts'
import { accountSessions } from '#contract/account.ts'
import type { CommandContext } from '#command-kit/context.ts'
import { action } from '#command-kit/declaration.ts'
import { endSession, hasTypedPassword, openAccount } from '#features/account/use-cases.ts'

/** Where the back end keeps accounts and lets their owners change them. */
function visible({ user, capabilities }: CommandContext): boolean {
  return user !== null && isOffered(accountSessions, capabilities)
}

const common = { section: 'Session', visible } as const

export const accountCommands = {
  'account.open': action<'account.open'>({
    ...common,
    title: 'Your account…',
    keywords: ['password', 'change', 'sessions', 'devices', 'signed in', 'security'],
    help: 'Changes your password, and shows where you are logged in.',
    places: [{ at: 'header', order: 90 }],
    run: (context) => openAccount(context),
    examples: [{}],
  }),
  'account.end-session': action<'account.end-session'>({
    ...common,
    title: 'End this session',
    keywords: ['log out', 'elsewhere', 'device'],
    help: 'Logs out there, at once.',
    available: (context) => hasTypedPassword(context) || { because: 'Type your current password first.' },
    run: (context, { sessionId }) => endSession(context, sessionId),
    examples: [{ sessionId: '0123456789abcdef' }],
  }),
}
