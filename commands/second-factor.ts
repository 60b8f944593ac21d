import { isOffered } from '#contract/endpoint.ts'
import { secondFactorNew } from '#contract/second-factor.ts'
import type { CommandContext } from '#command-kit/context.ts'
import { action } from '#command-kit/declaration.ts'
import {
  copyRecoveryCodes,
  hasSecondFactor,
  openSecondFactor,
  saveRecoveryCodes,
  shownCodes,
} from '#features/account/second-factor/use-cases.ts'

/** Where the back end lets accounts have one (OWASP ASVS 6.3.3). */
function knows({ user, capabilities }: CommandContext): boolean {
  return user !== null && isOffered(secondFactorNew, capabilities)
}

const section = 'Session'
const keywords = ['second factor', 'two-factor', '2fa', 'mfa', 'authenticator', 'one-time code', 'security']

export const secondFactorCommands = {
  'second-factor.turn-on': action<'second-factor.turn-on'>({
    section,
    keywords,
    title: 'Turn on a second factor…',
    help: 'Lets the login ask for a code of an authenticator app too.',
    visible: (context) => knows(context) && hasSecondFactor(context) === false,
    run: (context) => openSecondFactor(context, 'turn-on'),
    examples: [{}],
  }),
  'second-factor.turn-off': action<'second-factor.turn-off'>({
    section,
    keywords,
    title: 'Turn off the second factor…',
    help: 'Lets the login ask for the password alone.',
    visible: (context) => knows(context) && hasSecondFactor(context) === true,
    run: (context) => openSecondFactor(context, 'turn-off'),
    examples: [{}],
  }),
  'second-factor.new-codes': action<'second-factor.new-codes'>({
    section,
    keywords,
    title: 'New recovery codes…',
    help: 'Makes ten codes for when you cannot use your authenticator app, in place of those that you have.',
    visible: (context) => knows(context) && hasSecondFactor(context) === true,
    run: (context) => openSecondFactor(context, 'new-codes'),
    examples: [{}],
  }),
  'second-factor.copy-codes': action<'second-factor.copy-codes'>({
    section,
    title: 'Copy recovery codes',
    help: 'Puts the codes that are shown into the clipboard.',
    visible: (context) => shownCodes(context) !== null,
    run: (context) => copyRecoveryCodes(context),
    success: 'Recovery codes copied.',
    examples: [{}],
  }),
  'second-factor.save-codes': action<'second-factor.save-codes'>({
    section,
    title: 'Save recovery codes',
    help: 'Saves the codes that are shown as a file of text.',
    visible: (context) => shownCodes(context) !== null,
    run: (context) => saveRecoveryCodes(context),
    examples: [{}],
  }),
}
