import { action } from '#command-kit/declaration.ts'
import { LOGGED_OUT } from '#domain/messages.ts'
import { isLoginExternal, logOut, stayLoggedIn } from '#features/session/use-cases.ts'

export const sessionCommands = {
  'session.stay': action<'session.stay'>({
    title: 'Stay logged in',
    section: 'Session',
    keywords: ['extend', 'session', 'time'],
    help: 'Lets the session go on for another half an hour.',
    run: async (context) => {
      const answer = await stayLoggedIn(context)
      return answer.ok ? undefined : answer
    },
    examples: [{}],
  }),
  'session.log-out': action<'session.log-out'>({
    title: 'Log out',
    section: 'Session',
    keywords: ['sign out', 'leave'],
    help: 'Ends the session here and on the server.',
    places: [{ at: 'header', order: 99 }],
    // Whoever logs in elsewhere logs out there (spec section 2).
    visible: ({ store }) => !isLoginExternal(store),
    run: (context) => logOut(context),
    success: LOGGED_OUT,
    examples: [{}],
  }),
}
