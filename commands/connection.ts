import { action } from '#command-kit/declaration.ts'
import { giveUpWaiting, isAnythingWaiting, isConnectionDown, tryConnection } from '#features/connection/use-cases.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    'connection.try': Nothing
    'connection.give-up': Nothing
  }
}

/** Commands for a lost connection. */
export const connectionCommands = {
  'connection.try': action<'connection.try'>({
    title: 'Try the connection now',
    section: 'Connection',
    keywords: ['offline', 'online', 'server', 'reconnect'],
    help: 'Checks immediately whether the server responds.',
    available: (context) => isConnectionDown(context) || { because: 'The server responds.' },
    run: (context) => tryConnection(context),
  }),
  'connection.give-up': action<'connection.give-up'>({
    title: 'Do not wait for the server',
    section: 'Connection',
    keywords: ['offline', 'cancel', 'stop', 'slow'],
    help: 'Cancels waiting requests; your input remains.',
    visible: (context) => isAnythingWaiting(context),
    run: (context) => giveUpWaiting(context),
  }),
}
