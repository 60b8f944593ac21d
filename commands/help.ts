import { action, link, route } from '#command-kit/declaration.ts'
import { paneCommand } from '#commands/pane-command.ts'
import { GUIDE_PATH, guideAddress } from '#domain/guide.ts'
import { HANDBOOK, handbookPageId, type HandbookPageId } from '#domain/handbook.ts'
import {
  endTour,
  isLastStep,
  isTourOffered,
  moveTour,
  openGlossary,
  startTour,
  tourStep,
} from '#features/help/use-cases.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    /** With the heading to scroll to. */
    'help.show': { page?: HandbookPageId; heading?: string }
    'guide.open': Nothing
    'guide.open-here': Nothing
    'palette.open': Nothing
    'palette.pin': Nothing
    'cheat-sheet.open': Nothing
    'keyboard.open': Nothing
    'tour.start': Nothing
    'tour.back': Nothing
    'tour.next': Nothing
    'tour.end': Nothing
    /** With the term to scroll to. */
    'glossary.open': { term?: string }
    'command.repeat': Nothing
    'access.copy-request': Nothing
  }
}

export const helpCommands = {
  'access.copy-request': paneCommand('access.copy-request', {
    title: 'Copy access request',
    keywords: ['apply', 'permission', 'agreement', 'collections', 'draft'],
    help: 'Copies the draft of a request for access to the collections that you cannot read.',
    because: 'Available on the handbook’s page “Access to data”.',
    success: 'Access request copied.',
  }),
  'help.show': route<'help.show'>({
    path: '/help/:page?',
    screen: () => import('#features/help/screens/handbook-screen.tsx'),
    chapter: 'help',
    title: 'Handbook',
    heading: (_get, args) => HANDBOOK.find(({ id }) => id === args?.page)?.title ?? 'Handbook',
    section: 'Help',
    keywords: ['help', 'documentation', 'operate', 'security', 'import', 'backup', 'architecture', 'decisions'],
    up: (_get, args) => (args?.page === undefined ? 'dashboard.show' : 'help.show'),
    help: 'Pages on use, operation and development, in a pane.',
    keys: [{ seq: 'h h', scope: 'global' }],
    toTarget: ({ page, heading }) => ({ params: { page }, query: { at: heading } }),
    fromTarget: (params, query) => {
      const page = handbookPageId(params['page'])
      const heading = query.get('at')
      if (page === undefined && params['page'] !== undefined) return null
      return { ...(page !== undefined && { page }), ...(heading && { heading }) }
    },
  }),
  'guide.open': link<'guide.open'>({
    title: 'How To Use',
    section: 'Help',
    keywords: ['guide', 'manual', 'documentation', 'pdf'],
    help: 'Opens the guide, a PDF, in a new tab.',
    keys: [{ seq: 'h g', scope: 'global' }],
    places: [{ location: 'header', order: 90 }],
    url: () => GUIDE_PATH,
  }),
  'guide.open-here': link<'guide.open-here'>({
    title: 'Help For This Page',
    section: 'Help',
    keywords: ['guide', 'manual', 'explain', 'pdf'],
    help: 'Opens the guide, a PDF, at its chapter about the page in this pane, in a new tab.',
    keys: [{ seq: 'h p', scope: 'global' }],
    places: [{ location: 'header', order: 91 }],
    url: ({ workspace }) => {
      const chapter = workspace.chapter()
      return chapter === null ? GUIDE_PATH : guideAddress(chapter)
    },
  }),
  'palette.open': action<'palette.open'>({
    title: 'Command palette',
    section: 'Help',
    keywords: ['commands', 'search'],
    help: 'Finds every command, variable, cohort and set.',
    keys: [{ seq: '$mod+K', scope: 'global' }],
    run: ({ palette }) => palette.open(),
  }),
  'palette.pin': action<'palette.pin'>({
    title: ({ palette }) => (palette.isPinned() ? 'Unpin' : 'Pin to the top'),
    section: 'Help',
    keywords: ['favourite', 'keep'],
    help: 'Pins the active row to the top of the palette, or unpins it.',
    keys: [{ seq: '$mod+D', scope: 'dialog' }],
    available: ({ palette }) => palette.canPin() || { because: 'No row of the palette is active.' },
    run: ({ palette }) => palette.togglePin(),
  }),
  'cheat-sheet.open': action<'cheat-sheet.open'>({
    title: 'Keyboard cheat sheet',
    section: 'Help',
    keywords: ['keys', 'shortcuts'],
    help: 'Shows every command that has a key.',
    keys: [{ seq: '?', scope: 'global' }],
    run: ({ palette }) => palette.openCheatSheet(),
  }),
  'keyboard.open': action<'keyboard.open'>({
    title: 'Keyboard: change keys',
    section: 'Help',
    keywords: ['keys', 'shortcuts', 'rebind', 'export', 'import', 'settings'],
    help: 'Lists every command and lets you change its keys.',
    keys: [{ seq: 'g k', scope: 'global' }],
    run: ({ palette }) => palette.openKeyboard(),
  }),
  'command.repeat': action<'command.repeat'>({
    title: 'Repeat the last command',
    section: 'Help',
    help: 'Runs the last command again, if it is repeatable.',
    keys: [{ seq: '.', scope: 'global' }],
    available: ({ palette }) => palette.canRepeat() || { because: 'There is nothing to repeat yet.' },
    run: ({ palette }) => palette.repeatLast(),
  }),
}

/** Help for new users: tour and glossary. */
export const tourCommands = {
  'tour.start': action<'tour.start'>({
    title: 'Take the tour',
    section: 'Help',
    keywords: ['introduction', 'begin', 'first', 'learn', 'new'],
    help: 'Leads from a question to a cohort in four steps; you can end it at any time.',
    run: (context) => startTour(context),
  }),
  'tour.back': action<'tour.back'>({
    title: 'Tour: back',
    section: 'Help',
    help: 'Goes back to the previous step.',
    visible: (context) => tourStep(context) !== null,
    available: (context) => tourStep(context) !== 0 || { because: 'This is the first step.' },
    run: (context) => moveTour(context, -1),
  }),
  'tour.next': action<'tour.next'>({
    title: (context) => (isLastStep(context) ? 'Tour: done' : 'Tour: next'),
    section: 'Help',
    help: 'Goes to the next step, or ends the tour after the last one.',
    visible: (context) => tourStep(context) !== null,
    run: (context) => moveTour(context, 1),
  }),
  'tour.end': action<'tour.end'>({
    title: 'Tour: skip',
    section: 'Help',
    keywords: ['leave', 'stop', 'not now'],
    help: 'Ends the tour; you can start it again in Help.',
    visible: (context) => tourStep(context) !== null || isTourOffered(context),
    run: (context) => endTour(context),
  }),
  'glossary.open': action<'glossary.open'>({
    title: 'Glossary',
    section: 'Help',
    keywords: ['words', 'terms', 'explain', 'meaning', 'definition', 'unknown'],
    help: 'Explains each term in one sentence.',
    keys: [{ seq: 'g w', scope: 'global' }],
    run: (context, { term }) => openGlossary(context, term),
  }),
}
