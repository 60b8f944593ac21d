import type { CommandContext } from '#command-kit/context.ts'
import { action } from '#command-kit/declaration.ts'
import { isOffered } from '#contract/endpoint.ts'
import { hasSecondFactor, openSecondFactor, shownCodes } from '#features/account/second-factor/state.ts'
import { copyToken, goToTokenStep, revokeToken, tokenStepAtom } from '#features/account/tokens/state.ts'
import { accountOpenAtom, endSession, hasTypedPassword, openAccount } from '#features/account/use-cases.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    'account.open': Nothing
    'account.end-session': { sessionId: string }
    'account.new-token': Nothing
    'account.revoke-token': { tokenId: string }
    'account.copy-token': Nothing
    'second-factor.turn-on': Nothing
    'second-factor.turn-off': Nothing
    'second-factor.new-codes': Nothing
    'second-factor.copy-codes': Nothing
    'second-factor.save-codes': Nothing
  }
}

/** Not the endpoints: their schemas would load with the first screen. */
const ACCOUNT = { capability: 'own-account' } as const
const TOKENS = { capability: 'tokens' } as const
const SECOND_FACTOR = { capability: 'second-factor' } as const

/** Lazy: the first screen does not need them. */
const loadSecondFactor = () => import('#features/account/second-factor/use-cases.ts')

/** For back ends with accounts of their own. */
function visible({ user, capabilities }: CommandContext): boolean {
  return user !== null && isOffered(ACCOUNT, capabilities)
}

const common = { section: 'Session', visible } as const

export const accountCommands = {
  'account.open': action<'account.open'>({
    ...common,
    title: 'Your account…',
    keywords: ['password', 'change', 'sessions', 'devices', 'signed in', 'security'],
    help: 'Changes your password, and lists your sessions.',
    places: [{ location: 'header', order: 90 }],
    run: (context) => openAccount(context),
  }),
  'account.end-session': action<'account.end-session'>({
    ...common,
    title: 'End this session',
    keywords: ['log out', 'elsewhere', 'device'],
    help: 'Ends that session immediately.',
    available: (context) => hasTypedPassword(context) || { because: 'Type your current password first.' },
    run: (context, { sessionId }) => endSession(context, sessionId),
  }),
}

/** For back ends with access tokens. */
function givesTokens({ user, capabilities }: CommandContext): boolean {
  return user !== null && isOffered(TOKENS, capabilities)
}

const tokenWords = ['access token', 'api key', 'command line', 'cli', 'python', 'r', 'script']

export const tokenCommands = {
  'account.new-token': action<'account.new-token'>({
    section: 'Session',
    title: 'New access token…',
    keywords: tokenWords,
    help: 'Makes a secret by which the command line, Python or R works as you.',
    visible: givesTokens,
    run: (context) => {
      if (!context.store.get(accountOpenAtom)) openAccount(context)
      goToTokenStep(context.store, { kind: 'new' })
    },
  }),
  'account.revoke-token': action<'account.revoke-token'>({
    section: 'Session',
    title: 'Revoke this access token',
    keywords: tokenWords,
    help: 'Its next request is refused.',
    visible: givesTokens,
    run: (context, { tokenId }) => revokeToken(context, tokenId),
    success: 'Access token revoked.',
  }),
  'account.copy-token': action<'account.copy-token'>({
    section: 'Session',
    title: 'Copy the access token',
    help: 'Copies the token just made to the clipboard.',
    visible: ({ store }) => store.get(tokenStepAtom)?.kind === 'made',
    run: (context) => copyToken(context),
    success: 'Access token copied.',
  }),
}

/** For back ends with second factors (OWASP ASVS 6.3.3). */
function knows({ user, capabilities }: CommandContext): boolean {
  return user !== null && isOffered(SECOND_FACTOR, capabilities)
}

const section = 'Session'
const keywords = ['second factor', 'two-factor', '2fa', 'mfa', 'authenticator', 'one-time code', 'security']

export const secondFactorCommands = {
  'second-factor.turn-on': action<'second-factor.turn-on'>({
    section,
    keywords,
    title: 'Turn on a second factor…',
    help: 'The login then requires a code of an authenticator app too.',
    visible: (context) => knows(context) && hasSecondFactor(context) === false,
    run: (context) => openSecondFactor(context, 'turn-on'),
  }),
  'second-factor.turn-off': action<'second-factor.turn-off'>({
    section,
    keywords,
    title: 'Turn off the second factor…',
    help: 'The login then requires the password only.',
    visible: (context) => knows(context) && hasSecondFactor(context) === true,
    run: (context) => openSecondFactor(context, 'turn-off'),
  }),
  'second-factor.new-codes': action<'second-factor.new-codes'>({
    section,
    keywords,
    title: 'New recovery codes…',
    help: 'Creates ten recovery codes for a lost authenticator app, and invalidates the old ones.',
    visible: (context) => knows(context) && hasSecondFactor(context) === true,
    run: (context) => openSecondFactor(context, 'new-codes'),
  }),
  'second-factor.copy-codes': action<'second-factor.copy-codes'>({
    section,
    title: 'Copy recovery codes',
    help: 'Copies the shown codes to the clipboard.',
    visible: (context) => shownCodes(context) !== null,
    run: async (context) => (await loadSecondFactor()).copyRecoveryCodes(context),
    success: 'Recovery codes copied.',
  }),
  'second-factor.save-codes': action<'second-factor.save-codes'>({
    section,
    title: 'Save recovery codes',
    help: 'Saves the shown codes as a text file.',
    visible: (context) => shownCodes(context) !== null,
    run: async (context) => (await loadSecondFactor()).saveRecoveryCodes(context),
  }),
}
