import { action } from '#command-kit/declaration.ts'

export const helpCommands = {
  'palette.open': action<'palette.open'>({
    title: 'Command palette',
    section: 'Help',
    keywords: ['commands', 'search'],
    help: 'Finds every command, variable, cohort and set.',
    keys: [{ seq: '$mod+K', scope: 'global' }],
    run: ({ palette }) => palette.open(),
    examples: [{}],
  }),
  'palette.pin': action<'palette.pin'>({
    title: ({ palette }) => (palette.isPinned() ? 'Unpin' : 'Pin to the top'),
    section: 'Help',
    keywords: ['favourite', 'keep'],
    help: 'Keeps the palette’s row under the cursor at its top, or lets it go.',
    keys: [{ seq: '$mod+D', scope: 'dialog' }],
    available: ({ palette }) => palette.canPin() || { because: 'No row of the palette is under the cursor.' },
    run: ({ palette }) => palette.togglePin(),
    examples: [{}],
  }),
  'cheat-sheet.open': action<'cheat-sheet.open'>({
    title: 'Keyboard cheat sheet',
    section: 'Help',
    keywords: ['keys', 'shortcuts'],
    help: 'Shows every command that has a key.',
    keys: [{ seq: '?', scope: 'global' }],
    run: ({ palette }) => palette.openCheatSheet(),
    examples: [{}],
  }),
  'command.repeat': action<'command.repeat'>({
    title: 'Repeat the last command',
    section: 'Help',
    help: 'Runs the last command again, if it is one that may be repeated.',
    keys: [{ seq: '.', scope: 'global' }],
    available: ({ palette }) => palette.canRepeat() || { because: 'There is nothing to repeat yet.' },
    run: ({ palette }) => palette.repeatLast(),
    examples: [{}],
  }),
}
