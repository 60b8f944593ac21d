import { action } from '#command-kit/declaration.ts'
import { giveUpWaiting, isAnythingWaiting, isConnectionDown, tryConnection } from '#features/connection/use-cases.ts'

/** Commands for a lost connection. */
export const connectionCommands = {
  'connection.try': action<'connection.try'>({
    title: 'Try the connection now',
    section: 'Connection',
    keywords: ['offline', 'online', 'server', 'reconnect'],
    help: 'Asks the server at once whether it is there again.',
    available: (context) => isConnectionDown(context) || { because: 'The server answers.' },
    run: (context) => tryConnection(context),
    examples: [{}],
  }),
  'connection.give-up': action<'connection.give-up'>({
    title: 'Do not wait for the server',
    section: 'Connection',
    keywords: ['offline', 'cancel', 'stop', 'slow'],
    help: 'Ends what waits for the server to answer; what you typed stays where it is.',
    visible: (context) => isAnythingWaiting(context),
    run: (context) => giveUpWaiting(context),
    examples: [{}],
  }),
}
