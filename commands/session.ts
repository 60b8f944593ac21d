import { action } from '#command-kit/declaration.ts'
import { LOGGED_OUT } from '#domain/messages.ts'
import { stayLoggedIn } from '#features/session/log-in.ts'
import { applyForAccess, isLoginExternal, logOut } from '#features/session/use-cases.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    'session.log-out': Nothing
    'session.stay': Nothing
    'access.apply': Nothing
  }
}

export const sessionCommands = {
  'session.stay': action<'session.stay'>({
    title: 'Stay logged in',
    section: 'Session',
    keywords: ['extend', 'session', 'time'],
    help: 'Extends the session by half an hour.',
    run: async (context) => {
      const answer = await stayLoggedIn(context)
      return answer.ok ? undefined : answer
    },
  }),
  'access.apply': action<'access.apply'>({
    title: 'Apply for access',
    section: 'Session',
    keywords: ['collections', 'data access', 'request', 'agreement'],
    help: 'Shows how to apply for access to further collections.',
    visible: ({ user }) => user !== null && !user.isAdmin,
    run: (context) => applyForAccess(context),
  }),
  'session.log-out': action<'session.log-out'>({
    title: 'Log out',
    section: 'Session',
    keywords: ['sign out', 'leave'],
    help: 'Ends the session here and on the server.',
    keys: [{ seq: 'q q', scope: 'global' }],
    places: [{ location: 'header', order: 99 }],
    // An external login page has its own logout (spec section 2).
    visible: ({ store }) => !isLoginExternal(store),
    run: (context) => logOut(context),
    success: LOGGED_OUT,
  }),
}
